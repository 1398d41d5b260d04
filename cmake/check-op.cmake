# tutti_check_op(TARGET FUNCTION TYPE [SOURCE FILE] [ARGUMENTS ...])
# Adds the test op/FUNCTION: may MPI use that MPI_User_function of the target on elements of that type in C, such as
# "struct{double v; int i;}"? SOURCE is the file of the target that defines it, by default the first in which its name
# stands before a parenthesis; it is read with the target's include folders and definitions. ARGUMENTS are options of
# `tutti op`, such as --commute 1, as it is declared to MPI_Op_create.
function(tutti_check_op target function type)
  cmake_parse_arguments(PARSE_ARGV 3 given "" "SOURCE" "ARGUMENTS")
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tutti_check_op(${target} ${function}): what are \"${given_UNPARSED_ARGUMENTS}\"? Options of "
      "tutti op stand behind ARGUMENTS.")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "tutti_check_op(${target} ${function}): there is no target ${target}")
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  set(sources ${given_SOURCE})
  if(NOT sources)
    get_target_property(sources ${target} SOURCES)
  endif()
  set(source)
  foreach(candidate IN LISTS sources)
    cmake_path(ABSOLUTE_PATH candidate BASE_DIRECTORY ${folder})
    if(EXISTS ${candidate})
      file(READ ${candidate} text)
      if(text MATCHES "(^|[^A-Za-z0-9_])${function}[ \t\r\n]*\\(")
        set(source ${candidate})
        break()
      endif()
    endif()
  endforeach()
  if(NOT source)
    message(FATAL_ERROR "tutti_check_op(${target} ${function}): no source of it has ${function}(; searched: ${sources}")
  endif()

  set(folders $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  string(CONCAT flags "$<$<BOOL:${folders}>:-I'$<JOIN:${folders},' -I'>'> "
    "$<$<BOOL:${definitions}>:-D'$<JOIN:${definitions},' -D'>'>")
  add_test(NAME op/${function}
    COMMAND $<TARGET_FILE:tutti::program> op ${source} --function ${function} --type ${type} --cflags "${flags}" ${given_ARGUMENTS})
endfunction()
