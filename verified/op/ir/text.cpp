// The functions of <string.h> on strings in buffers, and the comparison of bytes.
#include "verified/op/ir/integer.hpp"
#include "verified/op/ir/interpreter.hpp"

namespace tutti::op::ir {

namespace {

constexpr Format byte{Format::integer, 8};
constexpr std::int64_t longest = 256;  // of a string, in bytes

}  // namespace

struct Interpreter::Text {
  std::vector<z3::expr> bytes;  // from the address on, to the longest that it can be
  std::vector<z3::expr> open;   // of each, whether the string goes on to it
  z3::expr length;              // 64 bits: without the byte that ends it, or the limit
};

/// The string at the address, but at most `limit` bytes of it.
Interpreter::Text Interpreter::read_text(const Value& address, std::int64_t limit) {
  Terms& terms = machine_.terms;
  Text text{{}, {}, terms.bits(0, 64)};
  z3::expr open = terms.truth(true);
  for (std::int64_t at = 0; at < limit && !open.is_false(); ++at) {
    if (at == longest) throw Stop{"a string that is long"};
    std::optional<z3::expr> read;
    machine_.when(open, [&] {
      read = machine_.settled(machine_.load(moved(address, terms.bits(at, 64), 1, true), byte), "a character");
    });
    if (!read) break;  // outside of its buffer: a fault
    text.bytes.push_back(*read);
    text.open.push_back(open);
    open = both(open, negate(integer::is_zero(*read)));
    text.length = choose(open, terms.bits(at + 1, 64), text.length);
  }
  return text;
}

std::optional<Value> Interpreter::call_text(const std::string& name, std::span<const Value> arguments) {
  const Terms& terms = machine_.terms;
  if (name == "strlen") return number(read_text(arguments[0], Offset::unlimited).length);
  if (name == "strnlen") return number(read_text(arguments[0], exact(arguments[1], "a number of bytes")).length);
  if (name == "strcmp") return compare_bytes(arguments, Offset::unlimited, true);
  if (name == "strncmp") return compare_bytes(arguments, exact(arguments[2], "a number of bytes"), true);
  const bool appends = name == "strcat" || name == "strncat", fills = name == "strncpy";
  if (!appends && !fills && name != "strcpy") return {};
  const bool limited = fills || name == "strncat";
  const std::int64_t limit = limited ? exact(arguments[2], "a number of bytes") : Offset::unlimited;
  const Text text = read_text(arguments[1], limit);
  Value to = arguments[0];
  if (appends) to = moved(to, read_text(to, Offset::unlimited).length, 1, true);
  const auto put = [&](std::int64_t at, const z3::expr& value, const z3::expr& when) {
    machine_.when(when, [&] { machine_.store(moved(to, terms.bits(at, 64), 1, true), number(value), byte); });
  };
  const z3::expr zero = terms.bits(0, 8);
  const auto read = static_cast<std::int64_t>(text.bytes.size());
  for (std::int64_t at = 0; at < read; ++at) {
    const auto i = static_cast<std::size_t>(at);
    if (fills)
      put(at, choose(text.open[i], text.bytes[i], zero), terms.truth(true));
    else
      put(at, text.bytes[i], text.open[i]);
  }
  for (std::int64_t at = read; fills && at < limit; ++at) put(at, zero, terms.truth(true));
  if (name == "strncat") put(read, zero, same(text.length, terms.bits(read, 64)));
  return arguments[0];
}

/// Below, at or above zero as the first bytes that differ say; how far is the library's choice.
Value Interpreter::compare_bytes(std::span<const Value> arguments, std::int64_t limit, bool is_text) {
  Terms& terms = machine_.terms;
  z3::context& context = terms.context();
  z3::expr open = terms.truth(true), order = terms.bits(0, 32);
  const z3::func_decl distance =
      context.function("distance of bytes", context.bv_sort(8), context.bv_sort(8), context.bv_sort(30));
  Value result;
  for (std::int64_t at = 0; at < limit && !open.is_false(); ++at) {
    if (at == longest) throw Stop{"a comparison of long strings"};
    std::optional<Value> pair[2];
    machine_.when(open, [&] {
      for (int i = 0; i < 2; ++i) pair[i] = machine_.load(moved(arguments[i], terms.bits(at, 64), 1, true), byte);
    });
    if (!pair[1]) break;
    const z3::expr &a = *pair[0]->term, &b = *pair[1]->term;
    const z3::expr size = z3::zext(distance(a, b), 2) + 1;
    const z3::expr here = choose(integer::less(false, a, b), -size, size), equal = same(a, b);
    order = choose(both(open, negate(equal)), here, order);
    for (const auto& value : pair) {
      result.unset = either(result.unset, both(open, value->unset));
      result.opaque = either(result.opaque, both(open, value->opaque));
    }
    open = both(open, is_text ? both(equal, negate(integer::is_zero(a))) : equal);
  }
  machine_.uninterpreted = true;
  result.term = order;
  return result;
}

}  // namespace tutti::op::ir
