# What is built: what was asked for, and at top level what the machine has the packages for. Nothing else is required.

# tutti_option(NAME "what" PACKAGE_FOUND): on at top level where the packages are there, off as a subproject.
function(tutti_option name what available)
  set(default OFF)
  if(PROJECT_IS_TOP_LEVEL AND available)
    set(default ON)
  endif()
  option(${name} "${what}" ${default})
  if(PROJECT_IS_TOP_LEVEL AND NOT ${name})
    message(STATUS "${name} is off: without ${what}")
  endif()
endfunction()

# have(RESULT PACKAGE...): whether all these CMake packages are found.
function(have result)
  foreach(package IN LISTS ARGN)
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      set(${result} FALSE PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} TRUE PARENT_SCOPE)
endfunction()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)

have(cli_packages CLI11 muparser pugixml)
tutti_option(TUTTI_BUILD_PROGRAMS "the programs tutti and tutti-mpi (CLI11, muParser, pugixml)" "${cli_packages}")

find_path(Z3_INCLUDE z3++.h)
find_library(Z3 z3)
set(smt_packages FALSE)
if(TUTTI_BUILD_PROGRAMS AND Z3 AND Z3_INCLUDE)
  set(smt_packages TRUE)
endif()
tutti_option(TUTTI_SMT "proofs by SMT, tutti verify --smt (Z3)" "${smt_packages}")
tutti_option(TUTTI_OP "custom operators, tutti op (Z3; LLVM 14 for source files)" "${smt_packages}")

find_program(CVC5 cvc5)
find_program(CLANG clang-14)
set(test_packages FALSE)
have(test_libraries doctest rapidcheck)
if(test_libraries AND TUTTI_SMT AND TUTTI_OP AND CVC5 AND CLANG)
  set(test_packages TRUE)
endif()
tutti_option(TUTTI_BUILD_TESTS "the tests (doctest, rapidcheck, cvc5, clang-14, and all of the above)" "${test_packages}")
option(TUTTI_WARNINGS_AS_ERRORS "warnings end the build, as in CI" OFF)
option(TUTTI_BUILD_BENCHES "the benchmarks of tests/bench" OFF)

if(TUTTI_BUILD_PROGRAMS)
  find_package(CLI11 REQUIRED)
  find_package(muparser REQUIRED)
  find_package(pugixml REQUIRED)
endif()
if((TUTTI_SMT OR TUTTI_OP) AND NOT (Z3 AND Z3_INCLUDE))
  message(FATAL_ERROR "TUTTI_SMT and TUTTI_OP need Z3 with its C++ header z3++.h; install libz3-dev, or switch them off")
endif()
if(TUTTI_BUILD_TESTS)
  find_package(doctest REQUIRED)
  find_package(rapidcheck REQUIRED)
  find_program(CVC5 cvc5 REQUIRED)
  find_program(CLANG clang-14 REQUIRED)
endif()

add_library(tutti-flags INTERFACE)
target_include_directories(tutti-flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(tutti-flags INTERFACE cxx_std_20)
target_compile_options(tutti-flags INTERFACE
  -ffp-contract=off  # one rounding per operation, on every machine
  -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow
  # g++ 12 warns of its own strings, where it has read their header from a precompiled one.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>"
  $<$<BOOL:${TUTTI_WARNINGS_AS_ERRORS}>:-Werror>)
