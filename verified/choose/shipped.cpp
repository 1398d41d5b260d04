#include "verified/choose/shipped.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tutti {
namespace {

Profile of_mpich() {
  return {
      .machine =
          "two cores of an AMD EPYC in a virtual machine, Debian 12, MPICH 4.0.2 over UCX, ranks 0 and 1 of 2, "
          "sums of doubles, November 2026",
      .prices = {.alpha = 2.567e-07, .beta = 1.05e-10, .gamma = 1.783e-11, .f_alpha = 0.7141, .f_beta = 0.9568},
      .loggp = {.latency = 6.994e-08, .overhead = 5.675e-08, .gap = 7.147e-08, .gap_per_byte = 1.005e-10},
      .errors =
          FitErrors{
              .two_way = 0.173,
              .one_way = 0.1879,
              .fold = 0.2618,
              .spacing = 0.1157,
              .send = 0.1796,
              .regimes = {0.03282, 0.03603, 0.07104},
              .prices =
                  {.alpha = 1.75e-08, .beta = 6.301e-12, .gamma = 1.479e-12, .f_alpha = 0.07351, .f_beta = 0.08445},
              .loggp = {.latency = 1.834e-08, .overhead = 5.843e-09, .gap = 4.575e-09, .gap_per_byte = 6.505e-12}},
      .measured = {},
      .regimes = {{.from = 0, .alpha = 2.297e-07, .beta = 4.351e-10, .alpha_uni = 1.661e-07, .beta_uni = 4.274e-10},
                  {.from = 95.67, .alpha = 2.97e-07, .beta = 8.774e-11, .alpha_uni = 2.202e-07, .beta_uni = 7.135e-11},
                  {.from = 8232, .alpha = 2.745e-06, .beta = 9.145e-11, .alpha_uni = 2.501e-06, .beta_uni = 9.15e-11}}};
}

Profile of_open_mpi() {
  return {
      .machine =
          "two cores of an AMD EPYC in a virtual machine, Debian 12, Open MPI 4.1.4, ranks 0 and 1 of 2, sums of "
          "doubles, November 2026",
      .prices = {.alpha = 2.17e-07, .beta = 1.066e-10, .gamma = 1.801e-11, .f_alpha = 0.8196, .f_beta = 1.012},
      .loggp = {.latency = 9.469e-08, .overhead = 4.162e-08, .gap = 7.141e-08, .gap_per_byte = 1.079e-10},
      .errors =
          FitErrors{
              .two_way = 0.2986,
              .one_way = 0.2803,
              .fold = 0.2598,
              .spacing = 0.1593,
              .send = 0.264,
              .regimes = {0.02164, 0.0358, 0.06727},
              .prices =
                  {.alpha = 2.549e-08, .beta = 1.096e-11, .gamma = 1.481e-12, .f_alpha = 0.1339, .f_beta = 0.1423},
              .loggp = {.latency = 2.652e-08, .overhead = 8.609e-09, .gap = 7.711e-09, .gap_per_byte = 1.035e-11}},
      .measured = {},
      .regimes = {{.from = 0, .alpha = 1.971e-07, .beta = 1.505e-10, .alpha_uni = 1.652e-07, .beta_uni = 1.709e-10},
                  {.from = 263.9, .alpha = 3.581e-07, .beta = 7.238e-11, .alpha_uni = 2.764e-07, .beta_uni = 4.577e-11},
                  {.from = 4068, .alpha = 2.56e-06, .beta = 8.76e-11, .alpha_uni = 2.242e-06, .beta_uni = 9.014e-11}}};
}

struct Shipped {
  std::string_view name;
  Profile (*profile)();
};
constexpr std::array<Shipped, 3> shipped{
    {{"node", of_mpich}, {"node-openmpi", of_open_mpi}, {"assumed", default_profile}}};

const Shipped* find_shipped(std::string_view name) {
  const auto* const found = std::ranges::find(shipped, name, &Shipped::name);
  return found == shipped.end() ? nullptr : found;
}

}  // namespace

Profile node_profile(Mpi mpi) { return mpi == Mpi::mpich ? of_mpich() : of_open_mpi(); }

Profile profile_of_place(bool of_a_node, Mpi mpi) { return of_a_node ? node_profile(mpi) : default_profile(); }

bool is_shipped(const std::string& name) { return find_shipped(name) != nullptr; }

Profile named_profile(const std::string& name) {
  const auto* const found = find_shipped(name);
  return found ? found->profile() : read_profile(name);
}

}  // namespace tutti
