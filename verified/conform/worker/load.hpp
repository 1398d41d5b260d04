// What a case carries, by the name of its load.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/worker/datatype_pair.hpp"
#include "verified/conform/worker/operand.hpp"

namespace tutti::mpi::conform {

/// The operand that "sum/double" or "matrix" names. Throws std::invalid_argument where there is no such operand.
Operand operand_of(const std::string& load);

/// As datatype_pairs(): one for "vector"; four for "mixed", which is for procedures with one datatype per block. Throws
/// std::invalid_argument where there are no such datatypes.
std::vector<const DatatypePair*> datatype_pairs_of(const std::string& load, bool large_count = false);

}  // namespace tutti::mpi::conform
