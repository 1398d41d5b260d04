# libtutti under programs that know nothing of it, for each real MPI: they find that every result is right, and what it
# prints shows that it has served them.
set(launcher_mpich "mpiexec.mpich -genv LD_PRELOAD ")
set(launcher_openmpi "mpiexec.openmpi --allow-run-as-root --oversubscribe -x LD_PRELOAD=")
set(yield_mpich lib/libtutti-yield.so:)
set(yield_openmpi)
# Of three processes.
set(calls_of_c 10440)
set(checked_of_c 10080)
set(sampled_of_c 1008)
set(calls_of_fortran_HEADER 1500)
set(calls_of_fortran_MODULE 1500)
set(calls_of_fortran_F08 1620)
math(EXPR calls_of_one_in_c "${calls_of_c} / 3")
math(EXPR calls_of_one_in_fortran "${calls_of_fortran_F08} / 3")
# A device with the runtimes of three vendors.
set(runtimes)
find_program(c_compiler cc REQUIRED)
foreach(runtime cuda hsa-runtime64 ze_loader)
  set(made ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/lib${runtime}.so.1)
  add_custom_command(OUTPUT ${made} DEPENDS mpi/library/device.c
    COMMAND ${c_compiler} -g -O1 -Wall -Wextra -Werror -shared -fPIC ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/device.c -o ${made})
  list(APPEND runtimes ${made})
endforeach()
set(stub ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libcuda.so)
add_custom_command(OUTPUT ${stub} DEPENDS mpi/library/device_stub.c
  COMMAND ${c_compiler} -O1 -Wall -Wextra -Werror -shared -fPIC ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/device_stub.c -o ${stub})
list(APPEND runtimes ${stub})
foreach(mpi mpich openmpi)
  if(NOT mpi IN_LIST mpis)
    continue()
  endif()
  string(REPLACE mpicxx mpicc compiler ${TUTTI_MPI_WRAPPER_${mpi}})
  set(programs)
  foreach(name collectives edges applications operators bits devices)
    set(made ${PROJECT_BINARY_DIR}/bin/library-${name}.${mpi})
    add_custom_command(OUTPUT ${made} DEPENDS mpi/library/${name}.c
      COMMAND ${compiler} -g -O1 -Wall -Wextra -Werror -rdynamic ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/${name}.c -o ${made} -lm -ldl)
    list(APPEND programs ${made})
  endforeach()
  set(program bin/library-collectives.${mpi})
  string(REPLACE mpicxx mpif90 fortran ${TUTTI_MPI_WRAPPER_${mpi}})
  find_program(fortran_${mpi} ${fortran} REQUIRED)
  foreach(interface HEADER MODULE F08)
    set(made ${PROJECT_BINARY_DIR}/bin/library-fortran-${interface}.${mpi})
    add_custom_command(OUTPUT ${made} DEPENDS mpi/library/fortran.F90
      COMMAND ${fortran_${mpi}} -O1 -fallow-argument-mismatch -w -DMPI_${interface} ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/fortran.F90 -o ${made})
    list(APPEND programs ${made})
  endforeach()
  # Of operators: in C++, without the bindings of old, and in Fortran.
  set(made ${PROJECT_BINARY_DIR}/bin/library-lambdas.${mpi})
  add_custom_command(OUTPUT ${made} DEPENDS mpi/library/lambdas.cpp
    COMMAND ${TUTTI_MPI_WRAPPER_${mpi}} -g -O1 -std=c++20 -Wall -Wextra -Werror -DOMPI_SKIP_MPICXX ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/lambdas.cpp -o ${made})
  list(APPEND programs ${made})
  set(made ${PROJECT_BINARY_DIR}/bin/library-fortran_operators.${mpi})
  add_custom_command(OUTPUT ${made} DEPENDS mpi/library/fortran_operators.f90
    COMMAND ${fortran_${mpi}} -g -O1 -fallow-argument-mismatch -w -J ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/fortran_operators.f90 -o ${made})
  list(APPEND programs ${made})
  add_custom_target(library-programs.${mpi} ALL DEPENDS ${programs} ${runtimes} tutti-library.${mpi})

  # add_library_test(NAME WHAT): WHAT is a command of the shell, in which $run starts a program under libtutti, and what
  # that prints is in $said.
  function(add_library_test name what)
    set(said library_${mpi}_${name}.txt)
    string(REPLACE "$said" ${said} what "${what}")
    string(REPLACE "$run" "${launcher_${mpi}}${yield_${mpi}}lib/libtutti.${mpi}.so" what "${what}")
    string(REPLACE "$program" "${program}" what "${what}")
    add_shell_test(library/${mpi}/${name} "${what}" ${said})
    set_tests_properties(library/${mpi}/${name} PROPERTIES ENVIRONMENT "TUTTI=run,after=0;TUTTI_VERBOSE=1")
    if(NOT mpi STREQUAL first_mpi AND NOT name STREQUAL serves_all)
      at_night(mpis library/${mpi}/${name})
    endif()
  endfunction()

  add_library_test(calls_pmpi "! nm -D --undefined-only lib/libtutti.${mpi}.so | grep ' MPI_[A-Z][a-z_]*$'")
  add_library_test(without "${launch_${mpi}} 3 $program")
  add_library_test(serves_all "$run -n 3 $program 2>$said; test $? = 0 && grep '${calls_of_c} of ${calls_of_c} calls by proved schedules' $said && ! grep yaksa $said")
  add_library_test(by_node "TUTTI_TRANSPORT=node $run -n 3 $program 2>$said; test $? = 0 && grep '${calls_of_c} of ${calls_of_c} calls by proved schedules' $said && \
    TUTTI_TRANSPORT=node $run -n 3 bin/library-edges.${mpi} 10 shares")
  add_library_test(serves_none_before "TUTTI=run,after=1000000 $run -n 3 $program 2>$said; test $? = 0 && grep '^libtutti: 0 of ${calls_of_c} calls' $said")
  add_library_test(as_named "TUTTI_ALGORITHMS=allreduce=ring,bcast=off $run -n 3 $program 2>$said; test $? = 0 && \
    grep 'MPI_Allreduce .* by allreduce/ring$' $said && grep 'MPI_Bcast .* by the MPI: off by TUTTI_ALGORITHMS' $said && ! grep 'by bcast' $said")
  add_library_test(edges "${launch_${mpi}} 3 bin/library-edges.${mpi} 10 && $run -n 3 bin/library-edges.${mpi} 3000 too-long && TUTTI=run $run -n 3 bin/library-edges.${mpi} 10 too-long && \
    for mode in run run,after=0 check,after=0; do TUTTI=$mode $run -n 3 bin/library-edges.${mpi} 0 late || exit 1; done")
  set(applications bin/library-applications.${mpi})
  add_library_test(applications "${launch_${mpi}} 3 ${applications} >$said.alone && $run -n 3 ${applications} >$said 2>$said.served && \
    cmp $said.alone $said && grep '^conjugate' $said && grep 'MPI_Alltoallv .* by alltoallv/' $said.served && ! grep 'by the MPI' $said.served")
  # Of five ranks, for which the fastest algorithms have many trees.
  add_library_test(bits "TUTTI_BITS=size,placement TUTTI= $run -n 5 bin/library-bits.${mpi} >$said 2>$said.served && test $(grep -c ': same$' $said) = 6 && \
    ! grep ': other' $said && ! grep 'by the MPI' $said.served && grep 'MPI_Allreduce .* by allreduce/' $said.served")
  add_library_test(bits_of_the_fastest "$run -n 5 bin/library-bits.${mpi} >$said && grep 'MPI_Allreduce: other$' $said")
  # Compared with proved schedules, a right MPI is right; a barrier has nothing to compare.
  add_library_test(checks "TUTTI=check,after=0 TUTTI_CHECK_EXIT=1 $run -n 3 $program 2>$said; test $? = 0 && ! grep ' wrong: ' $said && \
    grep '${checked_of_c} of ${calls_of_c} calls checked against proved schedules: 0 wrong, 0 with' $said && grep 'MPI_Bcast .* checked against bcast/' $said")
  add_library_test(checks_applications "${launch_${mpi}} 3 ${applications} >$said.alone && TUTTI=check,after=0 TUTTI_CHECK_EXIT=1 $run -n 3 ${applications} >$said 2>$said.checked && cmp $said.alone $said && \
    grep 'schedules: 0 wrong' $said.checked && ! grep 'by the MPI' $said.checked")
  add_library_test(checks_edges "TUTTI=check,after=0 TUTTI_CHECK_EXIT=1 $run -n 3 bin/library-edges.${mpi} 10 2>$said && grep 'schedules: 0 wrong' $said && \
    TUTTI=check,after=0,sample=2 $run -n 3 bin/library-edges.${mpi} 10")
  add_library_test(checks_a_sample "TUTTI=check,after=0,sample=10 $run -n 3 $program 2>$said; test $? = 0 && \
    grep '${sampled_of_c} of ${calls_of_c} calls checked' $said && grep 'by the MPI: not one of the sample' $said")
  add_library_test(checks_nothing "TUTTI=check,after=1000000 TUTTI_CHECK_EXIT=1 TUTTI_VERBOSE= TUTTI_CHECK_JUNIT=$said.xml $run -n 3 $program 2>$said; test $? = 3 && \
    grep ' 0 of ${calls_of_c} calls checked' $said && grep 'by the MPI: the communicator was not yet set up' $said && grep '<skipped message=' $said.xml")
  add_library_test(runs_where_variables_are_empty "TUTTI= TUTTI_ALGORITHMS= TUTTI_PROFILE= $run -n 3 $program 2>$said; test $? = 0 && grep 'by proved schedules' $said")
  # Every call is in the recording of its rank, and nothing else.
  set(sum_of_calls "awk -F '\"calls\":' '/^{\"call\"/ { split($2, n, \",\"); sum += n[1] } END { print sum }'")
  add_library_test(records "rm -f $said.*; TUTTI=record=$said,after=3 $run -n 3 $program 2>$said; test $? = 0 && grep '^libtutti: 0 of ${calls_of_c} calls' $said && \
    test $(ls $said.* | wc -l) = 3 && for r in 0 1 2; do test $(${sum_of_calls} $said.$r) = ${calls_of_one_in_c} || exit 1; done && \
    bin/tutti conform --calls $said --list >$said.list && grep '^barrier np=3' $said.list && \
    TUTTI=record=$said,after=0 $run -n 3 bin/library-edges.${mpi} 10 && TUTTI=record=$said $run -n 3 bin/library-edges.${mpi} 10")
  add_library_test(calls_are_cases "rm -f $said.*; TUTTI=record=$said $run -n 3 ${applications} >$said 2>&1 && \
    bin/tutti conform --calls $said --list >$said.list && grep '^allreduce np=3 load=sum/double$' $said.list && grep '^alltoallv np=3 .*irregular' $said.list && \
    bin/tutti conform --calls $said --worker bin/tutti-mpi.${mpi} --launcher '${launch_${mpi}} {np}' --time-limit 60")
  add_library_test(records_fortran "TUTTI=record=$said $run -n 3 bin/library-fortran-F08.${mpi} && test $(${sum_of_calls} $said.0) = ${calls_of_one_in_fortran}")
  add_library_test(records_operators "TUTTI=record=$said $run -n 3 bin/library-operators.${mpi} && grep -c '^{\"op\"' $said.0 | grep '^2$' && \
    grep '^{\"op\":{\"number\":0,\"commute\":false,\"large_count\":false,\"object\":.*\"symbol\":\"compose\".*\"name\":\"affine map\".*\"data\":.0,8..*\"elements\":.\"0300000001000000\",\"0100000002000000\",\"01efcdab07000000\".}' $said.1 && \
    grep '\"symbol\":\"smaller\".*\"type\":\"MPI_INT\",\"elements\":.\"63000000\"' $said.1 && grep '\"kind\":\"inter\".*\"root\":\"MPI_ROOT\".*\"calls\":20,' $said.0 && \
    grep '^{\"call\":{\"collective\":\"bcast\",\"folded\":true,\"calls\":1...,' $said.0 && test $(grep -c '^{\"call\"' $said.0) = 10001")
  # In two commands: what an application is recorded to combine by is judged from its source.
  if(TUTTI_OP AND mpi STREQUAL first_mpi)
    add_library_test(judges_operators "TUTTI=record=$said $run -n 2 bin/library-operators.${mpi} && bin/tutti op --recorded $said >$said.judged && \
      grep '^== compose of .*library-operators.${mpi} on elements of 8 bytes, declared not to commute' $said.judged && \
      grep '^compose on struct{uint32_t part.2.;}, 8 bytes' $said.judged && test $(grep -c 'MPI may use it as it is declared' $said.judged) = 2")
    foreach(source lambdas.cpp fortran_operators.f90)
      string(REGEX REPLACE "\\..*" "" name ${source})
      add_library_test(judges_${name} "rm -f $said.*; TUTTI=record=$said $run -n 2 bin/library-${name}.${mpi}; \
        bin/tutti op --recorded $said --time-limit 120 >$said.judged; test $? = 1 && ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/judged ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/${source} $said.judged")
    endforeach()
    at_night(operators library/${mpi}/judges_lambdas)
  endif()
  # Another tool, before libtutti and behind it.
  add_library(library-tool.${mpi} SHARED mpi/library/tool.cpp)
  target_link_libraries(library-tool.${mpi} PRIVATE tutti-flags mpi-${mpi})
  add_dependencies(library-programs.${mpi} library-tool.${mpi})
  set(tool lib/liblibrary-tool.${mpi}.so)
  set(both "${launcher_${mpi}}${yield_${mpi}}")
  add_library_test(behind_a_tool "${both}${tool}:lib/libtutti.${mpi}.so -n 3 $program >$said 2>&1; test $? = 0 && grep '^tool: [1-9][0-9]* calls' $said && \
    grep 'MPI_Bcast .* by bcast/' $said && ! grep 'MPI_Allreduce' $said")
  add_library_test(before_a_tool "${both}lib/libtutti.${mpi}.so:${tool} -n 3 $program >$said 2>&1; test $? = 0 && grep '^tool: 0 calls, from MPI_Init on' $said && \
    grep '${calls_of_c} of ${calls_of_c} calls' $said")
  # A runtime that is loaded, and has nothing on a device; buffers on one, and a runtime that comes late.
  add_library_test(serves_beside_a_runtime "${both}lib/libtutti.${mpi}.so:lib/libcuda.so.1 -n 3 $program 2>$said; test $? = 0 && \
    grep '${calls_of_c} of ${calls_of_c} calls by proved schedules' $said")
  set(devices "bin/library-devices.${mpi}")
  add_library_test(devices "for vendor in libcuda libhsa-runtime64 libze_loader; do for which in all one mixed; do \
    $run -n 3 ${devices} lib/$vendor.so.1 $which 2>$said && ! grep 'by the MPI' $said || { cat $said; exit 1; }; done; done")
  add_library_test(devices_come_late "TUTTI=run,after=5 $run -n 3 ${devices} lib/libcuda.so.1 all 20 2>$said; test $? = 0 && \
    grep -c 'by the MPI' $said | grep '^1$' && grep 'by the MPI: the communicator was not yet set up' $said")
  add_library_test(devices_that_fail "for vendor in libcuda libhsa-runtime64 libze_loader; do timeout 60 $run -n 3 ${devices} lib/$vendor.so.1 fails 2>$said && \
    grep -c 'cannot be copied' $said | grep '^6$' || { cat $said; exit 1; }; done")
  # The processor can read managed memory, and so can the MPI; libtutti compares and records nothing of it.
  add_library_test(devices_are_not_checked "TUTTI=check,after=0 $run -n 3 ${devices} lib/libcuda.so.1 managed 2>$said; test $? = 0 && \
    grep 'by the MPI: a buffer of a rank is on a device' $said && TUTTI=record=$said,after=0 $run -n 3 ${devices} lib/libcuda.so.1 managed && \
    grep '^{\"op\".*\"elements\":..}' $said.0 && ! grep '\"elements\":.\"' $said.0")
  # A library of the same name, as linkers are given one, whose every procedure fails.
  add_library_test(devices_beside_a_stub "${both}lib/libtutti.${mpi}.so:lib/libcuda.so -n 3 ${devices} lib/libcuda.so.1 all 20 2>$said && ! grep 'by the MPI' $said")
  add_library_test(checks_beside_a_runtime "TUTTI=check,after=0 TUTTI_CHECK_EXIT=1 ${both}lib/libtutti.${mpi}.so:lib/libcuda.so.1 -n 3 $program 2>$said; test $? = 0 && \
    grep '${checked_of_c} of ${calls_of_c} calls checked against proved schedules: 0 wrong, 0 with' $said")
  # Linked ahead of the MPI instead of preloaded.
  set(linked ${PROJECT_BINARY_DIR}/bin/library-linked.${mpi})
  add_custom_command(OUTPUT ${linked} DEPENDS mpi/library/collectives.c tutti-library.${mpi} VERBATIM
    COMMAND ${compiler} -O1 ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/collectives.c -L${CMAKE_LIBRARY_OUTPUT_DIRECTORY} -ltutti.${mpi} -Wl,-rpath,$ORIGIN/../lib -o ${linked})
  add_custom_target(library-linked.${mpi} ALL DEPENDS ${linked})
  add_library_test(linked "${launch_${mpi}} 3 bin/library-linked.${mpi} 2>$said; test $? = 0 && grep '${calls_of_c} of ${calls_of_c} calls' $said")
  # Measured at 3 ranks: of an allreduce the MPI is faster, of a bcast it is not; of others nobody knows.
  add_library_test(native "TUTTI=run,native,after=0 TUTTI_PROFILE=${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/measured.json $run -n 3 $program 2>$said; test $? = 0 && \
    grep 'MPI_Allreduce .* by the MPI: the profile has measured it as faster' $said && ! grep 'MPI_Allreduce .* by allreduce/binomial' $said && \
    grep 'MPI_Bcast .* by bcast/linear' $said && ! grep 'MPI_Bcast .* by the MPI' $said && grep 'MPI_Scan .* by scan/' $said")
  foreach(interface HEADER MODULE F08)
    set(calls ${calls_of_fortran_${interface}})
    add_library_test(fortran_${interface} "${launch_${mpi}} 3 bin/library-fortran-${interface}.${mpi} && \
      $run -n 3 bin/library-fortran-${interface}.${mpi} 2>$said; test $? = 0 && grep '${calls} of ${calls} calls by proved schedules' $said")
  endforeach()
  set(passed conform_${mpi}_all/passed)
  if(mpi STREQUAL first_mpi)
    set(passed conform_${mpi}/passed)
  endif()
  add_test(NAME library/${mpi}/conform COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/conform ${passed} bin/tutti-mpi.${mpi}
    ${yield_${mpi}}lib/libtutti.${mpi}.so ${launcher_${mpi}})
  set_tests_properties(library/${mpi}/conform PROPERTIES FIXTURES_REQUIRED conform_${mpi} TIMEOUT ${long_limit} RUN_SERIAL ON WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
  if(NOT mpi STREQUAL first_mpi)
    at_night(mpis library/${mpi}/conform)
  endif()
  # What a profile was measured to give it gives.
  if(mpi STREQUAL first_mpi)
    add_executable(yardstick.${mpi} EXCLUDE_FROM_ALL bench/collectives.cpp)
    target_link_libraries(yardstick.${mpi} PRIVATE tutti-flags mpi-${mpi} ${CMAKE_DL_LIBS})
    add_dependencies(nightly yardstick.${mpi})
    add_test(NAME library/${mpi}/calibrated COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/calibrated bin/tutti-mpi.${mpi}
      bin/yardstick.${mpi} "${yield_${mpi}}" lib/libtutti.${mpi}.so "${launcher_${mpi}}")
    set_tests_properties(library/${mpi}/calibrated PROPERTIES TIMEOUT ${long_limit} RUN_SERIAL ON WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    at_night(mpis library/${mpi}/calibrated)
  endif()
  # What is refused is in library/settings_test.cpp; here, that the program ends then, wherever the settings are wrong.
  add_library_test(refuses "TUTTI=rnu $run -n 2 $program 2>$said; test $? = 2 && grep '^libtutti: TUTTI: ' $said")
endforeach()

# Where there is a compiler for an MPI and nothing else, ci/library builds it.
if("mpich" IN_LIST mpis)
  add_shell_test(ci/library "rm -f lib/libtutti.built.so; CXXFLAGS=-O0 ${PROJECT_SOURCE_DIR}/ci/library ${TUTTI_MPI_WRAPPER_mpich} lib/libtutti.built.so && \
    ! nm -D --undefined-only lib/libtutti.built.so | grep ' MPI_[A-Z][a-z_]*$' && \
    ${launcher_mpich}${yield_mpich}lib/libtutti.built.so -n 3 bin/library-collectives.mpich 2>library_built.txt; \
    test $? = 0 && grep '${calls_of_c} of ${calls_of_c} calls' library_built.txt" library_built.txt LONG)
  at_night(builds ci/library)
  set_tests_properties(ci/library PROPERTIES ENVIRONMENT "TUTTI=after=0;TUTTI_VERBOSE=1")
endif()

# The settings are those of rank 0 of MPI_COMM_WORLD, and of no other rank or communicator.
if("mpich" IN_LIST mpis)
  set(mpi mpich)
  set(edges bin/library-edges.mpich)
  add_library_test(by_node_of_rank_0 "$run -n 1 -env TUTTI_TRANSPORT node ${edges} 10 shares : -n 2 ${edges} 10 shares && \
    ! $run -n 1 ${edges} 10 shares : -n 2 -env TUTTI_TRANSPORT node ${edges} 10 shares >$said && grep 'wrong at rank 0.*shares' $said")
endif()

# Where one rank cannot begin to record, in a folder that is no longer there, no rank does.
if("mpich" IN_LIST mpis)
  add_library_test(records_in_no_folder "rm -rf $said.*; TUTTI=record=$said.calls,after=0 $run -n 2 bin/library-bits.mpich : \
    -n 1 sh -c 'mkdir $said.d && cd $said.d && rmdir ../$said.d && LD_PRELOAD=../lib/libtutti-yield.so:../lib/libtutti.mpich.so exec ../bin/library-bits.mpich' \
    2>$said >$said.bits; test $? = 0 && test $(grep -c '^libtutti serves and records nothing: ' $said) = 1 && ! ls $said.calls*")
endif()

# Sessions of MPI: those beside MPI_Init are served; of others it is said that they are not, once.
if("mpich" IN_LIST mpis)
  set(sessions ${PROJECT_BINARY_DIR}/bin/library-sessions.mpich)
  string(REPLACE mpicxx mpicc compiler ${TUTTI_MPI_WRAPPER_mpich})
  add_custom_command(OUTPUT ${sessions} DEPENDS mpi/library/sessions.c
    COMMAND ${compiler} -g -O1 -Wall -Wextra -Werror ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/sessions.c -o ${sessions})
  add_custom_target(library-sessions ALL DEPENDS ${sessions} tutti-library.mpich)
  add_library_test(sessions "$run -n 3 bin/library-sessions.mpich beside 2>$said; test $? = 0 && grep '60 of 60 calls by proved schedules' $said && \
    $run -n 3 bin/library-sessions.mpich alone 2>$said; test $? = 0 && test $(grep -c '^libtutti serves, checks and records nothing: .* MPI_Init' $said) = 1")
endif()

# Messages of more than 2^31 - 1 elements, where the MPI has procedures for them; 9 GiB.
if("mpich" IN_LIST mpis)
  set(large ${PROJECT_BINARY_DIR}/bin/library-large.mpich)
  string(REPLACE mpicxx mpicc compiler ${TUTTI_MPI_WRAPPER_mpich})
  add_custom_command(OUTPUT ${large} DEPENDS mpi/library/large.c
    COMMAND ${compiler} -O2 -Wall -Wextra -Werror ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/large.c -o ${large})
  add_custom_target(library-large DEPENDS ${large} tutti-library.mpich)
  add_dependencies(nightly library-large)
  add_shell_test(library/mpich/large "${launcher_mpich}${yield_mpich}lib/libtutti.mpich.so -n 2 bin/library-large.mpich 2>library_large.txt; \
    test $? = 0 && grep 'MPI_Allreduce .* 2 by allreduce/' library_large.txt && grep 'MPI_Bcast .* 2 by bcast/' library_large.txt" library_large.txt LONG)
  at_night(large library/mpich/large)
  set_tests_properties(library/mpich/large PROPERTIES RUN_SERIAL ON ENVIRONMENT "TUTTI=after=0;TUTTI_VERBOSE=1")
endif()

# TUTTI=check: the faulty MPIs of a conformance run lie behind libtutti, and it must find each that it can see.
if("mpich" IN_LIST mpis)
  file(GLOB faulty CONFIGURE_DEPENDS mpi/faulty/*.cpp)
  add_library(library-faulty SHARED ${faulty})
  target_compile_options(library-faulty PRIVATE -include ${CMAKE_CURRENT_SOURCE_DIR}/mpi/library/behind.hpp)
  target_link_libraries(library-faulty PRIVATE tutti-flags mpi-mpich ${CMAKE_DL_LIBS})
  add_executable(library-check mpi/library/check.cpp)
  link_rooms(library-check conform)
  target_link_libraries(library-check PRIVATE fmt::fmt)
  add_dependencies(library-check library-faulty tutti-library.mpich tutti-mpi.mpich)
  add_test(NAME library/mpich/check_finds_faults COMMAND library-check "mpiexec.mpich -genv LD_PRELOAD ${yield_mpich}lib/libtutti.mpich.so:lib/liblibrary-faulty.so"
    bin/tutti-mpi.mpich)
  at_night(faults library/mpich/check_finds_faults)
  set_tests_properties(library/mpich/check_finds_faults PROPERTIES TIMEOUT ${long_limit} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
endif()
