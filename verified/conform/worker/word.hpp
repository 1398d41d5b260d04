// Words over the ranks: the operator concatenates them, so that the result shows who was combined with whom.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <optional>
#include <string>

#include "verified/conform/worker/operand.hpp"

namespace tutti::mpi {

/// An MPI_User_function. Whatever the operands hold, nothing beyond them is read or written.
void concatenate_words(void* in, void* inout, int* len, MPI_Datatype*);

/// The word of one letter.
void write_word(std::byte* element, const Contribution& contribution);

/// "0·1·3"; nothing where the element holds no word.
std::optional<std::string> print_word(const std::byte* element);

}  // namespace tutti::mpi
