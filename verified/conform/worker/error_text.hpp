// What an error of MPI is called.
#pragma once
#include <string>

namespace tutti::mpi::conform {

/// "MPI_ERR_COUNT: Invalid count", in one line: the class, and the MPI's own text; of MPICH's stack of calls the cause.
std::string error_text(int code);

/// "MPI_ERR_COUNT"; "class 77" for one that is not of MPI 3.1.
std::string class_name(int error_class);

}  // namespace tutti::mpi::conform
