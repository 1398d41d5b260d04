# The programme of runs: every schedule on real data, under each MPI.
set(ranks_mpich 1 2 3 4 5 7 8 13)
set(ranks_openmpi 2 3 5)
set(ranks_smpi 2 5 9)
# The launcher splits what it preloads at spaces and colons, so paths are relative to the build folder.
set(launch_mpich "mpiexec.mpich -genv LD_PRELOAD lib/libtutti-yield.so -n")
set(launch_openmpi "mpiexec.openmpi --allow-run-as-root --oversubscribe -n")
set(launch_smpi "${PROJECT_SOURCE_DIR}/ci/conform/smpi/launch")
foreach(mpi mpich openmpi smpi)
  if(mpi IN_LIST mpis)
    separate_arguments(launch UNIX_COMMAND "${launch_${mpi}}")
    foreach(p IN LISTS ranks_${mpi})
      add_test(NAME run/${mpi}/${p} COMMAND ${launch} ${p} bin/tutti-mpi.${mpi} run)
      set_tests_properties(run/${mpi}/${p} PROPERTIES TIMEOUT ${long_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
      if(NOT mpi STREQUAL smpi)  # which is one process, whatever p is
        set_tests_properties(run/${mpi}/${p} PROPERTIES RUN_SERIAL ON)
      endif()
      if(NOT "${mpi} ${p}" MATCHES "^mpich [2358]$")
        at_night(mpis run/${mpi}/${p})
      endif()
    endforeach()
  endif()
endforeach()

# The same through the memory of the node, where MPI is to carry nothing; and with messages that are read from the memory
# of their sender.
set(with_node_mpich "-genv TUTTI_TRANSPORT node")
set(with_node_openmpi "-x TUTTI_TRANSPORT=node")
foreach(mpi mpich openmpi)
  if(mpi IN_LIST mpis)
    separate_arguments(launch UNIX_COMMAND "${launch_${mpi}} 3 ${with_node_${mpi}}")
    add_test(NAME run/${mpi}/node COMMAND ${launch} bin/tutti-mpi.${mpi} run)
    add_test(NAME run/${mpi}/node/long COMMAND ${launch} bin/tutti-mpi.${mpi} run allreduce/ring allreduce/recursive_doubling reduce_scatter/circulant
      bcast/chain alltoallv/ring_shift gatherv/binomial
      --count 100000 --type double,short)
    set_tests_properties(run/${mpi}/node run/${mpi}/node/long PROPERTIES TIMEOUT ${long_limit} RUN_SERIAL ON WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    at_night(mpis run/${mpi}/node/long)
    if(NOT mpi STREQUAL first_mpi)
      at_night(mpis run/${mpi}/node)
    endif()
  endif()
endforeach()

# An operator in C++, whose source includes the MPI's header; one for large counts where the MPI has no such operators.
foreach(mpi mpich openmpi)
  if(mpi IN_LIST mpis)
    add_shell_test(mpi/op/cpp/${mpi} "${launch_${mpi}} 2 bin/tutti-mpi.${mpi} op ${CMAKE_CURRENT_SOURCE_DIR}/mpi/op.cpp --function add --type int --tries 10 >op_cpp_${mpi}.txt 2>&1" op_cpp_${mpi}.txt)
  endif()
endforeach()
if("openmpi" IN_LIST mpis)
  # Open MPI counts the 0 behind its name.
  add_shell_test(mpi/calibrate/openmpi "rm -f calibrated.json; ${launch_openmpi} 2 bin/tutti-mpi.openmpi calibrate --collectives barrier --output calibrated.json --quiet && \
    grep -q 'Open MPI' calibrated.json && ! grep -qaP '\\x00|u0000' calibrated.json" calibrated.json)
  at_night(mpis mpi/calibrate/openmpi)
  add_shell_test(mpi/op/large_count/openmpi "${launch_openmpi} 2 bin/tutti-mpi.openmpi op ${CMAKE_CURRENT_SOURCE_DIR}/mpi/op.c --function add_large --type int >op_large_count.openmpi.txt 2>&1;     test $? = 2 && grep -q 'add_large takes .len for an MPI_Count, and this MPI has no MPI_Op_create_c' op_large_count.openmpi.txt" op_large_count.openmpi.txt)
endif()

# More ranks than prove the whole: each proves its part, and they agree on it.
if("smpi" IN_LIST mpis)
  add_test(NAME run/smpi/parts COMMAND ${launch_smpi} 65 bin/tutti-mpi.smpi run allreduce/ring allreduce/halving_doubling allgather/bruck bcast/chain
    gatherv/binomial scatterv/linear scan/recursive_doubling reduce_scatter/circulant alltoall/ring_shift --count 64)
  set_tests_properties(run/smpi/parts PROPERTIES TIMEOUT ${short_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
  at_night(mpis run/smpi/parts)
endif()

# Where there is a compiler for an MPI and nothing else, ci/worker builds the worker. A CLI11 that does not compile
# plays the one that is not there.
if(DEFINED launch_${first_mpi})
  add_shell_test(ci/worker "rm -f built.* bin/tutti-mpi.built; CXXFLAGS=-O0 ${PROJECT_SOURCE_DIR}/ci/worker ${TUTTI_MPI_WRAPPER_${first_mpi}} bin/tutti-mpi.built \
    -I${CMAKE_CURRENT_SOURCE_DIR}/mpi/without_cli11 2>built.txt; cat built.txt; grep -q '^ci/worker: serve alone is built' built.txt && \
    ${launch_${first_mpi}} 4 bin/tutti-mpi.built serve --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/cases.txt --results built && \
    ! grep -H -e ^wrong -e skip built.? && test $(cat built.? | grep -c finalized) = 4" built. LONG)
  at_night(builds ci/worker)
endif()

# Real MPIs, and what they are known to get wrong: a failure that is new is status 1, and so is one that has gone.
foreach(mpi mpich openmpi smpi)
  if(mpi IN_LIST mpis)
    add_test(NAME conform/${mpi} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mpi/conforms conform_${mpi}_all --quick --np 2,3 -- --time-limit 12 --worker bin/tutti-mpi.${mpi} --launcher "${launch_${mpi}} {np}"
      --expect ${PROJECT_SOURCE_DIR}/ci/conform/${mpi}.expect --quiet)
    # The same on two nodes: three procedures, since each start takes longer.
    set(nodes_of_smpi "--nodes {nodes}")
    add_test(NAME conform/${mpi}/nodes COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mpi/conforms conform_${mpi}_nodes
      --quick --nodes 2 --np 3 --collective allreduce,bcast,gather -- --time-limit 12 --worker bin/tutti-mpi.${mpi} --launcher "${launch_${mpi}} {np} ${nodes_of_${mpi}}"
      --expect ${PROJECT_SOURCE_DIR}/ci/conform/${mpi}.expect --quiet)
    if(mpi STREQUAL first_mpi)
      set(fixture conform/${mpi}/some)
      # At each change: procedures of which MPICH has no defect that ends a launch or hangs.
      add_test(NAME ${fixture} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mpi/conforms conform_${mpi} --quick --np 2,3
        --collective barrier,bcast,allreduce,gatherv,scatterv,allgather,allgatherv,alltoall,alltoallv,scan,neighbor_allgather,reduce_local -- --time-limit 12
        --worker bin/tutti-mpi.${mpi} --launcher "${launch_${mpi}} {np}" --expect ${PROJECT_SOURCE_DIR}/ci/conform/${mpi}.expect --quiet)
      set_tests_properties(${fixture} PROPERTIES TIMEOUT ${long_limit} RUN_SERIAL ON WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    else()
      set(fixture conform/${mpi})
    endif()
    set_tests_properties(${fixture} PROPERTIES FIXTURES_SETUP conform_${mpi})
    set_tests_properties(conform/${mpi} conform/${mpi}/nodes PROPERTIES TIMEOUT ${long_limit} RUN_SERIAL ON WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    at_night(mpis conform/${mpi} conform/${mpi}/nodes)
  endif()
endforeach()
