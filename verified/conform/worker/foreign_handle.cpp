#include "verified/conform/worker/foreign_handle.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

#include "verified/conform/case/datatype.hpp"

namespace tutti::mpi {
namespace {

/// MPIs define them as macros, where they have them.
MPI_Datatype handle_named([[maybe_unused]] std::string_view name) {
#ifdef MPI_INTEGER
  if (name == "MPI_INTEGER") return MPI_INTEGER;
#endif
#ifdef MPI_INTEGER1
  if (name == "MPI_INTEGER1") return MPI_INTEGER1;
#endif
#ifdef MPI_INTEGER2
  if (name == "MPI_INTEGER2") return MPI_INTEGER2;
#endif
#ifdef MPI_INTEGER4
  if (name == "MPI_INTEGER4") return MPI_INTEGER4;
#endif
#ifdef MPI_INTEGER8
  if (name == "MPI_INTEGER8") return MPI_INTEGER8;
#endif
#ifdef MPI_REAL
  if (name == "MPI_REAL") return MPI_REAL;
#endif
#ifdef MPI_REAL4
  if (name == "MPI_REAL4") return MPI_REAL4;
#endif
#ifdef MPI_REAL8
  if (name == "MPI_REAL8") return MPI_REAL8;
#endif
#ifdef MPI_DOUBLE_PRECISION
  if (name == "MPI_DOUBLE_PRECISION") return MPI_DOUBLE_PRECISION;
#endif
#ifdef MPI_COMPLEX
  if (name == "MPI_COMPLEX") return MPI_COMPLEX;
#endif
#ifdef MPI_COMPLEX8
  if (name == "MPI_COMPLEX8") return MPI_COMPLEX8;
#endif
#ifdef MPI_COMPLEX16
  if (name == "MPI_COMPLEX16") return MPI_COMPLEX16;
#endif
#ifdef MPI_DOUBLE_COMPLEX
  if (name == "MPI_DOUBLE_COMPLEX") return MPI_DOUBLE_COMPLEX;
#endif
#ifdef MPI_LOGICAL
  if (name == "MPI_LOGICAL") return MPI_LOGICAL;
#endif
#ifdef MPI_2INTEGER
  if (name == "MPI_2INTEGER") return MPI_2INTEGER;
#endif
#ifdef MPI_CXX_BOOL
  if (name == "MPI_CXX_BOOL") return MPI_CXX_BOOL;
#endif
#if defined(MPI_CXX_FLOAT_COMPLEX) && !defined(SMPI_H)
  if (name == "MPI_CXX_FLOAT_COMPLEX") return MPI_CXX_FLOAT_COMPLEX;
#endif
#if defined(MPI_CXX_DOUBLE_COMPLEX) && !defined(SMPI_H)
  if (name == "MPI_CXX_DOUBLE_COMPLEX") return MPI_CXX_DOUBLE_COMPLEX;
#endif
#if defined(MPI_CXX_LONG_DOUBLE_COMPLEX) && !defined(SMPI_H)
  if (name == "MPI_CXX_LONG_DOUBLE_COMPLEX") return MPI_CXX_LONG_DOUBLE_COMPLEX;
#endif
  return MPI_DATATYPE_NULL;
}

/// What the procedure gives; nothing where there is none. It is not the caller's to free (MPI 4.0, 19.1.5).
MPI_Datatype made_by_call([[maybe_unused]] const tutti::ForeignType& type) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
#ifndef SMPI_H
  int code = MPI_ERR_OTHER;
  if (type.type_class == TypeClass::integer) code = MPI_Type_create_f90_integer(type.range, &made);
  if (type.type_class == TypeClass::floating) code = MPI_Type_create_f90_real(type.digits, type.range, &made);
  if (type.type_class == TypeClass::complex) code = MPI_Type_create_f90_complex(type.digits, type.range, &made);
  if (code != MPI_SUCCESS) return MPI_DATATYPE_NULL;
#endif
  return made;
}

}  // namespace

MPI_Datatype foreign_handle(const tutti::ForeignType& type) {
  const auto made = type.is_constant() ? handle_named(type.mpi_name) : made_by_call(type);
  const std::string name(type.mpi_name);
  if (made == MPI_DATATYPE_NULL) throw std::invalid_argument("this MPI has no " + name);
  int bytes = 0, due = 0;
  for (const auto& d : tutti::conform::type_map(type.as).data) due += d.bytes;
  if (MPI_Type_size(made, &bytes) != MPI_SUCCESS || bytes == 0) throw std::invalid_argument("this MPI has no " + name);
  if (bytes != due)
    throw std::invalid_argument(name + " has " + std::to_string(bytes) + " bytes in this MPI, not " +
                                std::to_string(due));
  return made;
}

}  // namespace tutti::mpi
