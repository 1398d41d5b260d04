// The rules of an algorithm, as its record has them.
#pragma once

namespace tutti {

class RuleProgram;

/// A program that is written down when it is first asked for, and is the same ever after. Only program<…> (program.hpp)
/// makes one.
class Rulebook {
 public:
  constexpr Rulebook() = default;
  template <class Slots, class... Phases>
  static constexpr Rulebook of() {
    return Rulebook(written<Slots, Phases...>);
  }

  explicit constexpr operator bool() const { return program_ != nullptr; }
  /// Throws what the rules throw when they are written down.
  const RuleProgram& operator()() const { return program_(); }

 private:
  explicit constexpr Rulebook(const RuleProgram& (*program)()) : program_(program) {}
  template <class Slots, class... Phases>
  static const RuleProgram& written();

  const RuleProgram& (*program_)() = nullptr;
};

}  // namespace tutti
