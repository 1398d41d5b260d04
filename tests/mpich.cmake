# What is tried with MPICH alone: faults to preload, calls that it declines, C programs that it compiles.
find_program(mpiexec mpiexec.mpich REQUIRED)
find_program(mpicc mpicc.mpich REQUIRED)
set(under_mpi ${mpiexec} -genv LD_PRELOAD)
list(APPEND program_definitions TUTTI_MPI_PROGRAM="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tutti-mpi.mpich" TUTTI_MPICC="${mpicc}" TUTTI_MPIEXEC="${mpiexec}"
  TUTTI_YIELD="$<TARGET_FILE:tutti-yield>" TUTTI_FAULTY="$<TARGET_FILE:mpi-faulty>" TUTTI_ARITHMETIC_LIBRARY="$<TARGET_FILE:mpi-arithmetic>")
add_test_program(mpich ROOMS conform map FILES mpich/*_test.cpp)
add_dependencies(tests-mpich tutti tutti-mpi.mpich tutti-yield mpi-faulty mpi-arithmetic fake-mpi)

# What the executor must refuse, what it must choose, and what it does with handles that are freed.
foreach(name errors choice freed)
  add_executable(mpi-${name} mpi/${name}.cpp)
  link_rooms(mpi-${name} executor.mpich)
  add_test(NAME mpi/${name} COMMAND ${under_mpi} lib/libtutti-yield.so -n 4 $<TARGET_FILE:mpi-${name}>)
  set_tests_properties(mpi/${name} PROPERTIES TIMEOUT ${short_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
endforeach()

# Two ranks, which have a processor each: on one node, and on two.
add_test(NAME mpi/choice/node COMMAND ${under_mpi} lib/libtutti-yield.so -n 2 $<TARGET_FILE:mpi-choice>)
add_test(NAME mpi/choice/nodes COMMAND ${under_mpi} lib/libtutti-yield.so -genv MPIR_CVAR_NUM_CLIQUES 2 -n 2 $<TARGET_FILE:mpi-choice> nodes)
set_tests_properties(mpi/choice/node mpi/choice/nodes PROPERTIES TIMEOUT ${short_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})

# What it does without any other process.
add_executable(mpi-local mpi/local.cpp)
link_rooms(mpi-local executor.mpich)
add_test(NAME mpi/local COMMAND mpi-local)
set_tests_properties(mpi/local PROPERTIES TIMEOUT ${short_limit})

# What is said of results of an application's operators.
add_executable(mpi-bracketings mpi/bracketings.cpp ${PROJECT_SOURCE_DIR}/verified/library/bracketings.cpp
  ${PROJECT_SOURCE_DIR}/verified/library/fields.cpp ${PROJECT_SOURCE_DIR}/verified/library/nearness.cpp)
link_rooms(mpi-bracketings executor.mpich conform-judge)
add_test(NAME mpi/bracketings COMMAND mpi-bracketings)
set_tests_properties(mpi/bracketings PROPERTIES TIMEOUT ${short_limit})

# What it does when MPI fails at any of its calls, by any algorithm.
add_executable(mpi-failing mpi/failing.cpp)
link_rooms(mpi-failing executor.mpich)
function(add_failing_test name arguments)
  separate_arguments(launch UNIX_COMMAND "${arguments}")
  # UCX warns of each message that nobody takes.
  add_test(NAME mpi/failing/${name} COMMAND ${under_mpi} lib/libtutti-yield.so -genv UCX_LOG_LEVEL error ${launch} bin/mpi-failing ${ARGN})
  set_tests_properties(mpi/failing/${name} PROPERTIES TIMEOUT ${short_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
add_failing_test(2 "-n 2")
add_failing_test(2_on_one_core "-bind-to user:0,0 -n 2")
add_failing_test(2_on_one_core_by_node "-bind-to user:0,0 -genv TUTTI_TRANSPORT node -n 2")
add_failing_test(4_on_one_core_by_node "-bind-to user:0,0,0,0 -genv TUTTI_TRANSPORT node -n 4" allreduce bcast)
add_failing_test(4_on_one_core "-bind-to user:0,0,0,0 -n 4")
file(GLOB folders RELATIVE ${PROJECT_SOURCE_DIR}/verified/algorithms ${PROJECT_SOURCE_DIR}/verified/algorithms/*/*.cpp)
list(TRANSFORM folders REPLACE "/.*" "")
list(REMOVE_DUPLICATES folders)
foreach(folder IN LISTS folders)
  add_failing_test(2_on_one_core/${folder} "-bind-to user:0,0 -n 2" ${folder})
  at_night(mpis mpi/failing/2_on_one_core/${folder})
  add_failing_test(4_on_one_core/${folder} "-bind-to user:0,0,0,0 -n 4" ${folder})
endforeach()

# Messages through the memory of a node: thousands of calls without a pause, and wrong counts.
add_executable(mpi-node mpi/node.cpp)
link_rooms(mpi-node executor.mpich)
add_test(NAME mpi/node COMMAND ${under_mpi} lib/libtutti-yield.so -n 1 -env TUTTI_TRANSPORT node bin/mpi-node : -n 2 bin/mpi-node)
set_tests_properties(mpi/node PROPERTIES TIMEOUT ${short_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})

# Bound ranks are oversubscribed if there are more than the processors of all of them. On one processor nothing is said.
add_executable(mpi-crowded mpi/crowded.cpp)
link_rooms(mpi-crowded executor.mpich)
target_link_libraries(mpi-crowded PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(mpi-crowded PROPERTIES ENABLE_EXPORTS ON)  # its sched_yield is to be found by the library
function(add_crowded_test name due before arguments)
  add_shell_test(mpi/crowded/${name} "test $(nproc) -ge 2 || exit 77; one=$(taskset -cp $$ | sed 's/.*: //;s/[-,].*//'); \
    ${before} ${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so ${arguments} bin/mpi-crowded ${due}")
  set_tests_properties(mpi/crowded/${name} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
add_crowded_test(a_core_each no "" "-bind-to core -n 2")
add_crowded_test(free no "" "-n 2")
add_crowded_test(shared_cores yes "" "-bind-to user:0,1,0,1 -n 4")
add_crowded_test(one_core_for_all yes "" "-bind-to user:0,0 -n 2")
add_crowded_test(job_on_one_processor yes "taskset -c $one" "-n 2")

# A faulty MPI is found out: exit status 1, and the element, byte or barrier is named.
add_library(mpi-fault SHARED mpi/fault.cpp)
target_link_libraries(mpi-fault PRIVATE tutti-flags mpi-mpich ${CMAKE_DL_LIBS})
function(add_fault_test name finding)
  string(REPLACE "/" "_" file fault_${name}.txt)
  add_shell_test(mpi/fault/${name} "${mpiexec} -genv LD_PRELOAD lib/libmpi-fault.so -n 2 bin/tutti-mpi.mpich run ${name} >${file} 2>&1; \
    test $? = 1 && grep -q '${name} .* fails$' ${file} && grep -q '${finding}' ${file}" ${file})
endfunction()
add_fault_test(allreduce/ring "wrong-value: element .* of .*: .* where .* was due")
add_fault_test(alltoallv/ring_shift "wrong-value: byte .* of block .* is .*, .* is due")
add_fault_test(barrier/dissemination "early: .*left before rank .* had entered")

# A record that says as little as it can runs where it is for that p and is refused elsewhere; one without a builder is
# named.
add_executable(mpi-newcomer ${PROJECT_SOURCE_DIR}/cli/mpi/main.cpp cli/no_builder.cpp support/newcomer.cpp)
link_rooms(mpi-newcomer mpi-commands.mpich)
function(add_newcomer_test name status line ranks arguments)
  add_shell_test(mpi/newcomer/${name} "${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so -n ${ranks} bin/mpi-newcomer \
    run ${arguments} >newcomer_${name}.txt 2>&1; test $? = ${status} && grep -q '${line}' newcomer_${name}.txt" newcomer_${name}.txt)
endfunction()
add_newcomer_test(runs 0 "^allreduce/newcomer .*holds$" 4 "allreduce/newcomer")
add_newcomer_test(refuses_p 2 "allreduce/newcomer is for p = 2^m, m > 0, and p is 3" 3 "allreduce/newcomer --count 7")
add_newcomer_test(no_builder 1 "scan/no_builder .*neither .make nor .rules; give one of them in algorithms/scan/no_builder.cpp" 2
  "scan/no_builder")

# A user's operator under MPI: the exit status, and a line of what is printed.
function(add_op_test name status line arguments)
  add_shell_test(mpi/op/${name} "${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so -n 4 bin/tutti-mpi.mpich op \
    ${CMAKE_CURRENT_SOURCE_DIR}/mpi/op.c ${arguments} >op_${name}.txt 2>&1; \
    test $? = ${status} && grep -q '${line}' op_${name}.txt" op_${name}.txt)
endfunction()
set(keyed "--function first_wins --type 'struct{double v; int i;}'")
add_op_test(right 0 "^MPI_Reduce_scatter  *equal in 100 tries$" "--function add --type int")
add_op_test(right_in_blocks 0 "^reduce_scatter_block/pairwise  *equal in 100 tries$" "--function add --type int")
add_op_test(large_count 0 "^MPI_Reduce_scatter_block  *equal in 100 tries$" "--function add_large --type int")
add_op_test(wrong_in_blocks 1 "^MPI_Reduce_scatter_block  *differs from rank order$" "--function subtracts --type unsigned --count 3")
add_op_test(declared_wrongly 1 "^  found {.v = 0 .*, .i = .}, by ((x1 ∘ x2) ∘ (x3 ∘ x0))$" "${keyed}")
add_op_test(wrong_in_the_mpi 1 "^MPI_Scan  *differs from rank order$" "${keyed}")
add_op_test(declared_rightly 0 "^reduce/binomial_rotated  *equal in 100 tries$" "${keyed} --commute 0")
add_op_test(ignores_len 1 "^  x0 = {0, 0, 0, 0, 0, 0, 0}$" "--function ignores_len --type int")
add_op_test(remembers 1 "^MPI_Allreduce  *differs from rank order$" "--function remembers --type int")
add_op_test(crashes 1 "SIGFPE, such as a division by zero, given up: divides by " "--function divides --type int")
add_op_test(left_out 0 "^allreduce/circulant  *left out: it needs an operator that is declared commutative$" "--function add --type int --commute 0")
set(modular "--function add_modular --type int --cflags -DMODULUS=int --constant modulus=97")
add_op_test(below_a_constant 0 "^MPI_Allreduce  *equal in 20 tries$" "${modular} --tries 20 --pre 'a >= 0 && a < 97'")
add_op_test(asserts 1 "SIGABRT, given up: add_modular by " "${modular}")
add_op_test(no_function 2 "subtract" "--function subtract --type int")
# Each of our algorithms that differs says by which expression, in whatever order it was called.
add_shell_test(mpi/op/expressions "${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so -n 5 bin/tutti-mpi.mpich op \
  ${CMAKE_CURRENT_SOURCE_DIR}/mpi/op.c --function subtracts --type unsigned >op_expressions.txt; test $? = 1 && \
  awk '/^[a-z]+\\// { ours = 1 } /^MPI_/ { ours = 0 } ours && /^  found/ { ++found; if (!/, by \\(/) ++unexplained } \
    END { exit unexplained > 0 || found < 19 }' op_expressions.txt" op_expressions.txt)

# The worker of `tutti conform`: what it finds in buffers that are wrong, and that it finds nothing where MPICH is right.
add_executable(mpi-findings mpi/findings.cpp)
link_rooms(mpi-findings worker.mpich)
add_test(NAME mpi/findings COMMAND mpi-findings ${PROJECT_BINARY_DIR}/findings.txt)
set_tests_properties(mpi/findings PROPERTIES TIMEOUT ${short_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
add_shell_test(mpi/serve "rm -f served.*; ${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so -n 4 bin/tutti-mpi.mpich serve \
  --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/cases.txt --results served && cases=$(wc -l <${CMAKE_CURRENT_SOURCE_DIR}/mpi/cases.txt) && \
  ! grep -H -e ^wrong -e skip served.? && test $(cat served.? | grep -c ' pass$') = $((4 * cases)) && test $(cat served.? | grep -c finalized) = 4" served.)
# A call that MPICH declines, since the chosen algorithm is for powers of two, is skipped with the reason.
add_shell_test(mpi/declined "rm -f declined.*; ${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so \
  -genv MPIR_CVAR_COLLECTIVE_FALLBACK error -genv MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM recursive_doubling -n 3 bin/tutti-mpi.mpich serve \
  --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/declined.txt --results declined && \
  test $(cat declined.? | grep -c '^end . skip MPI_[A-Z][a-z_]* returns MPI_ERR_OTHER: User set collective algorithm is not usable for the provided arguments$') = 9" declined.)
# Likewise where it says so when data has moved already, as MPICH's does from a part of its algorithm smp.
add_shell_test(mpi/declined_half_way "rm -f declined_half_way.*; ${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so \
  -genv MPIR_CVAR_COLLECTIVE_FALLBACK error -genv MPIR_CVAR_BCAST_INTRA_ALGORITHM smp -n 2 bin/tutti-mpi.mpich serve \
  --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/declined_half_way.txt --results declined_half_way && \
  test $(cat declined_half_way.? | grep -c '^end . skip MPI_Bcast returns .*algorithm is not usable') = 2" declined_half_way.)
# An error that does not say so, when data has moved, is none of these.
add_shell_test(mpi/half_way "rm -f half_way.*; ${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so:lib/libmpi-faulty.so \
  -genv TUTTI_FAULT reduce-returns-an-error-in-the-end -n 2 bin/tutti-mpi.mpich serve --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/half_way.txt \
  --results half_way && grep -q '^wrong 0 unexpected-error MPI_Reduce returns MPI_ERR_OTHER' half_way.0" half_way.)
# Numbers are printed with their highest digits first: here the highest bit is lost, and nothing else.
add_shell_test(mpi/highest_digits_first "bin/tutti conform --quiet --case 'allreduce np=2 count=31 load=sum/uint32_t' --launcher 'mpiexec.mpich -genv LD_PRELOAD \
  lib/libtutti-yield.so:lib/libmpi-faulty.so -genv TUTTI_FAULT sum-of-uint32-loses-its-highest-bit-from-16-on -n {np}' >highest_digits.txt; \
  test $? = 1 && grep -E '0x[0-7]([0-9a-f]{7}) where 0x[89a-f]\\1 was due' highest_digits.txt" highest_digits.txt)
# Buffers for which there is no memory are not made.
add_shell_test(mpi/too_large "rm -f too_large.*; ${mpiexec} -genv LD_PRELOAD lib/libtutti-yield.so -n 2 bin/tutti-mpi.mpich serve \
  --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/too_large.txt --results too_large && \
  test $(cat too_large.? | grep -c '^end . skip needs [0-9]* GiB of memory, and [0-9]* are free$') = 4" too_large.)

# Faulty MPIs to preload, TUTTI_FAULT says which; each of them must be caught, named rightly and shrunk.
file(GLOB faulty CONFIGURE_DEPENDS mpi/faulty/*.cpp)
add_library(mpi-faulty SHARED ${faulty})
target_link_libraries(mpi-faulty PRIVATE tutti-flags mpi-mpich)
# MPIs whose arithmetic is another one, to preload; TUTTI_ARITHMETIC says which.
add_library(mpi-arithmetic SHARED mpi/arithmetic.cpp)
target_link_libraries(mpi-arithmetic PRIVATE tutti-flags mpi-mpich)
add_executable(conform-faults conform/faults.cpp)
link_rooms(conform-faults commands)
target_compile_definitions(conform-faults PRIVATE TUTTI_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# A sample of each kind of fault; all of them at night.
add_test(NAME conform/faults_sample COMMAND conform-faults bin/tutti-mpi.mpich lib/libtutti-yield.so lib/libmpi-faulty.so
  product-of-int-is-zero iallreduce-last-element-missing-above-100000-bytes testsome-says-the-last
  gather-looks-at-the-receive-type-everywhere second-ibcast-on-a-communicator-fails operator-gets-no-datatype sum-of-double-flushed
  gather-block-dropped-of-a-rank-alone-on-its-node)
set_tests_properties(conform/faults_sample PROPERTIES TIMEOUT ${long_limit} RUN_SERIAL ON WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
foreach(share RANGE 1 8)
  add_test(NAME conform/faults/${share} COMMAND conform-faults bin/tutti-mpi.mpich lib/libtutti-yield.so lib/libmpi-faulty.so ${share}/8)
  set_tests_properties(conform/faults/${share} PROPERTIES TIMEOUT 5400 WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
  at_night(faults conform/faults/${share})
endforeach()
