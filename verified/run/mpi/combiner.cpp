#include "verified/run/mpi/combiner.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

constexpr std::int64_t spare_bytes = std::int64_t{16} << 10;  // stays in the first-level cache
constexpr std::int64_t most_padding = 64;                     // the alignment of the widest vector

Kernel kernel_of(std::optional<Op> op, std::optional<Type> type) { return op && type ? kernel(*op, *type) : nullptr; }

/// What Fortran has and C has not, or not in the same bits: MPI knows how.
bool is_left_to_mpi([[maybe_unused]] Op op, [[maybe_unused]] MPI_Datatype type) {
#ifndef SMPI_H
  if (type == MPI_DATATYPE_NULL) return false;
  if (type == MPI_LOGICAL) return op == Op::land || op == Op::lor || op == Op::lxor;
  if (type == MPI_2REAL || type == MPI_2DOUBLE_PRECISION) return op == Op::minloc || op == Op::maxloc;
#endif
  return false;
}

/// Logical operations are for C's integers alone, and not for Fortran's or those for several languages
/// (MPI 4.0, 6.9.2).
bool is_of_integers_in_c_alone(Op op, MPI_Datatype type) {
  const auto known = type_of(type);
  const bool is_logical = op == Op::land || op == Op::lor || op == Op::lxor;
  return is_logical && known && known != Type::bool_ && handle(*known) != type;
}

}  // namespace

bool is_defined(MPI_Op op, MPI_Datatype type) {
  const auto known = op_of(op);
  if (!known || is_left_to_mpi(*known, type)) return true;
  return kernel_of(known, type_of(type)) && !is_of_integers_in_c_alone(*known, type);
}

Combiner::Combiner(MPI_Op op, const Layout& layout) : copier_(layout), op_(op) {
  const auto known_op = op_of(op);
  const auto given = layout.type.given();
  const auto known_type = type_of(given);
  kernel_ = kernel_of(known_op, known_type);
  if (known_op && !kernel_ && !is_left_to_mpi(*known_op, given))
    throw Error(std::string(row(*known_op).mpi_name) + " is not defined for " +
                (known_type ? std::string(row(*known_type).mpi_name) : "a derived datatype") + " (MPI 4.0, 6.9.2)");
  int commutes;
  check(MPI_Op_commutative(op, &commutes), "MPI_Op_commutative");
  commutative_ = commutes != 0;
  chunk_ = elements_in<std::int64_t>(spare_bytes, layout.extent);
  // Functions of users copy whole structures, with the padding at the end of the last one.
  const auto padding = std::clamp<std::int64_t>(layout.extent - layout.true_extent, 0, most_padding);
  if (!kernel_) spare_.resize(static_cast<std::size_t>(checked_sum(span_of(layout, chunk_), padding)));
}

void Combiner::combine(const void* left, const void* right, void* to, std::int64_t n) {
  if (kernel_) return kernel_(left, right, to, n);
  if (to == right) {
    for_each_stretch(n, std::numeric_limits<int>::max(), [&](std::int64_t first, std::int64_t part) {
      const auto at = byte_offset(first, layout().extent);
      check(MPI_Reduce_local(moved(left, at), moved(to, at), as_int(part), layout().type.given(), op_),
            "MPI_Reduce_local");
    });
  } else {
    combine_through_spare(left, right, to, n);
  }
}

/// MPI_Reduce_local overwrites its right operand, so it works on a copy, a cache-sized stretch at a time.
void Combiner::combine_through_spare(const void* left, const void* right, void* to, std::int64_t n) {
  std::byte* const spare = moved(spare_.data(), -layout().true_lower);
  for_each_stretch(n, chunk_, [&](std::int64_t first, std::int64_t part) {
    const auto at = byte_offset(first, layout().extent);
    copy(moved(right, at), spare, part);
    check(MPI_Reduce_local(moved(left, at), spare, as_int(part), layout().type.given(), op_), "MPI_Reduce_local");
    copy(spare, moved(to, at), part);
  });
}

}  // namespace tutti::mpi
