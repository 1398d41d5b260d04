// Many calls of an operator in a child process, which may crash or hang.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verified/op/black_box/arena.hpp"
#include "verified/op/function.hpp"
#include "verified/op/law_finding.hpp"
#include "verified/op/type.hpp"
#include "verified/system/forked_call.hpp"

namespace tutti::op {

/// cells [out, out + len) become cells [in, …) ∘ cells [inout, …), by one call.
struct OperatorCall {
  int in, inout, out, len = 1;
};

/// The calls that are made in each case: a case has so many cells of an element each, the operands first.
struct CallSequence {
  int operands, cells;
  std::vector<OperatorCall> calls;
};

/// A call that went wrong.
struct Failure {
  Law law;           ///< memory or total
  std::string says;  ///< "writes byte 8 of inoutvec, which has 8 bytes"
  bool is_known;     ///< false: the call did not come to its end for reasons that say nothing of the operator
  std::size_t at_case;
  OperatorCall call;
  bool hangs = false;
};

enum class Fate : std::uint8_t {
  pending,   ///< not run
  excluded,  ///< an operand does not meet the precondition
  done,
  failed
};

class Sandbox {
 public:
  /// For calls with up to `most` elements.
  Sandbox(const Type& type, const Function& function, std::optional<Function> pre, int most);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  /// How many cases of the sequence fit.
  std::size_t capacity(const CallSequence& sequence) const;

  /// Begins `count` cases; the caller sets their operands.
  void prepare(const CallSequence& sequence, std::size_t count);
  std::byte* cells(std::size_t i) { return cells_ + i * static_cast<std::size_t>(sequence_.cells) * type_.size; }
  Fate fate(std::size_t i) const { return fates_[i]; }
  /// Where a case is done and there is a precondition: which of its cells meet it.
  const std::uint8_t* admitted(std::size_t i) const {
    return admitted_ + i * static_cast<std::size_t>(sequence_.cells);
  }

  /// Runs the cases that are pending, in order, in one new process, until one fails. A call that takes longer than
  /// `deadline` seconds hangs.
  std::optional<Failure> run(Placement placement, double deadline);

 private:
  struct Journal;
  void live();
  void run_case(std::size_t i);
  bool check_operands(std::size_t i);
  std::size_t cells_bytes() const { return count_ * static_cast<std::size_t>(sequence_.cells) * type_.size; }
  Failure failure_of(const CallEnd& end) const;

  const Type& type_;
  const Function& function_;
  std::optional<Function> pre_;
  Arena arena_;
  CallSequence sequence_{};
  std::size_t count_ = 0;
  std::size_t shared_bytes_;
  std::byte* shared_;  ///< all that follows
  Journal* journal_;
  std::byte* cells_ = nullptr;
  Fate* fates_ = nullptr;
  std::uint8_t* admitted_ = nullptr;
};

}  // namespace tutti::op
