// Errors by the name under which an application catches them.
#pragma once
#include "verified/schedule/error.hpp"

namespace tutti::mpi {

using tutti::Error;

}  // namespace tutti::mpi
