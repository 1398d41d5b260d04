// --type: a C type, read by recursive descent and laid out as C does on this machine.
#include "verified/op/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <set>

#include "verified/op/arithmetic.hpp"

namespace tutti::op {
namespace {

constexpr std::size_t most_leaves = 65536;
constexpr std::size_t most_written = 64 << 20;  // bytes of the names of leaves, those on the way included
constexpr int deepest_struct = 64;

constexpr std::string_view combining[] = {"char",     "short",  "int",   "long",     "signed",
                                          "unsigned", "double", "float", "_Complex", "complex"};

/// Words that cannot name a member.
constexpr std::string_view keywords[] = {
    "auto",   "break",    "case",     "char",     "const", "continue", "default", "do",     "double",
    "else",   "enum",     "extern",   "float",    "for",   "goto",     "if",      "inline", "int",
    "long",   "register", "restrict", "return",   "short", "signed",   "sizeof",  "static", "struct",
    "switch", "typedef",  "union",    "unsigned", "void",  "volatile", "while",   "_Bool",  "_Complex"};

struct Refusal {
  std::string_view word, why;
};

constexpr Refusal refused[] = {
    {"union", "a union does not say which of its members holds; name the member that the operator uses"},
    {"enum", "an enumeration is an int; write int"},
    {"const", "an operand is written, so leave const out"},
    {"volatile", "leave volatile out"},
    {"void", "void has no values"},
    {"__int128", "integers have up to 64 bits here"},
};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

ByteRange range_of(const Leaf& leaf) { return {leaf.offset, leaf.offset + data_bytes(leaf.scalar)}; }

std::size_t data_end(const Type& type) { return range_of(type.leaves.back()).end; }

std::size_t up(std::size_t n, std::size_t alignment) { return (n + alignment - 1) / alignment * alignment; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { next(); }

  Type whole() {
    Type type = with_dimensions(base());
    if (!word_.empty())
      stop(word_ == "*" ? pointer : fmt::format("nothing is expected behind the type, but '{}' is there", word_));
    type.text = text_;
    if (const auto end = data_end(type); end < type.size) type.gaps.push_back({{end, type.size}, true});
    return type;
  }

 private:
  static constexpr std::string_view pointer = "a pointer means nothing to another process; give what it points to";

  [[noreturn]] void stop(std::string_view wrong) const {
    throw InputError(fmt::format("type '{}', column {}: {}", text_, at_ + 1, wrong));
  }

  /// The next word, number or sign; empty at the end.
  void next() {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    at_ += word_.size();
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    std::size_t end = at_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    if (end == at_ && end < text_.size()) ++end;
    word_ = text_.substr(at_, end - at_);
  }

  bool at_name() const {
    return !word_.empty() && (std::isalpha(static_cast<unsigned char>(word_[0])) || word_[0] == '_');
  }

  bool take(std::string_view word) {
    if (word_ != word) return false;
    next();
    return true;
  }

  void require(std::string_view sign, std::string_view where) {
    if (!take(sign)) stop(fmt::format("'{}' is missing {}", sign, where));
  }

  Type base() {
    if (take("struct")) return structure();
    for (const auto& [word, why] : refused)
      if (word_ == word) stop(why);
    return number();
  }

  Type number() {
    if (!at_name()) stop("a type is missing");
    const std::size_t begin = at_;
    std::vector<std::string> words;
    do {
      words.emplace_back(word_);
      next();
    } while (contains(combining, words.back()) && contains(combining, word_));
    std::sort(words.begin(), words.end());
    const auto key = fmt::format("{}", fmt::join(words, " "));
    const auto row =
        std::find_if(std::begin(arithmetic), std::end(arithmetic), [&](auto& r) { return r.words == key; });
    if (row == std::end(arithmetic)) {
      at_ = begin;
      stop(words.size() > 1
               ? fmt::format("C has no type of the words {}", key)
               : fmt::format("the type '{}' is not known; write it out, as in struct{{double v; int i;}}", key));
    }
    if (row->scalar == Scalar::f80 && std::numeric_limits<long double>::digits != 64)
      stop("long double is known here only with a mantissa of 64 bits, as x86 has it");
    return row->is_complex ? complex_of(row->scalar) : scalar(row->scalar);
  }

  static Type scalar(Scalar s) {
    const std::size_t size = data_bytes(s);
    return {{}, size, size, {{"", s, 0}}};
  }

  static Type complex_of(Scalar s) {
    const std::size_t size = scalar(s).size;
    return {{}, 2 * size, size, {{".re", s, 0, true}, {".im", s, size, true}}};
  }

  Type structure() {
    if (++depth_ > deepest_struct)
      stop(fmt::format("a struct has at most {} others around it here", deepest_struct - 1));
    if (at_name()) next();
    if (word_ != "{") stop("the members of the struct are missing; write them out in braces");
    next();
    Type type;
    std::set<std::string> names;
    while (!take("}")) members(type, names);
    if (names.empty()) stop("a struct needs a member");
    type.size = up(type.size, type.alignment);
    --depth_;
    return type;
  }

  /// double v[3], w;
  void members(Type& type, std::set<std::string>& names) {
    if (word_.empty()) stop("'}' is missing at the end of the struct");
    const Type of = base();
    do {
      const std::string name = member_name();
      if (!names.insert(name).second) stop(fmt::format("there is a member '{}' already", name));
      next();
      if (word_ == ":") stop("a bit-field has no address; give the integer that holds it");
      const Type member = with_dimensions(of);
      const std::size_t offset = up(type.size, member.alignment);
      require_few(type.leaves.size() + member.leaves.size());
      append(type, member, offset, "." + name);
      type.size = offset + member.size;
      type.alignment = std::max(type.alignment, member.alignment);
    } while (take(","));
    require(";", "behind the member");
  }

  std::string member_name() const {
    if (word_ == "*" || word_ == "(") stop(pointer);
    if (!at_name() || contains(keywords, word_)) stop("the name of a member is missing");
    return std::string(word_);
  }

  Type with_dimensions(Type type) {
    std::vector<std::size_t> lengths;
    while (take("[")) {
      lengths.push_back(length());
      require("]", "behind the length of the array");
    }
    for (; !lengths.empty(); lengths.pop_back()) type = array(type, lengths.back());
    return type;
  }

  std::size_t length() {
    const std::string digits(word_);
    char* end = nullptr;
    errno = 0;
    const auto n = std::strtoull(digits.c_str(), &end, 0);
    if (digits.empty() || at_name() || *end != 0 || end == digits.c_str())
      stop("the length of an array is a number, such as [3]");
    if (n == 0) stop("an array has at least one element");
    require_few(errno == ERANGE ? most_leaves + 1 : n);
    next();
    return n;
  }

  Type array(const Type& of, std::size_t n) {
    require_few(n * of.leaves.size());
    Type type{{}, n * of.size, of.alignment, {}};
    for (std::size_t i = 0; i < n; ++i) append(type, of, i * of.size, fmt::format("[{}]", i));
    return type;
  }

  /// Appends `part` at `offset`, and `prefix` before its paths.
  void append(Type& whole, const Type& part, std::size_t offset, const std::string& prefix) {
    for (const Leaf& leaf : part.leaves) {
      whole.leaves.push_back({prefix + leaf.path, leaf.scalar, offset + leaf.offset, leaf.in_complex});
      written_ += whole.leaves.back().path.size();
      if (written_ > most_written)
        stop("the names of its numbers, such as .v[3], are too long in all; take shorter ones");
    }
  }

  void require_few(std::size_t leaves) const {
    if (leaves > most_leaves) stop(fmt::format("a type has at most {} numbers here", most_leaves));
  }

  std::string_view text_;
  int depth_ = 0;  ///< of structs
  std::size_t written_ = 0;
  std::size_t at_ = 0;     ///< where word_ begins
  std::string_view word_;  ///< ahead
};

}  // namespace

std::size_t value_bytes(Scalar s) {
  switch (s) {
    case Scalar::boolean:
    case Scalar::i8:
    case Scalar::u8: return 1;
    case Scalar::i16:
    case Scalar::u16: return 2;
    case Scalar::i32:
    case Scalar::u32:
    case Scalar::f32: return 4;
    case Scalar::f80: return 10;
    default: return 8;
  }
}

std::size_t data_bytes(Scalar s) { return s == Scalar::f80 ? sizeof(long double) : value_bytes(s); }

bool Type::has_floating() const {
  return std::any_of(leaves.begin(), leaves.end(), [](const Leaf& leaf) { return is_floating(leaf.scalar); });
}

Type parse_type(std::string_view text) { return Parser(text).whole(); }

Type with_data(Type type, std::span<const ByteRange> data) {
  const auto is_data = [&](std::size_t byte) {
    return std::ranges::any_of(data, [=](const ByteRange& r) { return r.begin <= byte && byte < r.end; });
  };
  std::vector<Leaf> leaves;
  type.gaps.clear();
  for (auto& leaf : type.leaves) {
    const auto [begin, end] = range_of(leaf);
    std::size_t bytes = 0;
    for (auto byte = begin; byte < end; ++byte) bytes += is_data(byte);
    if (bytes == end - begin)
      leaves.push_back(std::move(leaf));
    else if (bytes == 0)
      type.gaps.push_back({{begin, end}, false});
    else
      throw InputError(
          fmt::format("of {} bytes at {}, which are taken for a number, only {} are data; judge it with "
                      "--type",
                      end - begin, begin, bytes));
  }
  if (leaves.empty()) throw InputError("none of its elements' data are where '" + type.text + "' has numbers");
  type.leaves = std::move(leaves);
  const auto end = std::max(data_end(type), data.empty() ? 0 : data.back().end);
  if (end < type.size) type.gaps.push_back({{end, type.size}, true});
  return type;
}

}  // namespace tutti::op
