#include "verified/conform/reproduce/c_cargo.hpp"

#include <algorithm>
#include <array>

namespace tutti::conform {

const CCargo* c_cargo(const std::string& load) {
  static const auto all = [] {
    const CSide an_int{"MPI_INT", "0", 1, 1};
    const auto vector = [](int stride) {
      return "MPI_Type_vector(3, 1, " + std::to_string(stride) + ", MPI_INT, &t);";
    };
    const auto ints = [](const char* at) {
      return "MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){" + std::string(at) + "}, MPI_INT, &t);";
    };
    const auto record = [](const char* at, int extent) {
      return "MPI_Type_create_struct(3, (int[]){1, 1, 1}, (MPI_Aint[]){" + std::string(at) +
             "}, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE, MPI_CHAR}, &u); MPI_Type_create_resized(u, 0, " +
             std::to_string(extent) + ", &t);";
    };
    const CSide holes{vector(2), "0, 2, 4", 3, 5};
    const auto same = [](std::string_view name, std::string_view part, const CSide& side) {
      return CCargo{name, part, side, side, 1};
    };
    return std::array{
        same("double", "double", {"MPI_DOUBLE", "0", 1, 1}),
        same("byte", "unsigned char", {"MPI_BYTE", "0", 1, 1}),
        same("vector", "int", holes),
        CCargo{"vector-to-ints", "int", holes, an_int, 3},
        CCargo{"struct-to-struct",
               "unsigned char",
               {record("0, 8, 20", 24), "0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 20", 13, 24},
               {record("16, 0, 25", 32), "16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 25", 13, 32}},
        same("negative-bound", "int", {ints("-8, 4"), "-2, 1", 2, 4}),
        same("shifted", "int", {ints("-4, 0"), "-1, 0", 2, 2}),
        same("resized", "int", {"MPI_Type_create_resized(MPI_INT, -4, 12, &t);", "0", 1, 3}),
        same("columns", "int",
             {"MPI_Type_vector(3, 1, 256, MPI_INT, &u); MPI_Type_create_resized(u, 0, 4, &t);", "0, 256, 512", 3, 1}),
        CCargo{"reversed-to-ints", "int", {ints("4, 0"), "1, 0", 2, 2}, an_int, 2},
    };
  }();
  const auto found = std::ranges::find(all, load, &CCargo::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace tutti::conform
