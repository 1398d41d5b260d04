# What others link, and what `cmake --install` puts where. The libraries are made of the rooms' objects, so that every
# algorithm that registers itself is kept; the programs are made of objects, too, and need none of these libraries.
#   tutti::core      schedules, algorithms, proofs, prices, plans
#   tutti::mpi.NAME  the executor for that MPI; tutti::mpi is that of the first
#   tutti::op        `tutti op` in tests: the header check_op.hpp, beside the function tutti_check_op
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tutti)
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/tutti)  # under their paths from the root: ours include each other by them

# public_library(TARGET NAME): the common part of all libraries. Before version 1 each minor version may break others.
function(public_library target name)
  add_library(tutti::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH $ORIGIN INSTALL_RPATH_USE_LINK_PATH ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${headers}>)
endfunction()

add_library(tutti-core SHARED)
link_rooms(tutti-core ${core})
public_library(tutti-core core)
install(TARGETS tutti-core EXPORT tutti-core)

set(installed_rooms)
rooms_of(installed_rooms ${core})
foreach(mpi IN LISTS mpis)
  set(library tutti-executor.${mpi})
  add_library(${library} SHARED)
  target_link_libraries(${library} PRIVATE executor.${mpi} PUBLIC tutti-core mpi-${mpi})
  set_target_properties(${library} PROPERTIES OUTPUT_NAME tutti-mpi.${mpi})
  public_library(${library} mpi.${mpi})
  install(TARGETS ${library} mpi-${mpi} EXPORT tutti-mpi)
  list(APPEND installed_rooms executor.${mpi})
endforeach()
if(mpis)
  add_library(tutti::mpi ALIAS tutti-executor.${first_mpi})
endif()

# The headers that lie beside the sources of these rooms, and the specification's. Those that need a library that their
# users need not have are for our own sources only.
set(folders ${PROJECT_SOURCE_DIR}/spec)
foreach(room IN LISTS installed_rooms)
  get_target_property(sources ${room} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    list(APPEND folders ${folder})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES folders)
foreach(folder IN LISTS folders)
  file(GLOB here CONFIGURE_DEPENDS ${folder}/*.hpp)
  foreach(header IN LISTS here)
    file(STRINGS ${header} private REGEX "#include <(nlohmann|fmt)/")
    if(NOT private)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
      install(FILES ${header} DESTINATION ${headers}/${path})
    endif()
  endforeach()
endforeach()

# The program, for tests of operators.
if(TUTTI_BUILD_PROGRAMS AND TUTTI_OP)
  add_executable(tutti::program ALIAS tutti)
  add_library(tutti-op INTERFACE)
  add_library(tutti::op ALIAS tutti-op)
  target_include_directories(tutti-op INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${headers}>)
  target_compile_definitions(tutti-op INTERFACE TUTTI_PROGRAM="$<TARGET_FILE:tutti::program>")
  set_target_properties(tutti PROPERTIES EXPORT_NAME program)
  set_target_properties(tutti-op PROPERTIES EXPORT_NAME op)
  install(TARGETS tutti tutti-op EXPORT tutti-op RUNTIME)
  install(EXPORT tutti-op FILE op.cmake NAMESPACE tutti:: DESTINATION ${package})
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/check-op.cmake DESTINATION ${package})
  install(FILES ${PROJECT_SOURCE_DIR}/verified/op/check_op.hpp DESTINATION ${headers}/verified/op)
  include(cmake/check-op.cmake)
endif()

# find_package(tutti COMPONENTS core mpi op)
install(EXPORT tutti-core FILE core.cmake NAMESPACE tutti:: DESTINATION ${package})
if(mpis)
  install(EXPORT tutti-mpi FILE mpi.cmake NAMESPACE tutti:: DESTINATION ${package})
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tutti-config.cmake.in ${PROJECT_BINARY_DIR}/tutti-config.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tutti-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tutti-config.cmake ${PROJECT_BINARY_DIR}/tutti-config-version.cmake
  DESTINATION ${package})

# pkg-config: tutti-core, tutti-mpi.NAME, and tutti-mpi, which is that of the first.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE up)
function(install_pc name what library requires cflags libs)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/tutti.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
install_pc(tutti-core "schedules and their proofs" tutti-core "" "" "")

# flags_of(CFLAGS LIBS MPI): what the target mpi-NAME says, as words of a command.
function(flags_of cflags libs mpi)
  foreach(what include_directories compile_definitions compile_options link_options link_libraries)
    string(TOUPPER INTERFACE_${what} property)
    get_target_property(${what} mpi-${mpi} ${property})
    if(NOT ${what})
      set(${what})
    endif()
  endforeach()
  list(TRANSFORM include_directories PREPEND -I)
  list(TRANSFORM compile_definitions PREPEND -D)
  set(all_cflags ${include_directories} ${compile_definitions} ${compile_options})
  set(all_libs ${link_options} ${link_libraries})
  list(REMOVE_ITEM all_libs -shared)  # SMPI's programs are linked by smpicxx, which says it itself
  string(REGEX REPLACE "SHELL:" "" all_cflags "${all_cflags}")
  list(JOIN all_cflags " " all_cflags)
  list(JOIN all_libs " " all_libs)
  set(${cflags} "${all_cflags}" PARENT_SCOPE)
  set(${libs} "${all_libs}" PARENT_SCOPE)
endfunction()
foreach(mpi IN LISTS mpis)
  flags_of(cflags libs ${mpi})
  set(names tutti-mpi.${mpi})
  if(mpi STREQUAL first_mpi)
    list(APPEND names tutti-mpi)
  endif()
  foreach(name IN LISTS names)
    install_pc(${name} "the executor for ${mpi}" tutti-mpi.${mpi}
      "tutti-core = ${PROJECT_VERSION}" "${cflags}" "${libs}")
  endforeach()
endforeach()

# The programs. tutti conform looks for its worker tutti-mpi beside itself, and for the library to preload in ../lib.
if(TUTTI_BUILD_PROGRAMS)
  set(programs tutti)
  foreach(mpi IN LISTS mpis)
    list(APPEND programs tutti-mpi.${mpi})
  endforeach()
  set_target_properties(${programs} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${programs} RUNTIME)
  if(mpis)
    install(PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tutti-mpi TYPE BIN)  # the link
  endif()
  include(cmake/man.cmake)
  set(bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/completion.bash DESTINATION ${bash} RENAME tutti)
  # bash looks for a file of the command's name.
  set(completions ${PROJECT_BINARY_DIR}/completions)
  file(REMOVE_RECURSE ${completions})  # of an earlier configuration
  file(MAKE_DIRECTORY ${completions})
  foreach(program IN LISTS programs)
    if(NOT program STREQUAL tutti)
      file(CREATE_LINK tutti ${completions}/${program} SYMBOLIC)
      file(CREATE_LINK tutti ${completions}/tutti-mpi SYMBOLIC)
    endif()
  endforeach()
  install(DIRECTORY ${completions}/ DESTINATION ${bash})
endif()
# libtutti, to preload or to link ahead of an MPI; it needs none of the other libraries.
foreach(mpi IN LISTS real_mpis)
  set_target_properties(tutti-library.${mpi} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS tutti-library.${mpi} LIBRARY)
  if(mpi STREQUAL first_mpi)
    install(FILES ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libtutti.so TYPE LIB)  # the link
  endif()
endforeach()
if(TARGET tutti-yield)
  install(TARGETS tutti-yield LIBRARY DESTINATION lib)
endif()

if(PROJECT_IS_TOP_LEVEL)
  include(cmake/package.cmake)
endif()
