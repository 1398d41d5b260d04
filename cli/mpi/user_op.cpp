#include "cli/mpi/user_op.hpp"

#include <utility>
#include <vector>

namespace tutti::mpi {
namespace {

using op::Scalar;

MPI_Datatype handle(Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean: return MPI_C_BOOL;
    case Scalar::i8: return MPI_INT8_T;
    case Scalar::u8: return MPI_UINT8_T;
    case Scalar::i16: return MPI_INT16_T;
    case Scalar::u16: return MPI_UINT16_T;
    case Scalar::i32: return MPI_INT32_T;
    case Scalar::u32: return MPI_UINT32_T;
    case Scalar::i64: return MPI_INT64_T;
    case Scalar::u64: return MPI_UINT64_T;
    case Scalar::f32: return MPI_FLOAT;
    case Scalar::f64: return MPI_DOUBLE;
    case Scalar::f80: return MPI_LONG_DOUBLE;
  }
  __builtin_unreachable();
}

bool is_scalar(const op::Type& type) { return type.leaves.size() == 1 && type.leaves.front().path.empty(); }

/// With bytes for the padding at its end, where operators that copy whole structures write, too: see op::Type::gaps.
MPI_Datatype struct_of(const op::Type& type) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> at;
  std::vector<MPI_Datatype> parts;
  for (const auto& leaf : type.leaves) {
    lengths.push_back(1);
    at.push_back(static_cast<MPI_Aint>(leaf.offset));
    parts.push_back(handle(leaf.scalar));
  }
  for (const auto& gap : type.gaps) {
    lengths.push_back(static_cast<int>(gap.bytes.end - gap.bytes.begin));
    at.push_back(static_cast<MPI_Aint>(gap.bytes.begin));
    parts.push_back(MPI_BYTE);
  }
  MPI_Datatype leaves, resized;
  MPI_Type_create_struct(static_cast<int>(parts.size()), lengths.data(), at.data(), parts.data(), &leaves);
  MPI_Type_create_resized(leaves, 0, static_cast<MPI_Aint>(type.size), &resized);
  MPI_Type_free(&leaves);
  MPI_Type_commit(&resized);
  return resized;
}

}  // namespace

UserOp::UserOp(op::Function function, const op::Type& type, bool commutes)
    : function_(std::move(function)),
      size_(type.size),
      type_(is_scalar(type) ? handle(type.leaves.front().scalar) : struct_of(type)),
      derived_(!is_scalar(type)) {
  const auto any = reinterpret_cast<void (*)()>(function_.get());  // the datatype's handle is void* there
  if (!function_.large_count().value_or(false)) {
    MPI_Op_create(reinterpret_cast<MPI_User_function*>(any), commutes, &op_);
    return;
  }
#if MPI_VERSION >= 4
  MPI_Op_create_c(reinterpret_cast<MPI_User_function_c*>(any), commutes, &op_);
#else
  throw op::InputError(function_.name() +
                       " takes *len for an MPI_Count, and this MPI has no MPI_Op_create_c; run it by one of MPI 4");
#endif
}

UserOp::~UserOp() {
  MPI_Op_free(&op_);
  if (derived_) MPI_Type_free(&type_);
}

void UserOp::combine(op::Bytes in, op::Bytes& inout) const {
  MPI_Reduce_local(in.data(), inout.data(), static_cast<int>(inout.size() / size_), type_, op_);
}

}  // namespace tutti::mpi
