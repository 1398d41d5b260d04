// Addresses and what lies there, by LLVM's types.
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <numeric>

#include "verified/op/ir/integer.hpp"
#include "verified/op/ir/interpreter.hpp"

namespace tutti::op::ir {

namespace {

std::string text_of(llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  type->print(out);
  return text;
}

constexpr std::int64_t most_bytes = 1 << 20;  // of an object

std::uint64_t count_of(llvm::Type* type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector->getNumElements();
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return array->getNumElements();
  return llvm::isa<llvm::StructType>(type) ? type->getStructNumElements() : 0;
}

llvm::Type* part_of(llvm::Type* type, std::uint64_t i) {
  return llvm::isa<llvm::StructType>(type) ? type->getStructElementType(static_cast<unsigned>(i))
                                           : type->getContainedType(0);
}

std::int64_t offset_of(const llvm::DataLayout& layout, llvm::Type* type, std::uint64_t i) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    return static_cast<std::int64_t>(layout.getStructLayout(record)->getElementOffset(static_cast<unsigned>(i)));
  }
  return static_cast<std::int64_t>(i * layout.getTypeAllocSize(type->getContainedType(0)).getFixedSize());
}

bool is_aggregate(llvm::Type* type) { return type->isAggregateType() || type->isVectorTy(); }

/// An index of more than 32 bits that comes from one of at most 32 cannot leave the range.
bool is_small(const z3::expr& index) {
  const Z3_decl_kind kind = index.decl().decl_kind();
  const bool extension = kind == Z3_OP_ZERO_EXT || kind == Z3_OP_SIGN_EXT;
  return is_literal(index) || (extension && index.arg(0).get_sort().bv_size() <= 32);
}

}  // namespace

Format Interpreter::format_of(llvm::Type* type) const {
  if (type->isPointerTy()) return {Format::pointer, 64};
  if (type->isFloatTy()) return {Format::floating, 32};
  if (type->isDoubleTy()) return {Format::floating, 64};
  if (type->isX86_FP80Ty()) return {Format::floating, 80};
  if (type->isIntegerTy()) return {Format::integer, type->getIntegerBitWidth()};
  throw Stop{"the type " + text_of(type)};
}

std::int64_t Interpreter::size_of(llvm::Type* type) const {
  const auto bytes = layout_.getTypeAllocSize(type);
  if (bytes.isScalable() || bytes.getFixedSize() > most_bytes) throw Stop{"an object of the type " + text_of(type)};
  return static_cast<std::int64_t>(bytes.getFixedSize());
}

Value Interpreter::anything(llvm::Type* type) {
  if (!is_aggregate(type)) return machine_.terms.anything(format_of(type));
  Value result;
  for (std::uint64_t i = 0; i < count_of(type); ++i) result.parts.push_back(anything(part_of(type, i)));
  return result;
}

int Interpreter::new_object(const std::string& name, std::int64_t bytes, Role role) {
  if (bytes < 0 || bytes > most_bytes) throw Stop{"an object of " + std::to_string(bytes) + " bytes"};
  return machine_.add_object({role, name, bytes, {}}, Cells(static_cast<std::size_t>(bytes)));
}

Value Interpreter::load(const Value& address, llvm::Type* type) {
  if (is_aggregate(type)) {
    Value result;
    for (std::uint64_t i = 0; i < count_of(type); ++i) {
      const z3::expr offset = machine_.terms.bits(offset_of(layout_, type, i), 64);
      result.parts.push_back(load(moved(address, offset, 1, true), part_of(type, i)));
    }
    return result;
  }
  const Format format = format_of(type);
  if (format.bits % 8 != 0) throw Stop{"a load of the type " + text_of(type)};
  return machine_.load(address, format);
}

void Interpreter::store(const Value& address, const Value& value, llvm::Type* type) {
  if (is_aggregate(type)) {
    for (std::uint64_t i = 0; i < count_of(type); ++i) {
      const z3::expr offset = machine_.terms.bits(offset_of(layout_, type, i), 64);
      store(moved(address, offset, 1, true), value.parts[i], part_of(type, i));
    }
    return;
  }
  const Format format = format_of(type);
  if (format.bits % 8 != 0) throw Stop{"a store of the type " + text_of(type)};
  machine_.store(address, value, format);
}

Value Interpreter::moved(const Value& address, const z3::expr& index, std::int64_t scale, bool inbounds) {
  Value result = address;
  const z3::expr step = fold(index * machine_.terms.bits(scale, 64));
  const auto exact = literal_value(step);
  const auto is_near = [&] {  // of numbers of a call of any length
    constexpr std::int64_t far = std::int64_t{1} << 40, most_scale = 1 << 20;
    return machine_.any && scale < most_scale && machine_.is_of_numbers(index) &&
           machine_.holds(index > machine_.terms.bits(-far, 64) && index < machine_.terms.bits(far, 64));
  };
  if (inbounds && !is_small(index) && !is_near()) {
    const z3::expr overflow =
        integer::overflows(integer::Operation::multiply, true, index, machine_.terms.bits(scale, 64));
    machine_.undefined(overflow, address.opaque, "an index out of all bounds");
  }
  // Without inbounds, addresses are modulo 2^64: only powers of two divide them for sure.
  const std::int64_t divisor = inbounds ? scale : scale & -scale;
  for (Target& target : result.pointer) {
    Offset& offset = target.offset;
    offset.bytes = fold(offset.bytes + step);
    if (exact) {
      offset.residue += *exact;
    } else {
      offset.stride = std::gcd(offset.stride, divisor);
    }
    if (offset.stride > 0) offset.residue = (offset.residue % offset.stride + offset.stride) % offset.stride;
  }
  return result;
}

void Interpreter::check_index(const llvm::GEPOperator& address, const Value& array, const Value& index,
                              const z3::expr& wide, std::int64_t count) {
  const bool is_accessed = std::any_of(address.user_begin(), address.user_end(), [&](const llvm::User* user) {
    return llvm::getLoadStorePointerOperand(user) == &address;
  });
  const z3::expr last = machine_.terms.bits(is_accessed ? count - 1 : count, 64);
  const z3::expr outside = fold(wide < machine_.terms.bits(0, 64) || wide > last);
  const Condition unknown = either(array.opaque, index.opaque);  // which the access doubts
  machine_.undefined(unknown ? both(outside, negate(*unknown)) : outside, {},
                     "an index outside of an array of " + std::to_string(count));
}

Value Interpreter::evaluate_address(const llvm::GEPOperator& address) {
  Value result = value_of(address.getPointerOperand());
  if (address.getType()->isVectorTy()) throw Stop{"a vector of addresses"};
  llvm::Type* container = nullptr;  // of the element that the index chooses
  for (auto i = llvm::gep_type_begin(address); i != llvm::gep_type_end(address); ++i) {
    if (llvm::StructType* record = i.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(i.getOperand())->getZExtValue();
      const z3::expr offset = machine_.terms.bits(offset_of(layout_, record, field), 64);
      result = moved(result, offset, 1, address.isInBounds());
      container = i.getIndexedType();
      continue;
    }
    const Value index = value_of(i.getOperand());
    const std::int64_t size = size_of(i.getIndexedType());
    const bool in_array = i != llvm::gep_type_begin(address);
    const std::int64_t count = in_array ? static_cast<std::int64_t>(count_of(container)) : 0;
    container = i.getIndexedType();
    for (Target& target : result.pointer) {
      const auto start = literal_value(target.offset.bytes);
      if (count < 2 || !start || !address.isInBounds()) continue;
      target.offset.low = *start;
      target.offset.high = *start + count * size;
    }
    const bool in_whole = in_array && count >= 2 && address.isInBounds();
    const bool is_narrow = machine_.any && index.term->get_sort().bv_size() == 32;
    const z3::expr wide = is_narrow ? machine_.widened(*index.term, true) : integer::resize(*index.term, 64, true);
    const bool is_object = std::ranges::all_of(result.pointer, [&](const Target& target) {
      return target.object == null_object ||
             (literal_value(target.offset.bytes) == 0 && machine_.object(target.object).size == count * size);
    });
    if (in_whole && !is_object) check_index(address, result, index, wide, count);  // else the access shows it
    result = moved(with_doubts_of(result, index), wide, size, address.isInBounds());
  }
  return result;
}

Value Interpreter::allocate(const llvm::AllocaInst& variable) {
  const z3::expr elements = integer::resize(*value_of(variable.getArraySize()).term, 64, false);
  const auto count = literal_value(elements);
  const std::string name = variable.hasName() ? variable.getName().str() : "a local variable";
  if (!count) {
    throw Stop{machine_.any ? "an array on the stack whose length is not bounded: a long vector overflows it"
                            : "an array of variable length"};
  }
  const int object = new_object(name, *count * size_of(variable.getAllocatedType()));
  locals_.back().push_back(object);
  return machine_.pointer_to(object);
}

}  // namespace tutti::op::ir
