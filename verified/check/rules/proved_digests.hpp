// Written by the test check/smt/solvers/all_p, which holds that Z3 proves these rules and no others: where
// TUTTI_WRITE_DIGESTS is the path of this file, that writes it anew.
#pragma once
#include "verified/check/rules/digest.hpp"

namespace tutti::rules {

inline constexpr Digest proved_digests[] = {
    {0x00acebea1b26af5f, 0xc2d89b8d1f80bcd2},  // gather/binomial
    {0x072df8ea3f06aa1e, 0x5f51003683e04e32},  // exscan/recursive_doubling
    {0x09d3e3ccdbfbdce7, 0x4303253df53b8cf4},  // reduce_scatter/circulant
    {0x0d285a3b26e131f0, 0x64865b7ffc7f1b28},  // allreduce/binomial
    {0x1009c1e2f90706b4, 0x0ab6926f6f26d08f},  // reduce/halving_doubling
    {0x13118e7f0bc2a9df, 0x13d65e167a17dccf},  // scan/binomial_sweep
    {0x18c51d617d3cc859, 0x8a5d5347209d324e},  // scatter/binomial
    {0x195e3f76dc8487a5, 0xbe54baaa882c668b},  // scan/recursive_doubling
    {0x1bb76aa81d9763cf, 0x9dddbfa4e96b2280},  // allgather/recursive_doubling
    {0x1c3bf65795f9cf6d, 0x844213515c85dc74},  // bcast/linear
    {0x2996395c13f51cc8, 0x3feb888822aba31c},  // allgather/neighbour_exchange
    {0x29b1ce2e3aec705c, 0x48b10653d6b389e8},  // exscan/linear
    {0x2cb229e30f60c5b1, 0xc7bea4e5263e4464},  // allreduce/binary_blocks
    {0x2cd5bbbd8d521c55, 0x8fa109fdfeded18f},  // reduce/ring
    {0x2e36432b5170a300, 0xf14e2957d66d1fb5},  // reduce/binomial
    {0x36275bb69a445c31, 0xeff9a669ad85dd58},  // allreduce/circulant
    {0x37f1811b0616adb9, 0x3890da3cd6d8608c},  // alltoall/pairwise_xor
    {0x3c3438c0a848bb1f, 0xf4b6cf21b3513e3c},  // allgather/circulant
    {0x45fc54250bbb27e4, 0x470356183ab39764},  // reduce_scatter/recursive_halving
    {0x48271537c3939a0a, 0xd0c0a2f0e4a78a9a},  // reduce/linear
    {0x48495e1d78db9aa6, 0xfff2616d1d8c1886},  // scatter/linear
    {0x607403d4d93a2037, 0xc5c0620e05a3113c},  // reduce/binary_blocks
    {0x61f12606a555ce49, 0x18ff8f5f294bec21},  // allreduce/recursive_doubling
    {0x630044e5cf319778, 0x83413ff5194279b8},  // reduce_scatter/pairwise
    {0x63b7f0c7dec0b272, 0x5c063b5ab1b64ec1},  // bcast/binomial
    {0x6572d9895b94a259, 0x93166efa9deee0a9},  // reduce_scatter/pairwise_ordered
    {0x681b003f0c12181e, 0x68dacaabd4017aef},  // bcast/chain
    {0x6b4a0ed17d4a5f0c, 0xdb0b93bd1985cb7e},  // allgather/ring
    {0x6c36fcf5550ef4b7, 0x9bdc80e3fe22d53c},  // alltoall/ring_shift
    {0x6d4be0485bccb6ff, 0x2b839248e4aecef0},  // bcast/scatter_recursive_doubling
    {0x77ff194055344090, 0xc5ae84f000b6b4fb},  // reduce/binomial_rotated
    {0x7815c8b0e4c1aef4, 0xe16453c28d468c8b},  // allreduce/halving_doubling
    {0x7e366346bb418032, 0x390c195c29377fe3},  // reduce_scatter/permuted_halving
    {0x7ea098533e32ef63, 0xfd9eb82ab7556a29},  // alltoall/edge_coloured
    {0x84a5a821af490467, 0xab2dba9a368d90de},  // exscan/binomial_sweep
    {0x8f07170cefe377af, 0xcfed2872baec3434},  // allgather/bruck
    {0x942f3a95c2718ffc, 0x6fec9e1ae396c2b5},  // barrier/two_level
    {0x96259967cc15bfa8, 0x2b24b8c440b008c1},  // barrier/recursive_doubling
    {0x9f1749587cbd36d5, 0x6c5320b4b6e63537},  // gather/linear
    {0x9f9b922188a4211c, 0x1f3ccedd468639d6},  // allgather/gather_bcast
    {0xaa9a74224c66bf7c, 0x669ce1e87412831e},  // allreduce/two_level
    {0xb8f96926ba8e79c2, 0x0ce3c194bb9fe3b6},  // scan/linear
    {0xbb779a95fdd21972, 0xa45fc3a38b8cd975},  // alltoall/scattered
    {0xbdec3e497f544431, 0x0611048e1d36b9b7},  // alltoall/unscheduled
    {0xbf2afa240ccfada7, 0x37e401e1f01c5f28},  // bcast/scatter_ring
    {0xc5d3f38df3560c90, 0xc515cdf2c7b64901},  // allreduce/ring
    {0xce6af4dd18648487, 0xb7bc29722500e2f5},  // reduce_scatter/recursive_doubling
    {0xd87ee926a8abd297, 0x626fb584cd359de4},  // barrier/dissemination
    {0xeaf1533016a78553, 0xe1889155de14ebac},  // reduce_scatter/binomial_scatter
};

}  // namespace tutti::rules
