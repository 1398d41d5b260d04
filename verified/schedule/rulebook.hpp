// The rules of an algorithm, as its record has them.
#pragma once

namespace tutti {

class Program;

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
  const Program& operator()() const { return program_(); }

 private:
  explicit constexpr Rulebook(const Program& (*program)()) : program_(program) {}
  template <class Slots, class... Phases>
  static const Program& written();

  const Program& (*program_)() = nullptr;
};

}  // namespace tutti
