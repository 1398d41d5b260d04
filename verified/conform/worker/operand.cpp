#include "verified/conform/worker/operand.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/mix.hpp"
#include "verified/conform/case/operand_data.hpp"
#include "verified/conform/judge/digest.hpp"
#include "verified/conform/worker/datatype.hpp"
#include "verified/conform/worker/foreign_handle.hpp"
#include "verified/conform/worker/operand_check.hpp"
#include "verified/conform/worker/word.hpp"
#include "verified/run/mpi/at_finalize.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

using tutti::conform::mix;
using tutti::conform::Shows;
using tutti::conform::user_operators;

/// An operator of the table as MPI takes it, and what a rank contributes: random data.
template <std::size_t number>
struct OfTable {
  static constexpr const auto& row = user_operators[number];

  static constexpr ElementSizes sizes = [] {
    if (!row.type) return ElementSizes{row.bytes(), row.bytes()};
    const auto map = type_map(*row.type);
    ElementSizes of_type{map.bytes(), row.bytes()};
    for (const auto& d : map.data) of_type.alignment = std::max(of_type.alignment, static_cast<int>(d.bytes));
    return of_type;
  }();
  static void apply(void* in, void* inout, int* len, MPI_Datatype* type) {
    const WatchedOperands watched(in, inout, *len, type, sizes);
    row.algebra.apply(in, inout, *len);
  }
  static void fill(std::byte* at, const Contribution& c) {
    std::array<std::uint64_t, (row.bytes() + 7) / 8> words{c.random};
    for (std::size_t i = 1; i < words.size(); ++i) words[i] = mix(words[i - 1]);
    for (auto& word : words) word &= row.algebra.mask;
    const auto* from = reinterpret_cast<const std::byte*>(words.data());
    if constexpr (!row.type)
      std::memcpy(at, from, static_cast<std::size_t>(row.bytes()));
    else
      for (const auto& d : type_map(*row.type).data)
        std::copy_n(std::exchange(from, from + d.bytes), d.bytes, at + d.at);
  }
};

template <std::size_t number>
void add_operand(std::vector<Operand>& to) {
  constexpr const auto& row = user_operators[number];
  if constexpr (row.shows != Shows::bracketing) {
    const auto type = row.type ? make(*row.type) : make_bytes(row.bytes());
    using Made = OfTable<number>;
    constexpr bool word = row.shows == Shows::order;
    constexpr MPI_User_function* function = word ? concatenate_words : Made::apply;
    to.push_back(Operand(std::string(row.name), type, user_functions<function>, row.commutes,
                         static_cast<std::size_t>(row.bytes()), word ? write_word : Made::fill));
  }
}

MPI_Op made(const UserFunctions& functions, bool commutes, [[maybe_unused]] bool large_count) {
  MPI_Op op;
#if MPI_VERSION >= 4
  if (large_count) return MPI_Op_create_c(functions.large, commutes, &op), op;
#endif
  MPI_Op_create(functions.plain, commutes, &op);
  return op;
}

std::vector<MPI_Op>& other_operators() {
  static std::vector<MPI_Op> all;
  return all;
}

/// Applications make many operators, and free some: what an MPI keeps of those is nothing of the next. They live as
/// long as the program.
void make_others() {
  constexpr int others = 40;
  const auto keeps_right = [](void*, void*, int*, MPI_Datatype*) {};
  MPI_Op op;
  for (int i = 0; i < others; ++i) {
    MPI_Op_create(keeps_right, i % 2, &op);
    other_operators().push_back(op);
  }
  MPI_Op_create(keeps_right, 1, &op);
  MPI_Op_free(&op);
}

void free_operands() {
  for (auto& op : other_operators()) MPI_Op_free(&op);
  for (const auto& operand : user_operands()) operand.free_handles();
}

std::string print_field(const std::byte* at, std::size_t bytes) {
  std::string text;
  constexpr char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto b = static_cast<unsigned>(at[i]);
    text += {digits[b >> 4], digits[b & 15]};
  }
  return text;
}

}  // namespace

Operand::Operand(Op op, Type type)
    : name_(tutti::conform::load_of(op, type)),
      op_(handle(op)),
      large_op_(op_),
      type_(handle(type)),
      reference_(op, type),
      exact_(exact(op, type)),
      predefined_({op, type}) {}

Operand::Operand(Op op, const tutti::ForeignType& type)
    : name_(std::string(row(op).name) + "/" + std::string(type.name)),
      op_(handle(op)),
      large_op_(op_),
      type_(foreign_handle(type)),
      reference_(op, type.as),
      exact_(exact(op, type.as)),
      predefined_({op, type.as, type.type_class == TypeClass::logical}) {}

Operand::Operand(std::string name, MPI_Datatype type, UserFunctions functions, bool commutes, std::size_t size,
                 Fill fill_one, bool bracketing_shows)
    : name_(std::move(name)),
      op_(made(functions, commutes, false)),
      large_op_(made(functions, commutes, true)),
      type_(type),
      reference_([function = functions.plain](const void* in, void* inout,
                                              int len) { function(const_cast<void*>(in), inout, &len, nullptr); },
                 size, commutes),
      exact_(!bracketing_shows),
      fill_(fill_one),
      functions_(functions) {}

std::optional<MPI_Op> Operand::another_op(bool large_count) const {
  if (!functions_.plain) return std::nullopt;
  return made(functions_, reference_.commutative(), large_count);
}

void Operand::free_handles() const {
  auto op = op_, large = large_op_;
  auto type = type_;
  MPI_Op_free(&op);
  MPI_Op_free(&large);
  MPI_Type_free(&type);
}

void Operand::fill(std::byte* to, std::int64_t elements, Rank rank, int ranks, std::uint64_t seed) const {
  if (predefined_)
    return tutti::conform::draw_elements(to, elements, predefined_->op, predefined_->type, rank, ranks, seed,
                                         predefined_->only_0_and_1);
  const auto of_rank = mix(seed + static_cast<std::uint64_t>(rank));
  for (std::int64_t i = 0; i < elements; ++i, to += size())
    fill_(to, {rank, i, seed, mix(of_rank + static_cast<std::uint64_t>(i))});
}

std::int64_t Operand::first_difference(const std::byte* found, const std::byte* due, std::int64_t elements) const {
  if (predefined_) return tutti::first_difference(predefined_->type, found, due, elements);
  for (std::int64_t i = 0; i < elements; ++i)
    if (std::memcmp(found + i * static_cast<std::int64_t>(size()), due + i * static_cast<std::int64_t>(size()),
                    size()) != 0)
      return i;
  return -1;
}

std::string Operand::print(const std::byte* element) const {
  constexpr std::size_t most_shown = 64;
  if (size() > most_shown) return "(digest " + tutti::conform::digest(name_, {element, size()}) + ")";
  const auto* number = predefined_ && row(predefined_->type).type_class != TypeClass::pair ? element : nullptr;
  std::vector<std::byte> in_order(element, element + size());
  if (number && std::endian::native == std::endian::little) std::ranges::reverse(in_order);  // the highest digits first
  const auto bytes = "0x" + print_field(in_order.data(), size());
  if (!tutti::conform::is_word(name_)) return bytes;
  return print_word(element).value_or("no word: " + bytes);
}

const std::vector<Operand>& user_operands() {
  static const std::vector<Operand> all = [] {
    make_others();
    std::vector<Operand> made;
    [&]<std::size_t... number>(std::index_sequence<number...>) { (add_operand<number>(made), ...); }
    (std::make_index_sequence<user_operators.size()>());
    at_finalize<free_operands>();
    return made;
  }();
  return all;
}

}  // namespace tutti::mpi
