# What runs under an MPI, under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer: the executor, the worker of
# `tutti conform`, `tutti-mpi op` and libtutti, with MPICH on 1 to 4 ranks. Built and run at night: ninja nightly, then
# ctest -L nightly.sanitizers. What MPICH and its libraries leak themselves is in mpi/leaks.supp.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE)
set(sanitizers_of_mpi "ASAN_OPTIONS=${asan_options}:detect_leaks=1:exitcode=66;UBSAN_OPTIONS=print_stacktrace=1;LSAN_OPTIONS=print_suppressions=0:suppressions=${CMAKE_CURRENT_SOURCE_DIR}/mpi/leaks.supp")
add_library(mpi-keep-open SHARED EXCLUDE_FROM_ALL mpi/keep_open.cpp)
target_link_libraries(mpi-keep-open PRIVATE tutti-flags)
add_dependencies(nightly mpi-keep-open)
# The sanitizer's own library comes first, also before programs that are built without it and load a libtutti with it.
set(preloaded ${asan}:lib/libmpi-keep-open.so:lib/libtutti-yield.so)
set(under_sanitizers "mpiexec.mpich -genv LD_PRELOAD ${preloaded} -n")

# add_sanitized_program(NAME SOURCE ROOM): NAME.asan, beside the program of that name that is built without.
function(add_sanitized_program name source room)
  add_executable(${name}.asan EXCLUDE_FROM_ALL ${source})
  link_rooms(${name}.asan SANITIZED ${room})
  add_dependencies(nightly ${name}.asan)
endfunction()
add_sanitized_program(tutti-mpi.mpich ${PROJECT_SOURCE_DIR}/cli/mpi/main.cpp mpi-commands.mpich)
foreach(name errors choice freed node)
  add_sanitized_program(mpi-${name} mpi/${name}.cpp executor.mpich)
endforeach()

function(add_sanitized_test name command)
  add_shell_test(sanitized/${name} "${command}" LONG)
  set_tests_properties(sanitized/${name} PROPERTIES RUN_SERIAL ON ENVIRONMENT "${sanitizers_of_mpi}")
  at_night(sanitizers sanitized/${name})
endfunction()
foreach(p 1 2 3 4)
  add_sanitized_test(run/${p} "${under_sanitizers} ${p} bin/tutti-mpi.mpich.asan run")
endforeach()
add_sanitized_test(run/node "TUTTI_TRANSPORT=node ${under_sanitizers} 3 bin/tutti-mpi.mpich.asan run")
foreach(name errors choice freed)
  add_sanitized_test(${name} "${under_sanitizers} 4 bin/mpi-${name}.asan")
endforeach()
add_sanitized_test(node "TUTTI_TRANSPORT=node ${under_sanitizers} 3 bin/mpi-node.asan")
# It starts compilers, which leak.
add_sanitized_test(op "export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0; ${under_sanitizers} 4 bin/tutti-mpi.mpich.asan op ${CMAKE_CURRENT_SOURCE_DIR}/mpi/op.c --function add --type int --tries 20")
add_sanitized_test(serve "rm -f sanitized.*; ${under_sanitizers} 4 bin/tutti-mpi.mpich.asan serve --cases ${CMAKE_CURRENT_SOURCE_DIR}/mpi/cases.txt \
  --results sanitized && ! grep -H -e ^wrong sanitized.? && test $(cat sanitized.? | grep -c finalized) = 4")

add_library(tutti-library.mpich.asan SHARED EXCLUDE_FROM_ALL)
link_rooms(tutti-library.mpich.asan SANITIZED library.mpich)
target_link_options(tutti-library.mpich.asan PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/verified/library/exports.map)
add_dependencies(nightly tutti-library.mpich.asan)
set(with_library "mpiexec.mpich -genv LD_PRELOAD ${preloaded}:lib/libtutti-library.mpich.asan.so -n")
foreach(program collectives applications operators)
  add_sanitized_test(library/${program} "TUTTI=run,after=0 ${with_library} 3 bin/library-${program}.mpich >/dev/null")
endforeach()
add_sanitized_test(library/edges "TUTTI=run,after=0 ${with_library} 3 bin/library-edges.mpich 10")
add_sanitized_test(library/checks "TUTTI=check,after=0 TUTTI_CHECK_EXIT=1 ${with_library} 3 bin/library-collectives.mpich")
add_sanitized_test(library/records "rm -f sanitized_record.*; TUTTI=record=sanitized_record ${with_library} 3 bin/library-operators.mpich && test $(ls sanitized_record.* | wc -l) = 3")
