#include "verified/op/ir/value.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tutti::op::ir {

Offset exact_offset(z3::context& context, std::int64_t bytes) {
  return {.bytes = context.bv_val(bytes, 64), .residue = bytes};
}

Offset choose(const z3::expr& when, const Offset& a, const Offset& b) {
  const std::int64_t stride = std::gcd(std::gcd(a.stride, b.stride), std::abs(a.residue - b.residue));
  const std::int64_t residue = stride == 0 ? a.residue : (a.residue % stride + stride) % stride;
  return {choose(when, a.bytes, b.bytes), stride, residue, std::min(a.low, b.low), std::max(a.high, b.high)};
}

Value number(const z3::expr& term) {
  Value value;
  value.term = term;
  return value;
}

namespace {

std::vector<Target> choose_targets(const z3::expr& when, const std::vector<Target>& a, const std::vector<Target>& b) {
  const z3::expr never = truth(when.ctx(), false);
  std::vector<Target> result;
  for (const Target& x : a) {
    const auto y = std::find_if(b.begin(), b.end(), [&](const Target& t) { return t.object == x.object; });
    if (y == b.end()) {
      result.push_back({x.object, choose(when, x.when, never), x.offset});
    } else {
      result.push_back({x.object, choose(when, x.when, y->when), choose(when, x.offset, y->offset)});
    }
  }
  for (const Target& y : b) {
    const bool seen = std::any_of(a.begin(), a.end(), [&](const Target& t) { return t.object == y.object; });
    if (!seen) result.push_back({y.object, choose(when, never, y.when), y.offset});
  }
  std::erase_if(result, [](const Target& t) { return t.when.is_false(); });
  return result;
}

}  // namespace

Value choose(const z3::expr& when, const Value& a, const Value& b) {
  if (when.is_true()) return a;
  if (when.is_false()) return b;
  Value result;
  if (a.term && b.term) result.term = choose(when, *a.term, *b.term);
  result.pointer = choose_targets(when, a.pointer, b.pointer);
  for (std::size_t i = 0; i < a.parts.size(); ++i) result.parts.push_back(choose(when, a.parts[i], b.parts[i]));
  if (a.raw == b.raw) result.raw = a.raw;
  result.unset = choose(when, a.unset, b.unset);
  result.opaque = choose(when, a.opaque, b.opaque);
  return result;
}

Value with_doubts_of(Value value, std::span<const Value> operands) {
  for (const Value& operand : operands) value = with_doubts_of(std::move(value), operand);
  return value;
}

Value with_doubts_of(Value value, const Value& a) {
  value.unset = either(value.unset, a.unset);
  value.opaque = either(value.opaque, a.opaque);
  return value;
}

Value with_doubts_of(Value value, const Value& a, const Value& b) {
  return with_doubts_of(with_doubts_of(std::move(value), a), b);
}

z3::sort Terms::sort(const Format& format) const {
  if (format.kind == Format::integer) return format.bits == 1 ? context_.bool_sort() : context_.bv_sort(format.bits);
  if (floats_ == Floats::real) return context_.real_sort();
  switch (format.bits) {
    case 32: return context_.fpa_sort(8, 24);
    case 64: return context_.fpa_sort(11, 53);
    default: return context_.fpa_sort(15, 64);
  }
}

z3::expr Terms::fresh(const z3::sort& sort) {
  return context_.constant(("tutti!" + std::to_string(made_++)).c_str(), sort);
}

Value Terms::anything(const Format& format) {
  Value value;
  if (format.kind != Format::pointer) value.term = fresh(sort(format));
  value.opaque = truth(true);
  return value;
}

namespace {

bool has_bits(const Terms& terms, const Format& format) {
  return format.kind == Format::integer ||
         (format.kind == Format::floating && terms.floats() != Floats::real && format.bits != 80);
}

/// Where nothing is known of the bits, an opaque value.
Value bits_of(Terms& terms, const Value& value, const Format& format) {
  if (!has_bits(terms, format)) {
    Value bits = with_doubts_of(terms.anything({Format::integer, format.bits}), value);
    bits.pointer = value.pointer;
    return bits;
  }
  if (format.kind == Format::integer) return value;
  Value bits = with_doubts_of(number(bits_of_float(*value.term)), value);
  const z3::expr is_nan = fold(z3::expr(terms.context(), Z3_mk_fpa_is_nan(terms.context(), *value.term)));
  bits.opaque = either(bits.opaque, both(terms.truth(true), Condition(is_nan)));
  return bits;
}

bool is_zero(const Value& value) { return value.term && value.term->is_numeral() && literal_value(*value.term) == 0; }

Value of_bits(Terms& terms, const Value& bits, const Format& format) {
  if (format.kind == Format::pointer) {
    Value pointer;
    pointer.pointer = bits.pointer;
    if (bits.pointer.empty() && is_zero(bits)) {
      pointer.pointer = {{null_object, terms.truth(true), exact_offset(terms.context(), 0)}};
    }
    if (!pointer.pointer.empty()) {
      pointer.unset = bits.unset;
      return pointer;
    }
  }
  if (!has_bits(terms, format)) return with_doubts_of(terms.anything(format), bits);
  if (format.kind == Format::integer) return bits;
  return with_doubts_of(number(float_of_bits(*bits.term, terms.sort(format))), bits);
}

/// A byte as an integer.
Value byte_of(Terms& terms, const Cell& cell) {
  if (!cell.whole) {
    Value byte = number(terms.fresh(terms.context().bv_sort(8)));
    byte.unset = terms.truth(true);
    return byte;
  }
  const Value& whole = *cell.whole;
  const unsigned bits = static_cast<unsigned>(cell.bytes) * 8;
  Format format{Format::integer, bits};
  if (!whole.term)
    format.kind = Format::pointer;
  else if (!whole.term->is_bv())
    format.kind = Format::floating;
  const Value all = bits_of(terms, whole, format);
  const unsigned low = static_cast<unsigned>(cell.index) * 8;
  return with_doubts_of(number(slice(*all.term, low + 7, low)), all);
}

/// The term of which the bytes, lowest first, are the slices in order.
std::optional<z3::expr> sliced(const std::vector<z3::expr>& bytes) {
  std::optional<z3::expr> base;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const z3::expr& byte = bytes[i];
    if (!byte.is_app() || byte.decl().decl_kind() != Z3_OP_EXTRACT || byte.lo() != 8 * i) return {};
    if (base && !z3::eq(*base, byte.arg(0))) return {};
    base = byte.arg(0);
  }
  if (base && base->get_sort().bv_size() != 8 * bytes.size()) return {};
  return base;
}

Value assemble(Terms& terms, const Cells& cells) {
  std::vector<z3::expr> bytes;
  Value result;
  for (const Cell& cell : cells) {
    const Value byte = byte_of(terms, cell);
    bytes.push_back(*byte.term);
    result.unset = either(result.unset, byte.unset);
    result.opaque = either(result.opaque, byte.opaque);
  }
  result.term = sliced(bytes);
  if (!result.term) {
    z3::expr_vector highest_first(terms.context());
    for (std::size_t i = bytes.size(); i > 0; --i) highest_first.push_back(bytes[i - 1]);
    result.term = bytes.size() == 1 ? bytes[0] : fold(z3::concat(highest_first));
  }
  return result;
}

/// From `at` on lie all the bytes of one value: how many. Else 0.
int whole_at(const Cells& cells, std::size_t at) {
  const Cell& first = cells[at];
  if (!first.whole || first.index != 0 || at + first.bytes > cells.size()) return 0;
  for (int i = 1; i < first.bytes; ++i) {
    if (cells[at + i] != Cell{first.whole, i, first.bytes}) return 0;
  }
  return first.bytes;
}

bool unset_at(const Cells& cells, std::size_t at, int bytes) {
  const auto first = cells.begin() + static_cast<std::ptrdiff_t>(at);
  return std::all_of(first, first + bytes, [](const Cell& c) { return !c.whole; });
}

bool alike(const Value& a, const Value& b) {
  if (!a.term || !b.term) return !a.term && !b.term;
  return z3::eq(a.term->get_sort(), b.term->get_sort());
}

/// The `bytes` at `at` of both, where they can be one value.
std::optional<Value> choose_whole(const z3::expr& when, const Cells& a, const Cells& b, std::size_t at, int bytes) {
  const int of_a = whole_at(a, at), of_b = whole_at(b, at);
  if (of_a == bytes && of_b == bytes && alike(*a[at].whole, *b[at].whole)) {
    return choose(when, *a[at].whole, *b[at].whole);
  }
  const z3::expr never = truth(when.ctx(), false);
  if (of_a == bytes && unset_at(b, at, bytes)) {
    Value value = *a[at].whole;
    value.unset = choose(when, value.unset.value_or(never), !never);
    return value;
  }
  if (of_b == bytes && unset_at(a, at, bytes)) {
    Value value = *b[at].whole;
    value.unset = choose(when, !never, value.unset.value_or(never));
    return value;
  }
  return {};
}

}  // namespace

Value convert(Terms& terms, const Value& value, const Format& from, const Format& to) {
  if (from == to) return value;
  Value result = of_bits(terms, bits_of(terms, value, from), to);
  result.raw = value.raw;
  return result;
}

Cells cells_of(const Value& value, const Format& format) {
  if (!value.raw.empty()) return value.raw;
  const int bytes = format.bytes();
  const auto whole = std::make_shared<const Value>(value);
  Cells cells;
  for (int i = 0; i < bytes; ++i) cells.push_back({whole, i, bytes});
  return cells;
}

Value value_of(Terms& terms, const Cells& cells, const Format& format) {
  if (whole_at(cells, 0) == static_cast<int>(cells.size())) {
    const Value& whole = *cells[0].whole;
    const bool wants_pointer = format.kind == Format::pointer;
    if (whole.term ? !wants_pointer && z3::eq(whole.term->get_sort(), terms.sort(format)) : wants_pointer) return whole;
    Format from{Format::pointer, 64};
    if (whole.term) from = {whole.term->is_bv() ? Format::integer : Format::floating, 8 * format.bytes() + 0U};
    return convert(terms, whole, from, format);
  }
  Value result = assemble(terms, cells);
  if (format.kind != Format::integer) result = of_bits(terms, result, format);
  result.raw = cells;
  return result;
}

Cells choose(Terms& terms, const z3::expr& when, const Cells& a, const Cells& b) {
  Cells result = a;
  for (std::size_t at = 0; at < a.size(); ++at) {
    if (a[at] == b[at]) continue;
    const int bytes = std::max(whole_at(a, at), whole_at(b, at));
    if (const auto whole = bytes > 0 ? choose_whole(when, a, b, at, bytes) : std::optional<Value>()) {
      const auto shared = std::make_shared<const Value>(*whole);
      for (int i = 0; i < bytes; ++i) result[at + i] = {shared, i, bytes};
      at += bytes - 1;
    } else {
      const Value byte = choose(when, byte_of(terms, a[at]), byte_of(terms, b[at]));
      result[at] = {std::make_shared<const Value>(byte), 0, 1};
    }
  }
  return result;
}

}  // namespace tutti::op::ir
