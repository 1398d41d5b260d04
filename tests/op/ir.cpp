#include "tests/op/ir.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace tutti::op {

namespace {

std::size_t alignment_of(Scalar s) { return s == Scalar::f80 ? 16 : value_bytes(s); }
std::size_t size_of(Scalar s) { return s == Scalar::f80 ? 16 : value_bytes(s); }

void compile(const std::string& arguments) {
  const std::string command = std::string(TUTTI_CLANG) + " " + arguments;
  if (std::system(command.c_str()) != 0) throw std::runtime_error("fails: " + command);
}

}  // namespace

Type scalar_type(Scalar scalar) { return {"", size_of(scalar), alignment_of(scalar), {{"", scalar, 0}}}; }

Type array_type(Scalar scalar, int count) {
  Type type{"", size_of(scalar) * static_cast<std::size_t>(count), alignment_of(scalar), {}};
  for (int i = 0; i < count; ++i) {
    type.leaves.push_back({"[" + std::to_string(i) + "]", scalar, static_cast<std::size_t>(i) * size_of(scalar)});
  }
  return type;
}

Type struct_type(const std::vector<std::pair<std::string, Scalar>>& members) {
  Type type;
  const auto align = [&](std::size_t to) { type.size = (type.size + to - 1) / to * to; };
  for (const auto& [name, scalar] : members) {
    align(alignment_of(scalar));
    type.alignment = std::max(type.alignment, alignment_of(scalar));
    type.leaves.push_back({"." + name, scalar, type.size});
    type.size += size_of(scalar);
  }
  align(type.alignment);
  return type;
}

Snippet::Snippet(const std::string& source, const std::string& suffix, const std::vector<std::string>& flags) {
  file_ = folder_ / ("f" + suffix);
  std::ofstream(file_) << source;
  module_.emplace(compile_bitcode({.file = file_, .flags = flags}));
}

Snippet::~Snippet() {
  if (library_) dlclose(library_);
}

namespace {

sigjmp_buf before_trap;

void leave_trap(int) { siglongjmp(before_trap, 1); }

}  // namespace

std::optional<std::vector<std::byte>> Snippet::run(const std::string& function, std::vector<std::byte> in,
                                                   std::vector<std::byte> inout, int len) {
  if (!library_) {
    const std::string checks = "signed-integer-overflow,integer-divide-by-zero,shift,float-cast-overflow";
    compile("-O1 -w -shared -fPIC -ffp-contract=off -fsanitize=" + checks + " -fsanitize-trap=all " + file_ + " -o " +
            (folder_ / "f.so").string() + " -lm");
    library_ = dlopen((folder_ / "f.so").c_str(), RTLD_NOW);
    if (!library_) throw std::runtime_error(dlerror());
  }
  auto* called = reinterpret_cast<UserFunction*>(dlsym(library_, function.c_str()));
  struct sigaction action = {}, old = {};
  action.sa_handler = leave_trap;
  sigaction(SIGILL, &action, &old);
  int handle[2] = {}, length = len;
  const bool trapped = sigsetjmp(before_trap, 1) != 0;
  if (!trapped) called(in.data(), inout.data(), &length, handle);
  sigaction(SIGILL, &old, nullptr);
  if (trapped) return {};
  return inout;
}

Evaluator::Evaluator(const Type& type, const Summary& summary) : type_(type), summary_(summary) {
  if (summary.len == 0) return;
  z3::context& context = summary.in[0][0].ctx();
  constants_.emplace(context);
  for (const auto* vector : {&summary.in, &summary.inout}) {
    for (const Element& element : *vector) {
      for (const z3::expr& constant : element) constants_->push_back(constant);
    }
  }
  z3::expr_vector terms(context);
  z3::sort_vector sorts(context);
  for (const Fault& fault : summary.faults) terms.push_back(fault.when);
  for (const Element& element : summary.result) {
    for (const z3::expr& term : element) terms.push_back(term);
  }
  for (const z3::expr& term : terms) sorts.push_back(term.get_sort());
  all_terms_ = context.function("all", sorts, context.bool_sort())(terms);
}

namespace {

z3::expr literal(const z3::expr& constant, const Leaf& leaf, const std::byte* at) {
  z3::context& context = constant.ctx();
  unsigned char bytes[10] = {};
  std::memcpy(bytes, at, value_bytes(leaf.scalar));
  std::uint64_t low = 0;
  std::memcpy(&low, bytes, 8);
  const z3::sort sort = constant.get_sort();
  if (sort.is_bv()) return context.bv_val(low, sort.bv_size());
  if (leaf.scalar != Scalar::f80) {
    const z3::expr bits = context.bv_val(low, static_cast<unsigned>(8 * value_bytes(leaf.scalar)));
    return z3::expr(context, Z3_mk_fpa_to_fp_bv(context, bits, sort)).simplify();
  }
  const z3::expr sign = context.bv_val(bytes[9] >> 7, 1), fraction = context.bv_val(low, 64).extract(62, 0);
  const z3::expr exponent = context.bv_val((bytes[9] & 0x7f) << 8 | bytes[8], 15);
  return z3::expr(context, Z3_mk_fpa_fp(context, sign, exponent, fraction)).simplify();
}

std::uint64_t number_of(const z3::expr& literal) {
  std::uint64_t value = 0;
  literal.is_numeral_u64(value);
  return value;
}

std::string text_of(const Fault& fault) {
  return name_of(fault.kind) + std::string(": ") + fault.what + " at " + fault.where;
}

/// What the term is whatever unspecified values there are in it; itself where that is not one value.
z3::expr decided(const z3::expr& term) {
  if (term.is_numeral() || term.is_true() || term.is_false() || term.is_fpa()) return term;
  z3::solver solver(term.ctx());
  if (solver.check() != z3::sat) return term;
  const z3::expr value = solver.get_model().eval(term, true);
  solver.add(term != value);
  return solver.check() == z3::unsat ? value : term;
}

bool write_literal(const z3::expr& term, const Leaf& leaf, std::byte* at) {
  z3::context& context = term.ctx();
  if (term.is_bv()) {
    if (!term.is_numeral()) return false;
    const std::uint64_t value = number_of(term);
    std::memcpy(at, &value, value_bytes(leaf.scalar));
    return true;
  }
  const unsigned width = term.get_sort().fpa_ebits() + term.get_sort().fpa_sbits();
  z3::expr bits(context, Z3_mk_fpa_to_ieee_bv(context, term));
  bits = bits.simplify();
  if (term.is_app() && term.decl().decl_kind() == Z3_OP_FPA_NAN) bits = context.bv_val(-1, width);
  if (!bits.is_numeral()) return false;
  if (leaf.scalar != Scalar::f80) {
    const std::uint64_t value = number_of(bits);
    std::memcpy(at, &value, value_bytes(leaf.scalar));
    return true;
  }
  const std::uint64_t high = number_of(bits.extract(78, 63).simplify());
  std::uint64_t low = number_of(bits.extract(62, 0).simplify());
  if ((high & 0x7fff) != 0) low |= std::uint64_t{1} << 63;
  std::memcpy(at, &low, 8);
  std::memcpy(at + 8, &high, 2);
  return true;
}

}  // namespace

void Evaluator::put(z3::expr_vector& terms, const std::vector<std::byte>& bytes) const {
  for (int i = 0; i < summary_.len; ++i) {
    for (std::size_t leaf = 0; leaf < type_.leaves.size(); ++leaf) {
      const z3::expr& constant = summary_.in[static_cast<std::size_t>(i)][leaf];
      const std::byte* at = bytes.data() + static_cast<std::size_t>(i) * type_.size + type_.leaves[leaf].offset;
      terms.push_back(literal(constant, type_.leaves[leaf], at));
    }
  }
}

Evaluated Evaluator::operator()(const std::vector<std::byte>& in, const std::vector<std::byte>& inout) const {
  Evaluated result;
  result.result.resize(inout.size());
  if (summary_.len == 0) return result;
  z3::context& context = summary_.in[0][0].ctx();
  z3::expr_vector values(context);
  put(values, in);
  put(values, inout);
  z3::expr terms = *all_terms_;
  terms = terms.substitute(*constants_, values).simplify();
  unsigned next = 0;
  for (const Fault& fault : summary_.faults) {
    if (terms.arg(next++).is_true()) result.faults.push_back(text_of(fault));
  }
  if (!result.faults.empty()) return result;  // nothing is specified after it
  next = 0;
  for (const Fault& fault : summary_.faults) {
    if (!decided(terms.arg(next++)).is_false()) result.faults.push_back(text_of(fault));
  }
  for (int i = 0; i < summary_.len; ++i) {
    for (const Leaf& leaf : type_.leaves) {
      const z3::expr term = decided(terms.arg(next++));
      std::byte* at = result.result.data() + static_cast<std::size_t>(i) * type_.size + leaf.offset;
      if (!write_literal(term, leaf, at)) {
        result.undecided.push_back(name_of_leaf("inout", i, leaf) + " = " + term.to_string());
      }
    }
  }
  return result;
}

const char* name_of(Fault::Kind kind) {
  constexpr const char* names[] = {"read outside", "write outside", "writes invec", "writes other",
                                   "undefined",    "uninitialised", "misaligned",   "mixed types",
                                   "in a gap",     "reads state",   "unmodelled",   "unmodelled result"};
  return names[static_cast<std::size_t>(kind)];
}

namespace {

template <class T>
bool is_nan_of(const std::byte* at) {
  T value{};
  std::memcpy(&value, at, std::min<std::size_t>(sizeof value, 10));
  return std::isnan(value);
}

bool is_nan_at(const Leaf& leaf, const std::byte* at) {
  switch (leaf.scalar) {
    case Scalar::f32: return is_nan_of<float>(at);
    case Scalar::f64: return is_nan_of<double>(at);
    case Scalar::f80: return is_nan_of<long double>(at);
    default: return false;
  }
}

using Draw = std::function<int(int)>;

template <class T>
T draw_float(const Draw& draw) {
  using limits = std::numeric_limits<T>;
  const std::array<T, 14> special{T(0),
                                  -T(0),
                                  T(1),
                                  T(-1),
                                  limits::infinity(),
                                  -limits::infinity(),
                                  limits::quiet_NaN(),
                                  limits::max(),
                                  limits::lowest(),
                                  limits::min(),
                                  limits::denorm_min(),
                                  limits::epsilon(),
                                  T(0.5),
                                  T(3)};
  switch (draw(3)) {
    case 0: return special[static_cast<std::size_t>(draw(14))];
    case 1: return static_cast<T>(draw(17) - 8);
    default: return std::ldexp(static_cast<T>(draw(1 << 24) - (1 << 23)) / T(3), draw(80) - 60);
  }
}

std::uint64_t draw_bits(Scalar scalar, const Draw& draw) {
  if (scalar == Scalar::boolean) return static_cast<std::uint64_t>(draw(2));
  const int width = static_cast<int>(8 * value_bytes(scalar));
  const std::uint64_t one = 1;
  switch (draw(4)) {
    case 0: return static_cast<std::uint64_t>(draw(17) - 8);
    case 1: return (one << (width - 1)) - static_cast<std::uint64_t>(draw(3));
    case 2: return (one << draw(width)) + static_cast<std::uint64_t>(draw(3) - 1);
    default:
      return static_cast<std::uint64_t>(draw(1 << 30)) << 34 ^ static_cast<std::uint64_t>(draw(1 << 30)) << 15 ^
             static_cast<std::uint64_t>(draw(1 << 20));
  }
}

void draw_leaf(const Leaf& leaf, std::byte* at, const Draw& draw) {
  const auto put = [&](auto value) { std::memcpy(at, &value, value_bytes(leaf.scalar)); };
  switch (leaf.scalar) {
    case Scalar::f32: return put(draw_float<float>(draw));
    case Scalar::f64: return put(draw_float<double>(draw));
    case Scalar::f80: return put(draw_float<long double>(draw));
    default: return put(draw_bits(leaf.scalar, draw));
  }
}

}  // namespace

bool same_values(const Type& type, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  for (std::size_t element = 0; element < a.size(); element += type.size) {
    for (const Leaf& leaf : type.leaves) {
      const std::byte *x = &a[element + leaf.offset], *y = &b[element + leaf.offset];
      const bool both_nan = is_nan_at(leaf, x) && is_nan_at(leaf, y);
      if (!both_nan && !std::equal(x, x + value_bytes(leaf.scalar), y)) return false;
    }
  }
  return true;
}

std::vector<std::byte> draw_elements(const Type& type, int len, const Draw& draw) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(len) * type.size);
  for (std::size_t element = 0; element < bytes.size(); element += type.size) {
    for (const Leaf& leaf : type.leaves) draw_leaf(leaf, &bytes[element + leaf.offset], draw);
  }
  return bytes;
}

}  // namespace tutti::op
