// Loops over the elements of a call with any number of them, by induction: before an iteration the elements of earlier
// ones are done, and those of later ones are as they were. One iteration is executed, of any number, on a window of the
// few elements that it treats. That its counters move as assumed, that the windows of all iterations lie side by side
// and within the vectors, and when the loop ends is asked of Z3, for all lengths.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <numeric>

#include "verified/op/ir/frame.hpp"
#include "verified/op/ir/integer.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op::ir {

namespace {

constexpr std::int64_t most_elements = 64;  // of a window, and iterations that make one
constexpr int most_attempts = 4;            // until it is clear which local variables an iteration writes

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

/// Does the value depend on *len and, but for it, on no memory?
class DependsOnLength {
 public:
  explicit DependsOnLength(const llvm::Function& function) : length_(function.getArg(2)) {}

  bool operator()(const llvm::Value* value) {
    follow(value);
    return reads_length_ && !reads_other_;
  }

 private:
  void follow(const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !seen_.insert(instruction).second) return;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      const bool of_length = load->getPointerOperand()->stripPointerCasts() == length_;
      (of_length ? reads_length_ : reads_other_) = true;
      return;
    }
    for (const llvm::Value* operand : instruction->operands()) follow(operand);
  }

  const llvm::Value* length_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> seen_;
  bool reads_length_ = false, reads_other_ = false;
};

bool is_used_outside(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block)
      for (const llvm::User* user : instruction.users())
        if (!loop.contains(llvm::cast<llvm::Instruction>(user))) return true;
  return false;
}

/// Puts terms in the place of constants, wherever a value has them.
class Substitution {
 public:
  explicit Substitution(z3::context& context) : from_(context), to_(context) {}

  void put(const z3::expr& from, const z3::expr& to) {
    from_.push_back(from);
    to_.push_back(to);
  }
  void put(const Element& from, const Element& to) {
    for (std::size_t i = 0; i < from.size(); ++i) put(from[i], to[i]);
  }
  z3::expr operator()(const z3::expr& term) const { return z3::expr(term).substitute(from_, to_); }
  Cells operator()(const Cells& cells) {
    Cells result;
    for (const Cell& cell : cells) result.push_back({cell.whole ? whole(cell.whole) : nullptr, cell.index, cell.bytes});
    return result;
  }

 private:
  std::shared_ptr<const Value> whole(const std::shared_ptr<const Value>& value) {
    auto& known = done_[value.get()];
    if (!known) known = std::make_shared<const Value>((*this)(*value));
    return known;
  }
  Value operator()(const Value& value) {
    Value result = value;
    if (value.term) result.term = (*this)(*value.term).simplify();
    for (Target& target : result.pointer) {
      target.when = (*this)(target.when);
      target.offset.bytes = (*this)(target.offset.bytes);
    }
    for (Value& part : result.parts) part = (*this)(part);
    result.raw = (*this)(value.raw);
    if (value.unset) result.unset = (*this)(*value.unset).simplify();
    if (value.opaque) result.opaque = (*this)(*value.opaque).simplify();
    return result;
  }

  z3::expr_vector from_, to_;
  std::map<const Value*, std::shared_ptr<const Value>> done_;
};

/// All terms of the cells' values.
void collect(const Cells& cells, z3::expr_vector& terms) {
  for (const Cell& cell : cells) {
    if (!cell.whole || cell.index != 0) continue;
    const Value& value = *cell.whole;
    if (value.term) terms.push_back(*value.term);
    for (const Target& target : value.pointer) {
      terms.push_back(target.when);
      terms.push_back(target.offset.bytes);
    }
    collect(value.raw, terms);
    if (value.unset) terms.push_back(*value.unset);
    if (value.opaque) terms.push_back(*value.opaque);
  }
}

bool is_in(const z3::expr& constant, const std::vector<z3::expr>& all) {
  return std::any_of(all.begin(), all.end(), [&](const z3::expr& one) { return z3::eq(one, constant); });
}

bool are_alike(const Cells& a, const Cells& b) {
  if (a == b) return true;
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a[i].whole != !b[i].whole || a[i].index != b[i].index || a[i].bytes != b[i].bytes) return false;
    if (!a[i].whole || a[i].whole == b[i].whole) continue;
    const Value &x = *a[i].whole, &y = *b[i].whole;
    const bool plain = x.term && y.term && x.pointer.empty() && y.pointer.empty() && x.raw.empty() && y.raw.empty();
    const auto same_condition = [](const Condition& c, const Condition& d) {
      return !c == !d && (!c || z3::eq(*c, *d));
    };
    if (!plain || !z3::eq(*x.term, *y.term) || !same_condition(x.unset, y.unset) || !same_condition(x.opaque, y.opaque))
      return false;
  }
  return true;
}

/// What comes after such a fault is nobody's concern.
bool ends_meaning(Fault::Kind kind) {
  return kind == Fault::Kind::undefined || kind == Fault::Kind::read_outside || kind == Fault::Kind::write_outside;
}

z3::expr to_64_bits(const z3::expr& bits, bool is_signed) { return integer::resize(bits, 64, is_signed); }

}  // namespace

bool Interpreter::is_over_elements(const Frame& frame, const Step& step) const {
  if (!machine_.any || machine_.any->window || machine_.any->probe || executed_.size() != 1) return false;
  const llvm::Loop* loop = frame.shape.loops.getLoopFor(step.block);
  if (!loop || loop->getHeader() != step.block || step.iterations.back().number != 0 || frame.only == loop)
    return false;
  llvm::SmallVector<llvm::BasicBlock*, 4> ends;
  loop->getExitingBlocks(ends);
  return std::any_of(ends.begin(), ends.end(), [&](const llvm::BasicBlock* end) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end->getTerminator());
    return branch && branch->isConditional() && DependsOnLength(*executed_[0])(branch->getCondition());
  });
}

/// A loop that is met on the way: what there is of it before it is executed.
struct Interpreter::ElementLoop {
  Interpreter& in;
  Machine& machine;
  AnyLength& any;
  const Shape& shape;
  const Step& step;
  const llvm::Loop& loop;
  const State entry;

  struct Counter {
    const llvm::PHINode* phi;
    Value start;
    std::int64_t step;
  };
  /// What there is for each element and is accessed: how its window moves.
  struct Vector {
    int object;
    std::int64_t pitch, step;  // bytes; from one iteration to the next
    z3::expr begin;            // of the first window
  };
  std::vector<Counter> counters = {};
  std::vector<Vector> vectors = {};
  std::int64_t iterations = 1, elements = 1;          // of a window
  std::optional<z3::expr> rounds = {}, windows = {};  // iterations and windows in all
  bool ends_at_header = true;

  ElementLoop(Interpreter& interpreter, const Frame& frame, const Step& at)
      : in(interpreter),
        machine(interpreter.machine_),
        any(*machine.any),
        shape(frame.shape),
        step(at),
        loop(*frame.shape.loops.getLoopFor(at.block)),
        entry(machine.state) {}

  z3::expr bits(std::int64_t value) const { return machine.terms.bits(value, 64); }
  bool downwards() const { return vectors[0].step < 0; }

  /// A number of which only what `given` says is known; `sample` is what it is in the sample.
  z3::expr number_of(const z3::expr& sample) const {
    const z3::expr made = machine.terms.fresh(machine.terms.context().bv_sort(64));
    any.numbers.push_back(made);
    any.samples.push_back(sample);
    return made;
  }
  std::int64_t sample(const z3::expr& bits_of_numbers) const {
    const auto value = literal_value(z3::expr(bits_of_numbers).substitute(any.numbers, any.samples).simplify());
    if (!value) throw Stop{"an index that depends on operands"};
    return *value;
  }

  void find_form() {
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

  Value value_at(const Counter& counter, const z3::expr& iteration) const {
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
  void set_counters(const z3::expr& iteration) const {
    for (const Counter& counter : counters)
      machine.state.registers[counter.phi] = std::make_shared<const Value>(value_at(counter, iteration));
  }

  Frame one_iteration() const {
    Frame frame{shape, {}, {}, {}, {}};
    frame.only = &loop;
    in.run(frame, step);
    return frame;
  }

  struct Probed {
    std::vector<AnyLength::Access> accesses;
    std::optional<std::pair<Value, Value>> compared;  // by the loop's end
    std::vector<Fault> faults;
  };
  /// Executes an iteration by which only this is found out.
  Probed probe(const z3::expr& iteration) {
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

  /// What goes wrong, by numbers alone, does not, or nothing that comes later matters.
  void assume_faultless(const std::vector<Fault>& faults) const {
    for (const Fault& fault : faults)
      if (ends_meaning(fault.kind) && machine.is_of_numbers(fault.when)) any.faultless.push_back(!fault.when);
  }

  void find_vectors() {
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

  /// How many iterations there are, by the comparison at the loop's end: so far a guess.
  void find_rounds() {
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

  /// Where an iteration is a part of an element: all elements.
  z3::expr all_elements() const {
    if (!machine.holds(*rounds == any.len * bits(iterations)))
      throw Stop{"iterations that do not make up the elements"};
    return any.len;
  }

  /// distance / by rounded up, and 0 where it is negative: where it is less than 2^40.
  z3::expr divided_up(const z3::expr& distance, std::int64_t by) const {
    if (by == 1 && machine.holds(distance >= 0)) return distance;
    const auto of_sample = sample(distance);
    const z3::expr quotient = number_of(bits(of_sample <= 0 ? 0 : (of_sample + by - 1) / by));
    const z3::expr product = quotient * bits(by), most = bits(std::int64_t{1} << 40);
    any.given.push_back(z3::implies(distance <= 0, quotient == 0));
    any.given.push_back(z3::implies(distance > 0 && distance<most, quotient> 0 && quotient < most &&
                                    product >= distance && product < distance + bits(by)));
    return quotient;
  }

  std::int64_t window_step(const Vector& v) const { return v.step * iterations; }
  /// Where the window of that number begins.
  z3::expr begin(const Vector& v, const z3::expr& window) const {
    return (v.begin + bits(window_step(v)) * window).simplify();
  }

  bool is_multiple(const z3::expr& term, std::int64_t by) const {
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

  /// The windows of all vectors are those of the same elements, and all lie within the vectors.
  void check_windows() const {
    const Vector& one = vectors[0];
    for (const Vector& v : vectors) {
      const z3::expr beyond = begin(v, *windows - bits(1));
      const z3::expr least = downwards() ? beyond : v.begin, last = downwards() ? v.begin : beyond;
      const z3::expr end = last + bits(elements * v.pitch);
      const z3::expr inside = least >= 0 && end <= any.len * bits(v.pitch) && end >= 0;
      const bool is_whole = is_multiple(v.begin, v.pitch);
      const bool is_alike = machine.holds(
          v.pitch == one.pitch ? v.begin == one.begin : v.begin * bits(one.pitch) == one.begin * bits(v.pitch));
      if (!is_whole || !is_alike) throw Stop{"vectors that are passed through from different places"};
      if (!machine.holds(z3::implies(*windows > 0, inside))) throw Stop{"elements that need not be there"};
    }
  }

  // ---- one window

  struct Operands {
    Element in, inout;
    z3::expr element;  // its number
  };

  std::vector<Operands> operands_of_window(const z3::expr& window) {
    std::vector<Operands> all;
    const Vector& one = vectors[0];
    for (std::int64_t j = 0; j < elements; ++j) {
      const z3::expr here = begin(one, window) + bits(j * one.pitch);
      const z3::expr number = number_of(bits(sample(here) / one.pitch));
      // The window's begin is a multiple of the pitch: see check_windows.
      any.given.push_back(z3::implies(here >= 0 && here < any.len * bits(one.pitch),
                                      number * bits(one.pitch) == here && number >= 0 && number < any.len));
      const auto named = [&](const Element& like, const char* name) {
        Element made;
        for (std::size_t leaf = 0; leaf < like.size(); ++leaf) {
          const auto text =
              std::string(name) + std::to_string(any.loops) + "." + std::to_string(j) + "." + std::to_string(leaf);
          made.push_back(machine.terms.context().constant(text.c_str(), like[leaf].get_sort()));
        }
        return made;
      };
      all.push_back({named(any.in, "window in"), named(any.inout, "window inout"), number});
    }
    return all;
  }

  /// A choice by numbers alone that is clear here.
  z3::expr pruned(const z3::expr& term) const {
    if (!term.is_app() || term.decl().decl_kind() != Z3_OP_ITE || !machine.is_of_numbers(term.arg(0))) return term;
    if (machine.holds(term.arg(0))) return pruned(term.arg(1));
    if (machine.holds(!term.arg(0))) return pruned(term.arg(2));
    return term;
  }
  Cells pruned(const Cells& cells) const {
    Cells result = cells;
    std::map<const Value*, std::shared_ptr<const Value>> done;
    for (Cell& cell : result) {
      if (!cell.whole || !cell.whole->term) continue;
      auto& known = done[cell.whole.get()];
      if (!known) {
        Value value = *cell.whole;
        value.term = pruned(*value.term);
        known = std::make_shared<const Value>(value);
      }
      cell.whole = known;
    }
    return result;
  }

  void open_window(const z3::expr& window, const std::vector<Operands>& operands) {
    any.window = AnyLength::Window{static_cast<int>(elements), {}};
    for (const Vector& v : vectors) any.window->begin.emplace(v.object, begin(v, window));
    for (const Vector& v : vectors) {
      const Cells of_one = *machine.region(v.object).cells;
      Cells all;
      for (const Operands& o : operands) {
        Substitution there(machine.terms.context());
        there.put(any.in, o.in);
        there.put(any.inout, o.inout);
        there.put(any.element, o.element);
        const Cells cells = pruned(there(of_one));
        all.insert(all.end(), cells.begin(), cells.end());
      }
      machine.region(v.object).cells = std::make_shared<const Cells>(std::move(all));
    }
  }

  /// The window's iterations; what they find is in machine.faults.
  State run_window(const z3::expr& window) {
    std::vector<State> ends;
    for (std::int64_t j = 0; j < iterations; ++j) {
      Frame frame = one_iteration();
      const bool is_last = j + 1 == iterations;
      if (ends_at_header ? !frame.left.empty() : !is_last && !frame.left.empty())
        throw Stop{"a loop whose number of rounds is not clear"};
      ends = std::move(frame.back);
      if (!ends_at_header && is_last) {
        for (const State& state : ends) check_path(state, window + bits(1) < *windows);
        for (Frame::Left& left : frame.left) {
          check_path(left.state, window + bits(1) == *windows);
          left.state.registers = {};
          for (const Counter& counter : counters)  // what would come next
            left.state.registers[counter.phi] =
                std::make_shared<const Value>(value_at(counter, (window + bits(1)) * bits(iterations)));
          ends.push_back(std::move(left.state));
        }
      }
      if (ends.empty()) throw Stop{what_stopped()};
      machine.state = machine.merge(std::move(ends));
      ends.clear();
    }
    return machine.state;
  }
  void check_path(const State& state, const z3::expr& claim) const {
    const auto path = std::exchange(machine.state.path, state.path);
    const bool holds = machine.holds(claim);
    machine.state.path = path;
    if (!holds) throw Stop{"a loop whose number of rounds is not clear"};
  }
  std::string what_stopped() const {
    for (const Fault& fault : machine.faults)
      if (fault.kind == Fault::Kind::unmodelled) {
        machine.where = fault.where;
        return fault.what;
      }
    return "a loop over the elements of which no iteration comes to its end";
  }

  void check_counters(const State& end, const z3::expr& window) const {
    for (const Counter& counter : counters) {
      const Value due = value_at(counter, (window + bits(1)) * bits(iterations));
      const Value& found = *end.registers.at(counter.phi);
      const auto known = [&] {
        if (due.term) return found.term && machine.holds(*found.term == *due.term);
        return found.pointer.size() == 1 && found.pointer[0].object == due.pointer[0].object &&
               machine.holds(found.pointer[0].when && found.pointer[0].offset.bytes == due.pointer[0].offset.bytes);
      };
      if (found.unset || found.opaque || !known()) throw Stop{"a counter that does not move as it seems"};
    }
  }

  /// Objects besides the vectors that are other than before.
  std::vector<int> written(const State& end, const State& begin, int objects) const {
    std::vector<int> all;
    for (const auto& [object, region] : end.memory) {
      if (object > objects || machine.object(object).for_each_element) continue;
      const auto before = begin.memory.find(object);
      const bool is_same = before != begin.memory.end() ? before->second.cells == region.cells
                                                        : machine.object(object).initial == region.cells;
      if (!is_same) all.push_back(object);
    }
    return all;
  }

  // ---- all windows

  /// What an iteration leaves of local variables does not matter to the next one: there they are not set.
  void forget(State& state, const std::vector<int>& objects) const {
    for (const int object : objects) {
      const auto role = machine.object(object).role;
      if (role != Role::local && role != Role::heap) throw Stop{"a loop over the elements that writes other memory"};
      machine.state = state;
      machine.region(object).cells =
          std::make_shared<const Cells>(static_cast<std::size_t>(machine.object(object).size));
      state = machine.state;
    }
  }

  void check_vectors_alone(const State& end, int objects) const {
    for (const auto& [object, region] : end.memory) {
      if (object > objects || !machine.object(object).for_each_element) continue;
      const bool is_known =
          std::any_of(vectors.begin(), vectors.end(), [&](const Vector& v) { return v.object == object; });
      const auto before = entry.memory.find(object);
      const bool is_same = before == entry.memory.end() ? machine.object(object).initial == region.cells
                                                        : before->second.cells == region.cells;
      if (!is_known && !is_same) throw Stop{"a vector that changes besides"};
    }
  }

  State run() {
    find_form();
    assume_faultless(machine.faults);
    const auto faultless_before = any.faultless;
    find_vectors();
    find_rounds();
    check_windows();
    ++any.loops;
    const z3::expr window = number_of(bits(0));
    const auto operands = operands_of_window(window);
    const int objects = machine.objects();
    std::vector<Fault> before = std::exchange(machine.faults, {});
    State begin = entry, end = entry;
    std::vector<int> forgotten;
    for (int attempt = 0;; ++attempt) {
      if (attempt == most_attempts) throw Stop{"a loop over the elements that writes more and more variables"};
      machine.faults.clear();
      begin = entry;
      forget(begin, forgotten);
      machine.state = begin;
      machine.state.path.push_back(window >= 0);
      machine.state.path.push_back(window < *windows);
      set_counters(window * bits(iterations));
      open_window(window, operands);
      begin = machine.state;
      end = run_window(window);
      auto more = written(end, begin, objects);
      std::erase_if(more, [&](int object) { return std::ranges::count(forgotten, object) > 0; });
      if (more.empty()) break;
      forgotten.insert(forgotten.end(), more.begin(), more.end());
    }
    check_counters(end, window);
    check_vectors_alone(end, objects);
    any.window.reset();
    auto faultless = std::exchange(any.faultless, faultless_before);  // a fault must not hide itself
    add_faults(std::move(before), operands);
    any.faultless = std::move(faultless);
    State after = entry;
    forget(after, forgotten);
    machine.state = after;
    close_windows(end, window, operands);
    return leave();
  }

  /// What can go wrong with an element of a window can with any.
  void add_faults(std::vector<Fault> before, const std::vector<Operands>& operands) {
    auto found = std::exchange(machine.faults, std::move(before));
    for (Fault& fault : found) {
      if (machine.is_of_numbers(fault.when) && !is_possible(fault.when)) continue;
      fault.when = of_any_element(fault.when, operands);
      machine.faults.push_back(std::move(fault));
    }
  }
  bool is_possible(const z3::expr& when) const {
    const auto path = std::exchange(machine.state.path, {});
    const bool never = machine.holds(!when);
    machine.state.path = path;
    return !never;
  }
  z3::expr of_any_element(const z3::expr& term, const std::vector<Operands>& operands) const {
    z3::expr_vector one(term.ctx());
    one.push_back(term);
    const auto constants = constants_of(one);
    Substitution to_any(term.ctx());
    int used = 0;
    for (const Operands& o : operands) {
      const bool uses = std::any_of(constants.begin(), constants.end(),
                                    [&](const z3::expr& c) { return is_in(c, o.in) || is_in(c, o.inout); });
      if (!uses) continue;
      ++used;
      to_any.put(o.in, any.in);
      to_any.put(o.inout, any.inout);
    }
    if (used > 1) throw Stop{"what goes wrong with several elements together"};
    return to_any(term);
  }

  /// What becomes of any element: what the iteration of its window leaves, if there is one.
  void close_windows(const State& end, const z3::expr& window, const std::vector<Operands>& operands) {
    const Vector& one = vectors[0];
    const z3::expr at = any.element * bits(one.pitch), size = bits(elements * one.pitch);
    const z3::expr beyond = begin(one, *windows - bits(1));
    const z3::expr least = downwards() ? beyond : one.begin, last = downwards() ? one.begin : beyond;
    z3::expr covered = *windows > 0 && at >= least && at < last + size;
    if (machine.holds(covered)) covered = machine.terms.truth(true);
    // The number of the window in which the element lies.
    const z3::expr mine = number_of(bits(0)), begins = begin(one, mine);
    any.given.push_back(z3::implies(covered, mine >= 0 && mine < *windows && begins <= at && at < begins + size));
    for (const Vector& v : vectors) {
      const Cells all = *end.memory.at(v.object).cells, old = *machine.region(v.object).cells;
      std::vector<Cells> ends;
      for (std::int64_t j = 0; j < elements; ++j) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(j * v.pitch);
        ends.push_back(of_any(Cells(from, from + v.pitch), operands[static_cast<std::size_t>(j)], window, mine));
      }
      Cells now = ends[0];
      for (std::int64_t j = 1; j < elements; ++j) {
        const auto& other = ends[static_cast<std::size_t>(j)];
        if (are_alike(now, other)) continue;
        now = choose(machine.terms, at == begins + bits(j * one.pitch), other, now);
      }
      if (!covered.is_true()) now = choose(machine.terms, covered, now, old);
      machine.region(v.object).cells = std::make_shared<const Cells>(std::move(now));
    }
  }

  Cells of_any(const Cells& cells, const Operands& operands, const z3::expr& window, const z3::expr& mine) const {
    Substitution to_any(machine.terms.context());
    to_any.put(operands.in, any.in);
    to_any.put(operands.inout, any.inout);
    to_any.put(operands.element, any.element);
    to_any.put(window, mine);
    Cells result = to_any(cells);
    z3::expr_vector terms(machine.terms.context());
    collect(result, terms);
    for (const z3::expr& constant : constants_of(terms))
      if (!is_in(constant, any.in) && !is_in(constant, any.inout) && !is_in(constant, machine.parameters) &&
          !machine.is_of_numbers(constant))
        throw Stop{"an element whose result depends on more than its operands"};
    return result;
  }

  /// The state in which the loop is left, at the block to which it goes then.
  State leave() {
    if (!ends_at_header) return machine.state;
    set_counters(*rounds);
    return machine.state;
  }
};

void Interpreter::run_for_all_elements(Frame& frame, const Step& step) {
  ElementLoop loop(*this, frame, step);
  const std::vector<z3::expr> path = machine_.state.path;
  try {
    machine_.state = loop.run();
    if (loop.ends_at_header) {
      const Frame last = loop.one_iteration();
      if (!last.back.empty() || last.left.size() != 1) throw Stop{"a loop whose number of rounds is not clear"};
      machine_.state = last.left[0].state;
    }
  } catch (const PathEnds&) {
    throw Stop{"a loop over the elements of which no iteration comes to its end"};
  }
  machine_.state.path = path;
  const llvm::BasicBlock* end = loop.loop.getExitingBlock();
  const llvm::BasicBlock* to = nullptr;
  for (const llvm::BasicBlock* next : llvm::successors(end))
    if (!loop.loop.contains(next)) to = next;
  Step from = step;
  from.block = end;
  arrive(frame, from, to);
}

bool Interpreter::copy_all(const Value& to, const Value& from, const Value& bytes) {
  if (!machine_.any || machine_.any->window || to.pointer.size() != 1 || from.pointer.size() != 1) return false;
  const Target &target = to.pointer[0], &source = from.pointer[0];
  if (target.object == null_object || source.object == null_object) return false;
  const Object &there = machine_.object(target.object), &here = machine_.object(source.object);
  if (!there.for_each_element || !here.for_each_element) return false;
  const z3::expr size = machine_.settled(bytes, "a number of bytes");
  const bool is_all =
      there.size == here.size && machine_.is_of_numbers(size) &&
      machine_.holds(target.when && source.when && target.offset.bytes == 0 && source.offset.bytes == 0 &&
                     size == machine_.any->len * machine_.terms.bits(here.size, 64));
  if (!is_all) throw Stop{"a copy that is not of all elements"};
  if (there.role == Role::invec)
    machine_.fault(Fault::Kind::writes_invec, machine_.terms.truth(true), "a write to invec");
  machine_.region(target.object).cells = machine_.region(source.object).cells;
  return true;
}

std::optional<Value> Interpreter::allocate_for_all(const z3::expr& bytes, const std::string& name, Role role) {
  if (!machine_.any || machine_.any->window || literal_value(bytes.simplify())) return {};
  const AnyLength& any = *machine_.any;
  if (!machine_.is_of_numbers(bytes)) return {};
  const auto of_samples = literal_value(z3::expr(bytes).substitute(any.numbers, any.samples).simplify());
  const auto len = literal_value(z3::expr(any.len).substitute(any.numbers, any.samples).simplify());
  if (!of_samples || !len || *of_samples <= 0 || *of_samples % *len != 0) return {};
  const std::int64_t pitch = *of_samples / *len;
  if (!machine_.holds(bytes == any.len * machine_.terms.bits(pitch, 64))) return {};
  const int object = machine_.add_object({role, name, pitch, {}, true}, Cells(static_cast<std::size_t>(pitch)));
  return machine_.pointer_to(object);
}

}  // namespace tutti::op::ir
