// A law as an experiment: what to call on which operands, and what must then hold.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "verified/op/black_box/sandbox.hpp"
#include "verified/op/law_finding.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// The cells of a case, and which of them meet the precondition.
class Cells {
 public:
  Cells(const Type& type, const std::byte* first, const std::uint8_t* admitted)
      : type_(type), first_(first), admitted_(admitted) {}
  bool admits(int cell) const { return admitted_[cell] != 0; }
  const std::byte* operator[](int cell) const { return first_ + static_cast<std::size_t>(cell) * type_.size; }
  Bytes bytes(int cell, int len) const { return {(*this)[cell], (*this)[cell + len]}; }

 private:
  const Type& type_;
  const std::byte* first_;
  const std::uint8_t* admitted_;
};

struct Experiment {
  struct Named {
    std::string name;
    int cell, len = 1;
  };
  CallSequence sequence;
  std::vector<Named> operands, results;
  /// What does not hold, in one line: "the results differ at .v"; empty where all does.
  std::function<std::string(const Cells&)> wrong;
  int drawn = sequence.operands;                     ///< the first operands, which are random
  std::function<void(std::byte*)> derive = nullptr;  ///< sets the operands that are not drawn, given the cells
  bool in_new_process = false;                       ///< state may be why it is wrong
};

/// The experiments for gaps, associative, commutative, idempotent, split_safe, pure and closed (which needs a
/// precondition), by the lengths of the vectors.
std::vector<Experiment> experiments_of(Law law, const Type& type, bool equal_by_value, const std::vector<int>& lengths);

/// Whether the first operand is an identity of the second.
Experiment has_identity(const Type& type, bool equal_by_value);
/// One call with `len` elements, of which nothing is expected but that it ends well.
Experiment one_call(int len);

/// The operands and the results of a case.
Counterexample shown(const Experiment& experiment, const Cells& cells, std::string says);

}  // namespace tutti::op
