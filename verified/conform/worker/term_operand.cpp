#include "verified/conform/worker/term_operand.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "verified/conform/case/operators.hpp"
#include "verified/conform/judge/term.hpp"
#include "verified/conform/worker/datatype.hpp"
#include "verified/conform/worker/operand_check.hpp"
#include "verified/run/mpi/at_finalize.hpp"

namespace tutti::mpi::conform {
namespace {

// MPI tells an operator nothing of the size of its elements, so there is a function for each.

template <std::size_t bytes, bool commutes>
void combine(void* in, void* inout, int* len, MPI_Datatype* type) {
  constexpr int size = static_cast<int>(bytes);
  const WatchedOperands watched(in, inout, *len, type, {size, size});
  const auto* left = static_cast<const std::byte*>(in);
  auto* right = static_cast<std::byte*>(inout);
  for (int i = 0; i < *len; ++i, left += bytes, right += bytes)
    tutti::conform::combine_terms(std::span(left, bytes), std::span(right, bytes), commutes);
}

template <std::size_t bytes>
void fill(std::byte* element, const Contribution& c) {
  const tutti::conform::TermOrigin origin{static_cast<std::uint32_t>(c.element), static_cast<std::uint16_t>(c.seed)};
  tutti::conform::write_leaf(std::span(element, bytes), c.rank, origin);
}

struct Functions {
  UserFunctions combine, combine_commutatively;
  Operand::Fill fill;
};
template <std::size_t bytes>
constexpr Functions functions{user_functions<combine<bytes, false>>, user_functions<combine<bytes, true>>, fill<bytes>};
constexpr std::array of_16_bytes_and_more{functions<16>,  functions<32>,  functions<64>,  functions<128>,
                                          functions<256>, functions<512>, functions<1024>};

Operand made(const tutti::conform::UserOperator& row, std::size_t bytes) {
  const auto& [combine, commutatively, fill] =
      of_16_bytes_and_more[static_cast<std::size_t>(std::countr_zero(bytes / 16))];
  return Operand(std::string(row.name), make_bytes(static_cast<int>(bytes)), row.commutes ? commutatively : combine,
                 row.commutes, bytes, fill, true);
}

void free_terms() {
  for (const auto& operand : term_operands()) operand.free_handles();
}

}  // namespace

const std::vector<Operand>& term_operands() {
  static const std::vector<Operand> all = [] {
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<Operand> terms;
    if (ranks > tutti::conform::most_term_ranks) return terms;
    const auto bytes = tutti::conform::term_bytes(ranks);
    for (const auto& row : tutti::conform::user_operators)
      if (row.shows == tutti::conform::Shows::bracketing) terms.push_back(made(row, bytes));
    at_finalize<free_terms>();
    return terms;
  }();
  return all;
}

bool is_term(const Operand& operand) { return tutti::conform::is_term(operand.name()); }

}  // namespace tutti::mpi::conform
