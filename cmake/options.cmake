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
foreach(package_of fmt=libfmt-dev nlohmann_json=nlohmann-json3-dev)
  string(REPLACE "=" ";" package_of ${package_of})
  list(GET package_of 0 package)
  list(GET package_of 1 debian)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "tutti needs ${package}; install ${debian}, or name the folder of its CMake files by -D${package}_DIR=")
  endif()
endforeach()

# require(OPTION NEEDED...): ends where an option is on that needs others, which are off.
function(require name)
  foreach(needed IN LISTS ARGN)
    if(${name} AND NOT ${needed})
      message(FATAL_ERROR "${name} is on and needs ${needed}, which is off: add -D${needed}=ON or -D${name}=OFF")
    endif()
  endforeach()
endfunction()

have(cli_packages CLI11 pugixml)
tutti_option(TUTTI_BUILD_PROGRAMS "the programs tutti and tutti-mpi (CLI11, pugixml)" "${cli_packages}")

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
option(TUTTI_BUILD_FUZZERS "the readers of texts of tests/fuzz under libFuzzer (Clang)" OFF)

if(TUTTI_BUILD_PROGRAMS AND NOT cli_packages)
  message(FATAL_ERROR "TUTTI_BUILD_PROGRAMS needs CLI11 and pugixml; install libcli11-dev and libpugixml-dev, or add -DTUTTI_BUILD_PROGRAMS=OFF")
endif()
if((TUTTI_SMT OR TUTTI_OP) AND NOT (Z3 AND Z3_INCLUDE))
  message(FATAL_ERROR "TUTTI_SMT and TUTTI_OP need Z3 with its C++ header z3++.h; install libz3-dev, or add -DTUTTI_SMT=OFF -DTUTTI_OP=OFF")
endif()
require(TUTTI_SMT TUTTI_BUILD_PROGRAMS)
require(TUTTI_OP TUTTI_BUILD_PROGRAMS)
require(TUTTI_BUILD_TESTS TUTTI_BUILD_PROGRAMS TUTTI_SMT TUTTI_OP)
require(TUTTI_BUILD_BENCHES TUTTI_BUILD_PROGRAMS)
require(TUTTI_BUILD_FUZZERS TUTTI_BUILD_PROGRAMS)
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
  -Wall -Wextra -Wconversion -Wno-sign-conversion
  # Several files compiled at a time are in the shadow of each other's names; each is compiled alone as well.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
  # g++ 12 warns of its own strings, where it has read their header from a precompiled one.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>"
  $<$<BOOL:${TUTTI_WARNINGS_AS_ERRORS}>:-Werror>)
