// The calls that are executed: of an operator on vectors, and of a precondition on an element.
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include "verified/op/function.hpp"
#include "verified/op/ir/called.hpp"
#include "verified/op/ir/canonical.hpp"
#include "verified/op/ir/element_type.hpp"
#include "verified/op/ir/execute.hpp"
#include "verified/op/ir/interpreter.hpp"
#include "verified/op/ir/left_scopes.hpp"
#include "verified/op/ir/signed_shifts.hpp"
#include "verified/op/ir/simplified.hpp"

namespace tutti::op {

struct Module::Parts {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::Module> simple;
  std::vector<std::string> unsequenced;
  std::optional<bool> large_count;
};

namespace {

using namespace ir;

constexpr unsigned operator_parameters = 4;

Format format_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean:
    case Scalar::i8:
    case Scalar::u8: return {Format::integer, 8};
    case Scalar::i16:
    case Scalar::u16: return {Format::integer, 16};
    case Scalar::i32:
    case Scalar::u32: return {Format::integer, 32};
    case Scalar::i64:
    case Scalar::u64: return {Format::integer, 64};
    case Scalar::f32: return {Format::floating, 32};
    case Scalar::f64: return {Format::floating, 64};
    case Scalar::f80: break;
  }
  return {Format::floating, 80};
}

bool is_packed(const Type& type) {
  std::size_t bytes = 0;
  for (const Leaf& leaf : type.leaves) bytes += value_bytes(leaf.scalar);
  return bytes == type.size;
}

/// The element's leaves in memory; its padding is not set.
void put(Cells& cells, const Type& type, const Element& element, std::size_t at) {
  for (std::size_t i = 0; i < type.leaves.size(); ++i) {
    const Cells leaf = cells_of(number(element[i]), format_of(type.leaves[i].scalar));
    std::copy(leaf.begin(), leaf.end(), cells.begin() + static_cast<std::ptrdiff_t>(at + type.leaves[i].offset));
  }
}

int add_vector(Machine& machine, Role role, const char* name, const Type& type, const std::vector<Element>& elements) {
  Cells cells(elements.size() * type.size);
  for (std::size_t i = 0; i < elements.size(); ++i) put(cells, type, elements[i], i * type.size);
  for (const Element& element : elements) {
    for (std::size_t i = 0; i < element.size(); ++i) {
      if (type.leaves[i].scalar == Scalar::boolean) machine.assumed.push_back(z3::ule(element[i], 1));
    }
  }
  return machine.add_object({role, name, static_cast<std::int64_t>(cells.size()), {}, false, &type}, cells);
}

/// What stands in inoutvec after the call.
std::vector<Element> results(Machine& machine, const Type& type, int len, int inoutvec) {
  std::vector<Element> result(static_cast<std::size_t>(len));
  const Cells cells = *machine.region(inoutvec).cells;
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (const Leaf& leaf : type.leaves) {
      const Format format = format_of(leaf.scalar);
      const auto at = cells.begin() + static_cast<std::ptrdiff_t>(i * type.size + leaf.offset);
      const Value value = value_of(machine.terms, Cells(at, at + format.bytes()), format);
      result[i].push_back(machine.result(value, leaf.scalar == Scalar::boolean,
                                         "a result " + name_of_leaf("inoutvec", static_cast<int>(i), leaf)));
    }
  }
  return result;
}

Cells opaque_bytes(Machine& machine, int bytes) {
  Cells cells;
  for (int i = 0; i < bytes; ++i) {
    cells.push_back({std::make_shared<const Value>(machine.terms.anything({Format::integer, 8}))});
  }
  return cells;
}

/// The first handle for which the source was compiled, where it is a number: see Source::datatypes.
Cells handle_of(const llvm::Module& module, Machine& machine) {
  constexpr int bytes = 8;
  const auto* variable = module.getNamedGlobal(datatype_symbol);
  const auto* known = variable && variable->hasInitializer()
                          ? llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer())
                          : nullptr;
  if (!known) return opaque_bytes(machine, bytes);
  const auto first = static_cast<std::int64_t>(known->getElementAsInteger(0));
  return cells_of(number(machine.terms.bits(first, 64)), {Format::integer, 64});
}

std::vector<Element> all_constants(z3::context& context, const Type& type, Floats floats, const char* name, int len) {
  std::vector<Element> result;
  for (int i = 0; i < len; ++i) result.push_back(constants(context, type, floats, name, i));
  return result;
}

/// The numbers of a call of any length, of an element of it with those operands. *len has so many bits.
AnyLength any_length_of(z3::context& context, const Element& in, const Element& inout, unsigned bits) {
  constexpr int sample = 840;  // which all small numbers divide
  const auto most = bits == 64 ? AnyLength::most_of_large_count : AnyLength::most;
  const auto len = context.bv_const("len", bits), element = context.bv_const("element", 64);
  AnyLength any{.len = bits == 64 ? len : z3::sext(len, 64 - bits),
                .element = element,
                .in = in,
                .inout = inout,
                .numbers = z3::expr_vector(context),
                .samples = z3::expr_vector(context)};
  any.numbers.push_back(len);
  any.samples.push_back(context.bv_val(sample, bits));
  any.numbers.push_back(element);
  any.samples.push_back(context.bv_val(0, 64));
  any.given = {len >= 1, len <= context.bv_val(most, bits), element >= 0, element < any.len};
  return any;
}

/// What there is once for each element of a call of any length.
int add_for_each_element(Machine& machine, Role role, const char* name, const Type& type, const Element& element) {
  Cells cells(type.size);
  put(cells, type, element, 0);
  for (std::size_t i = 0; i < element.size(); ++i)
    if (type.leaves[i].scalar == Scalar::boolean) machine.assumed.push_back(z3::ule(element[i], 1));
  return machine.add_object({role, name, static_cast<std::int64_t>(type.size), {}, true, &type}, cells);
}

/// Its third parameter points to an integer of so many bits.
bool says_count_of(unsigned bits, const llvm::Function& function) {
  if (!has_parameters(function, operator_parameters)) return false;
  const auto* pointer = llvm::cast<llvm::PointerType>(function.getArg(2)->getType());
  return !pointer->isOpaque() && pointer->getNonOpaquePointerElementType()->isIntegerTy(bits);
}
bool says_large_count(const llvm::Function& function) { return says_count_of(64, function); }

Unsupported stopped(const Machine& machine, const std::string& what) { return {machine.where, what}; }

}  // namespace

bool can_execute_source() { return true; }

Module::Module(const std::string& file, std::vector<std::string> unsequenced) : parts_(std::make_unique<Parts>()) {
  parts_->unsequenced = std::move(unsequenced);
  llvm::SMDiagnostic fault;
  parts_->module = llvm::parseIRFile(file, fault, parts_->context);
  if (!parts_->module) throw InputError(file + " is not LLVM 14 bitcode: " + fault.getMessage().str());
  if (!parts_->module->getDataLayout().isLittleEndian() ||
      parts_->module->getDataLayout().getPointerSizeInBits() != 64) {
    throw InputError(file + " is not for a little-endian machine of 64 bits; compile it for this one");
  }
  mark_signed_shifts(*parts_->module);
  close_left_scopes(*parts_->module);
  parts_->simple = simplified(*parts_->module);
}
Module::~Module() = default;
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;

void Module::check_operator(const std::string& name) const {
  const llvm::Function* function = operator_called(*parts_->module, name);
  const bool is_precondition = function && has_parameters(*function, 1) && function->getReturnType()->isIntegerTy();
  if (function && parts_->large_count.value_or(false) && says_count_of(32, *function))
    throw InputError(name +
                     " takes its length for an int, so MPI_Op_create_c must not be given it; leave out "
                     "--large-count, or let it take an MPI_Count*");
  if (is_precondition || (function && has_parameters(*function, operator_parameters))) return;
  std::string others;
  for (const llvm::Function& f : *parts_->module) {
    if (has_parameters(f, operator_parameters)) others += (others.empty() ? "" : ", ") + name_for_user(f);
  }
  throw InputError("no function " + name + "(void*, void*, int*, MPI_Datatype*) in the source; " +
                   (others.empty() ? "it defines none like this" : "it defines " + others));
}

void Module::set_large_count(bool large) { parts_->large_count = large; }

bool Module::takes_large_count(const std::string& name) const {
  if (parts_->large_count) return *parts_->large_count;
  const auto* function = operator_called(*parts_->module, name);
  return function && says_large_count(*function);
}

std::optional<SourceLine> Module::definition_of(const std::string& name) const {
  const auto* function = operator_called(*parts_->module, name);
  return function ? ir::definition_of(*function) : std::nullopt;
}

std::vector<SeenType> Module::element_types(const std::string& name) const {
  const auto* function = operator_called(*parts_->module, name);
  return function ? ir::element_types(*parts_->module, *function) : std::vector<SeenType>{};
}

std::variant<Summary, Unsupported> Module::execute(const std::string& name, const Type& type, int len, Floats floats,
                                                   z3::context& context) const {
  check_operator(name);
  Machine machine(context, floats);
  machine.unsequenced = parts_->unsequenced;
  const bool is_any = len == any_length;
  const unsigned bits_of_length = takes_large_count(name) ? 64 : 32;
  const int elements = is_any ? 1 : len;
  Summary summary{len,
                  floats,
                  all_constants(context, type, floats, "in", elements),
                  all_constants(context, type, floats, "inout", elements),
                  {},
                  {},
                  {}};
  if (is_any) machine.any = any_length_of(context, summary.in[0], summary.inout[0], bits_of_length);
  const auto add = [&](Role role, const char* object, const std::vector<Element>& all) {
    return is_any ? add_for_each_element(machine, role, object, type, all[0])
                  : add_vector(machine, role, object, type, all);
  };
  const int invec = add(Role::invec, "invec", summary.in), inoutvec = add(Role::inoutvec, "inoutvec", summary.inout);
  const z3::expr number_of_elements = is_any ? machine.any->numbers[0] : context.bv_val(len, bits_of_length);
  const int length = machine.add_object({Role::length, "*len", bits_of_length / 8, {}},
                                        cells_of(number(number_of_elements), {Format::integer, bits_of_length}));
  const int handle = machine.add_object({Role::handle, "*datatype", 8, {}}, handle_of(*parts_->module, machine));
  std::vector<Value> arguments;
  for (const int object : {invec, inoutvec, length, handle}) arguments.push_back(machine.pointer_to(object));
  const auto extent = static_cast<std::int64_t>(type.size);
  const llvm::Module& module = is_any ? *parts_->simple : *parts_->module;
  try {
    Interpreter(module, machine, extent, static_cast<std::int64_t>(type.alignment), is_packed(type))
        .call(*operator_called(module, name), arguments);
    summary.result = results(machine, type, elements, inoutvec);
  } catch (const PathEnds&) {
    if (is_any) return stopped(machine, "no call that comes to its end");
    summary.result = summary.inout;
  } catch (const Stop& stop) {
    return stopped(machine, stop.what);
  } catch (const z3::exception& failure) {
    return stopped(machine, std::string("Z3 says: ") + failure.msg());
  }
  if (is_any) {
    for (const z3::expr& fact : machine.any->given) machine.assumed.push_back(fact);
    // Everything would hold of numbers that there cannot be.
    if (!machine.are_possible()) return stopped(machine, "a length for which nothing is possible");
    machine.state.path.clear();
    machine.any->faultless.clear();
    std::erase_if(machine.faults, [&](const Fault& f) { return machine.holds(!f.when); });
  }
  machine.forget_state(summary.result);
  summary.faults = std::move(machine.faults);
  summary.assumed = std::move(machine.assumed);
  summary.uninterpreted = machine.uninterpreted;
  return summary;
}

std::variant<z3::expr, Unsupported> Module::execute_precondition(const std::string& name, const Type& type,
                                                                 Floats floats, z3::context& context) const {
  check_operator(name);
  Machine machine(context, floats);
  auto whole = type;
  whole.gaps.clear();  // it is given a copy
  const int object =
      add_vector(machine, Role::invec, "the element", whole, all_constants(context, whole, floats, "a", 1));
  const Value argument = machine.pointer_to(object);
  try {
    Interpreter interpreter(*parts_->module, machine, static_cast<std::int64_t>(type.size),
                            static_cast<std::int64_t>(type.alignment), is_packed(type));
    const auto result = interpreter.call(*operator_called(*parts_->module, name), {&argument, 1});
    const z3::expr holds = machine.settled(*result, "a result");
    for (const Fault& fault : machine.faults) {
      machine.state.path = {fault.when};
      if (machine.feasible() != Machine::Feasible::no)
        return Unsupported{fault.where, "a precondition with " + fault.what};
    }
    return negate(same(holds, context.bv_val(0, holds.get_sort().bv_size())));
  } catch (const PathEnds&) {
    return stopped(machine, "a precondition that does not return");
  } catch (const Stop& stop) {
    return stopped(machine, stop.what);
  } catch (const z3::exception& failure) {
    return stopped(machine, std::string("Z3 says: ") + failure.msg());
  }
}

Module::Canonical Module::canonical_loop(const std::string& name, const Type& type) const {
  check_operator(name);
  if (takes_large_count(name) && !says_large_count(*operator_called(*parts_->module, name)))
    return {false, "a large count that the function may take for an int"};
  const std::string why_not = why_not_canonical(
      *parts_->simple, operator_called(*parts_->simple, name)->getName().str(), static_cast<std::int64_t>(type.size));
  return {why_not.empty(), why_not};
}

}  // namespace tutti::op
