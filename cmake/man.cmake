# Man pages, made from --help where help2man is installed: of each program, and of each command, as tutti-verify.1.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(documented $<TARGET_FILE:tutti>)
  if(mpis)
    list(APPEND documented ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tutti-mpi)
  endif()
  set(man ${PROJECT_BINARY_DIR}/man1)
  add_custom_command(OUTPUT ${man}/tutti.1
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/manual ${HELP2MAN} ${PROJECT_VERSION} ${man} ${documented}
    DEPENDS ${programs} ${PROJECT_SOURCE_DIR}/cmake/manual VERBATIM)
  add_custom_target(tutti-man ALL DEPENDS ${man}/tutti.1)
  install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
else()
  message(STATUS "no help2man: there will be no man pages")
endif()
