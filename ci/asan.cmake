# cmake -C ci/asan.cmake: the tests under AddressSanitizer and UndefinedBehaviorSanitizer, with checked containers.
set(CMAKE_BUILD_TYPE Asan CACHE STRING "")
set(CMAKE_CXX_FLAGS_ASAN
    "-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS"
    CACHE STRING "")
