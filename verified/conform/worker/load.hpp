// What a case carries, by the name of its load.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/worker/cargo.hpp"
#include "verified/conform/worker/operand.hpp"

namespace tutti::mpi::conform {

/// Of "sum/double", "matrix". Throws std::invalid_argument where there is no such operand.
Operand operand_of(const std::string& load);

/// One for "vector"; four for "mixed", which is for procedures with one datatype per block. Throws
/// std::invalid_argument where there is no such cargo.
std::vector<const Cargo*> cargoes_of(const std::string& load);

}  // namespace tutti::mpi::conform
