// Which form a loop over the elements has: its counters, the vectors that it passes through, how many iterations there
// are, and that their windows lie side by side and within the vectors. That is guessed from single iterations, and then
// asked of Z3 for all lengths.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <numeric>

#include "verified/op/ir/element_loop.hpp"
#include "verified/op/ir/integer.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op::ir {

namespace {

constexpr std::int64_t most_elements = 64;  // of a window, and iterations that make one

/// By how much a value grows from its beginning to the end of an iteration; in bytes where it is an address.
std::optional<std::int64_t> step_of(const llvm::Value* value, const llvm::PHINode* phi,
                                    const llvm::DataLayout& layout) {
  if (value == phi) return 0;
  const auto behind = [&](const llvm::Value* before, std::int64_t more) -> std::optional<std::int64_t> {
    const auto so_far = step_of(before, phi, layout);
    return so_far ? std::optional(*so_far + more) : std::nullopt;
  };
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) return behind(cast->getOperand(0), 0);
  if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(value)) {
    llvm::APInt offset(64, 0);
    if (!address->accumulateConstantOffset(layout, offset)) return {};
    return behind(address->getPointerOperand(), offset.getSExtValue());
  }
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
  const auto* by = sum ? llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1)) : nullptr;
  if (!by) return {};
  if (sum->getOpcode() == llvm::Instruction::Add) return behind(sum->getOperand(0), by->getSExtValue());
  if (sum->getOpcode() == llvm::Instruction::Sub) return behind(sum->getOperand(0), -by->getSExtValue());
  return {};
}

bool is_used_outside(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block)
      for (const llvm::User* user : instruction.users())
        if (!loop.contains(llvm::cast<llvm::Instruction>(user))) return true;
  return false;
}

/// What comes after such a fault is nobody's concern.
bool ends_meaning(Fault::Kind kind) {
  return kind == Fault::Kind::undefined || kind == Fault::Kind::read_outside || kind == Fault::Kind::write_outside;
}

z3::expr to_64_bits(const z3::expr& bits, bool is_signed) { return integer::resize(bits, 64, is_signed); }

}  // namespace

z3::expr Interpreter::ElementLoop::number_of(const z3::expr& sample) const {
  const z3::expr made = machine.terms.fresh(machine.terms.context().bv_sort(64));
  any.numbers.push_back(made);
  any.samples.push_back(sample);
  return made;
}

std::int64_t Interpreter::ElementLoop::sample(const z3::expr& bits_of_numbers) const {
  const auto value = literal_value(z3::expr(bits_of_numbers).substitute(any.numbers, any.samples).simplify());
  if (!value) throw Stop{"an index that depends on operands"};
  return *value;
}

void Interpreter::ElementLoop::find_form() {
  const llvm::BasicBlock* end = loop.getExitingBlock();
  if (!end || !loop.getLoopLatch()) throw Stop{"a loop over the elements that can end in several ways"};
  ends_at_header = end == loop.getHeader();
  if (!ends_at_header && end != loop.getLoopLatch()) throw Stop{"a loop over the elements that ends in its middle"};
  if (!ends_at_header && is_used_outside(loop)) throw Stop{"a value of a loop that ends with its condition"};
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    const auto by = step_of(phi.getIncomingValueForBlock(loop.getLoopLatch()), &phi, in.layout_);
    const Value start = *entry.registers.at(&phi);
    const bool is_clear = !start.unset && !start.opaque &&
                          (start.term ? start.term->is_bv() && machine.is_of_numbers(*start.term)
                                      : start.pointer.size() == 1 && start.pointer[0].when.is_true());
    if (!by || !is_clear) throw Stop{"a variable that keeps its value from one element to the next"};
    counters.push_back({&phi, start, *by});
  }
}

Value Interpreter::ElementLoop::value_at(const Counter& counter, const z3::expr& iteration) const {
  Value value = counter.start;
  if (value.term) {
    const unsigned width = value.term->get_sort().bv_size();
    const z3::expr passed = integer::resize(iteration, width, true);
    value.term = (*value.term + machine.terms.bits(counter.step, width) * passed).simplify();
    return value;
  }
  Offset& offset = value.pointer[0].offset;
  offset = {.bytes = (offset.bytes + bits(counter.step) * iteration).simplify(), .stride = 1};
  return value;
}

void Interpreter::ElementLoop::set_counters(const z3::expr& iteration) const {
  for (const Counter& counter : counters)
    machine.state.registers[counter.phi] = std::make_shared<const Value>(value_at(counter, iteration));
}

Interpreter::Frame Interpreter::ElementLoop::one_iteration() const {
  Frame frame{shape, {}, {}, {}, {}};
  frame.only = &loop;
  in.run(frame, step);
  return frame;
}

Interpreter::ElementLoop::Probed Interpreter::ElementLoop::probe(const z3::expr& iteration) {
  std::vector<AnyLength::Access> accesses;
  auto faults = std::exchange(machine.faults, {});
  const int lost = machine.lost;
  machine.state = entry;
  set_counters(iteration);
  any.probe = &accesses;
  std::optional<std::pair<Value, Value>> compared;
  try {
    compared = one_iteration().compared;
  } catch (...) {
    any.probe = nullptr;
    throw;
  }
  any.probe = nullptr;
  machine.faults.swap(faults);
  machine.lost = lost;
  return {std::move(accesses), std::move(compared), std::move(faults)};
}

void Interpreter::ElementLoop::assume_faultless(const std::vector<Fault>& faults) const {
  for (const Fault& fault : faults)
    if (ends_meaning(fault.kind) && machine.is_of_numbers(fault.when)) any.faultless.push_back(!fault.when);
}

void Interpreter::ElementLoop::find_vectors() {
  const auto begin = probe(bits(0));
  assume_faultless(begin.faults);  // or else all ends there
  const auto first = begin.accesses, second = probe(bits(1)).accesses;
  if (first.empty()) throw Stop{"a loop over the elements that accesses none"};
  if (first.size() != second.size()) throw Stop{"iterations that access different numbers of elements"};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto by = sample(second[i].offset) - sample(first[i].offset);
    const bool is_same = first[i].object == second[i].object;
    if (!is_same || by == 0) throw Stop{"an access that is not to element i"};
    const auto known =
        std::find_if(vectors.begin(), vectors.end(), [&](const Vector& v) { return v.object == first[i].object; });
    if (known == vectors.end())
      vectors.push_back({first[i].object, machine.object(first[i].object).size, by, first[i].offset});
    else if (known->step != by)
      throw Stop{"an access that is not to element i"};
  }
  const Vector& one = vectors[0];
  const auto common = std::gcd(one.pitch, std::abs(one.step));
  iterations = one.pitch / common;
  elements = std::abs(one.step) / common;
  if (iterations > most_elements || elements > most_elements) throw Stop{"iterations of many elements"};
  for (const Vector& v : vectors)
    if (v.step * one.pitch != one.step * v.pitch) throw Stop{"vectors that are passed through at different paces"};
  std::vector<AnyLength::Access> all = first;
  for (std::int64_t i = 1; i < iterations; ++i) {
    const auto more = probe(bits(i)).accesses;
    all.insert(all.end(), more.begin(), more.end());
  }
  for (Vector& v : vectors) {
    for (const auto& access : all)
      if (access.object == v.object && sample(access.offset) < sample(v.begin)) v.begin = access.offset;
    const auto at = sample(v.begin), within = (at % v.pitch + v.pitch) % v.pitch;
    v.begin = (v.begin - bits(within)).simplify();
  }
}

void Interpreter::ElementLoop::find_rounds() {
  const z3::expr k = number_of(bits(0));
  const auto compared = probe(k).compared;
  const auto* branch = llvm::cast<llvm::BranchInst>(loop.getExitingBlock()->getTerminator());
  const auto [end, negated] = comparison_of(*branch->getCondition());
  if (!end || !compared) throw Stop{"a loop's end that is no comparison"};
  auto predicate = end->getPredicate();
  if (loop.contains(branch->getSuccessor(0)) == negated) predicate = llvm::CmpInst::getInversePredicate(predicate);
  const auto number_in = [&](const Value& value) {
    const bool is_pointer = !value.term;
    if (is_pointer && value.pointer.size() != 1) throw Stop{"a loop's end that is no comparison"};
    const z3::expr term = is_pointer ? value.pointer[0].offset.bytes : *value.term;
    if (!term.is_bv() || !machine.is_of_numbers(term)) throw Stop{"a loop's end that depends on operands"};
    return to_64_bits(term, is_pointer || !llvm::CmpInst::isUnsigned(predicate));
  };
  z3::expr counter = number_in(compared->first), bound = number_in(compared->second);
  const auto at = [&](const z3::expr& term, std::int64_t i) {
    z3::expr_vector from(term.ctx()), to(term.ctx());
    from.push_back(k);
    to.push_back(bits(i));
    return z3::expr(term).substitute(from, to).simplify();
  };
  if (sample(at(counter, 0)) == sample(at(counter, 1))) {
    std::swap(counter, bound);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  const auto by = sample(at(counter, 1)) - sample(at(counter, 0));
  if (by == 0 || sample(at(bound, 1)) != sample(at(bound, 0))) throw Stop{"a loop's end that moves"};
  const bool or_equal = predicate == llvm::CmpInst::ICMP_SLE || predicate == llvm::CmpInst::ICMP_ULE ||
                        predicate == llvm::CmpInst::ICMP_SGE || predicate == llvm::CmpInst::ICMP_UGE;
  z3::expr distance = at(bound, 0) - at(counter, 0);
  if (by < 0) distance = -distance;
  if (or_equal) distance = distance + bits(1);
  rounds = divided_up(distance.simplify(), std::abs(by));
  if (!ends_at_header) rounds = (*rounds + bits(1)).simplify();
  windows = iterations == 1 ? *rounds : all_elements();
}

z3::expr Interpreter::ElementLoop::all_elements() const {
  if (!machine.holds(*rounds == any.len * bits(iterations))) throw Stop{"iterations that do not make up the elements"};
  return any.len;
}

z3::expr Interpreter::ElementLoop::divided_up(const z3::expr& distance, std::int64_t by) const {
  if (by == 1 && machine.holds(distance >= 0)) return distance;
  const auto of_sample = sample(distance);
  const z3::expr quotient = number_of(bits(of_sample <= 0 ? 0 : (of_sample + by - 1) / by));
  const z3::expr product = quotient * bits(by), most = bits(std::int64_t{1} << 40);
  any.given.push_back(z3::implies(distance <= 0, quotient == 0));
  any.given.push_back(z3::implies(distance > 0 && distance<most, quotient> 0 && quotient < most &&
                                  product >= distance && product < distance + bits(by)));
  return quotient;
}

z3::expr Interpreter::ElementLoop::begin(const Vector& v, const z3::expr& window) const {
  return (v.begin + bits(window_step(v)) * window).simplify();
}

bool Interpreter::ElementLoop::is_multiple(const z3::expr& term, std::int64_t by) const {
  if ((by & (by - 1)) == 0) return machine.holds((term & bits(by - 1)) == 0);
  if (const auto literal = literal_value(term)) return *literal % by == 0;
  const auto kind = term.decl().decl_kind();
  if (kind == Z3_OP_BADD) {
    for (unsigned i = 0; i < term.num_args(); ++i)
      if (!is_multiple(term.arg(i), by)) return false;
    return true;
  }
  if (kind != Z3_OP_BMUL || term.num_args() != 2) return false;
  constexpr std::int64_t far = std::int64_t{1} << 40;  // so that the product does not wrap
  const auto factor = literal_value(term.arg(0));
  return factor && *factor % by == 0 && machine.holds(term.arg(1) > bits(-far) && term.arg(1) < bits(far));
}

void Interpreter::ElementLoop::check_windows() const {
  const Vector& one = vectors[0];
  for (const Vector& v : vectors) {
    const z3::expr beyond = begin(v, *windows - bits(1));
    const z3::expr least = downwards() ? beyond : v.begin, last = downwards() ? v.begin : beyond;
    const z3::expr end = last + bits(elements * v.pitch);
    const z3::expr inside = least >= 0 && end <= any.len * bits(v.pitch) && end >= 0;
    const bool is_whole = is_multiple(v.begin, v.pitch);
    const bool is_alike = machine.holds(v.pitch == one.pitch ? v.begin == one.begin
                                                             : v.begin * bits(one.pitch) == one.begin * bits(v.pitch));
    if (!is_whole || !is_alike) throw Stop{"vectors that are passed through from different places"};
    if (!machine.holds(z3::implies(*windows > 0, inside))) throw Stop{"elements that need not be there"};
  }
}
}  // namespace tutti::op::ir
