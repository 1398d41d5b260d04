// Written by the test check/smt/solvers/all_p, which holds that Z3 proves these rules and no others: where
// TUTTI_WRITE_DIGESTS is the path of this file, that writes it anew.
#pragma once
#include "verified/check/rules/digest.hpp"

namespace tutti::rules {

inline constexpr Digest proved_digests[] = {
    {0x0a7058ff8288a075, 0xd9e1e653437caff7},  // bcast/scatter_ring
    {0x157035612b50a5e1, 0xaccf55b521e171a7},  // reduce_scatter/recursive_halving
    {0x15ea4ba4d76a2437, 0x6936fa62b14bc2b2},  // reduce_scatter/recursive_doubling
    {0x17bf1d6c5cd96c4f, 0x85439e390e653b24},  // reduce/binary_blocks
    {0x1b5f51cbaec6ba45, 0xd2fbeed3294cb720},  // scan/recursive_doubling
    {0x22d0377f681835de, 0xe85bd9c80ffd1087},  // allgather/bruck
    {0x25b954d88ec97999, 0x86c79878b18f8255},  // alltoall/edge_coloured
    {0x2b03b52c569a9bdf, 0x6da1cf647e527b52},  // exscan/linear
    {0x31021953664d6613, 0xadf1ba7c24517bbe},  // alltoall/scattered
    {0x4f79be13cfe6c331, 0x8726eea196aac1c2},  // reduce/binomial_rotated
    {0x5504bac8ff7e5927, 0xfc57ba65b170667d},  // reduce_scatter/pairwise
    {0x5644dd5acaf75bdf, 0x29ce92ce2057d071},  // scan/linear
    {0x590f1043d9c47b51, 0x366a227c768dc128},  // allreduce/ring
    {0x59107407fc0c6da6, 0x29224bbc057e8ccb},  // alltoall/unscheduled
    {0x5af862b224a42a0e, 0x943854e15c879857},  // allgather/neighbour_exchange
    {0x617054fef24c9fee, 0x9bea6e25079b3b68},  // allreduce/circulant
    {0x6642a16e54d23968, 0x6fe7a483c26c3582},  // reduce_scatter/binomial_scatter
    {0x66ad2967ae095a8b, 0x3d0f67ebf4e123ce},  // reduce_scatter/permuted_halving
    {0x6a7cf489ba3622c8, 0x51639c2b03c67fd8},  // barrier/dissemination
    {0x6d796152a949da51, 0x831a44afc4bee2b3},  // allgather/gather_bcast
    {0x7346c580e1b5b712, 0xf66dacd8ae878762},  // reduce/binomial
    {0x7d9dc276a7b7c890, 0xbad86a455e3d834d},  // allreduce/binomial
    {0x80780c8aa4b8818b, 0x830b1d9a399457df},  // reduce/ring
    {0x8293be882042375f, 0xa6a3fece03ae1e37},  // scan/binomial_sweep
    {0x95453283eeae351b, 0x3ccf35929edc484c},  // allreduce/recursive_doubling
    {0x95cd9b39916f3bfe, 0x51891e802327e918},  // allgather/ring
    {0x978a117e54cb1c24, 0x469797f154377154},  // alltoall/pairwise_xor
    {0x9830db51ca781b96, 0xed00a8ba7c885142},  // bcast/scatter_recursive_doubling
    {0x98f7f0216fd94eb1, 0x46a380c7d5a8c0e0},  // gather/binomial
    {0xa7a8d51badeba318, 0x50273fab2bff2a61},  // gather/linear
    {0xaa83d25189e2c2a0, 0x89e969a74c49ed28},  // alltoall/ring_shift
    {0xad48b12a2fe931f2, 0xe795ac0a86675709},  // barrier/two_level
    {0xb171dc6b984f062e, 0x926cb76cc1b27878},  // reduce_scatter/pairwise_ordered
    {0xb2b6550d6e42cda2, 0xa2bdbefe5e070701},  // exscan/binomial_sweep
    {0xb443fc14c831955a, 0x077511f33415e3f9},  // exscan/recursive_doubling
    {0xb48c2c4fdfe72efd, 0xb561ccad15899424},  // bcast/chain
    {0xc1f29873cbff1e97, 0xd779fe905079bcee},  // allreduce/halving_doubling
    {0xc6d49fb405293a08, 0x531f8080713e937f},  // scatter/linear
    {0xcdac03cb20e8d8be, 0xe17ac269d3cf0ab4},  // scatter/binomial
    {0xd510ffc345c0e40b, 0x7c808bcb5580541b},  // reduce/linear
    {0xdbac9d1db50e76c8, 0x0590d4f18926a5bd},  // allgather/circulant
    {0xe02f693e2f162cd7, 0x9fe1c9f756a49caa},  // reduce/halving_doubling
    {0xe074030df75e088e, 0xfc0a30a55efb37b5},  // reduce_scatter/circulant
    {0xe6bda3aea0e7bb23, 0xf6def0d972dd4900},  // bcast/linear
    {0xf1a431c744a6f366, 0x91328cc7c2ed3849},  // barrier/recursive_doubling
    {0xf834a3cafc0cb329, 0x20a88d95624db007},  // allreduce/binary_blocks
    {0xfd130a503641b04b, 0x7a05e348e18fee5a},  // bcast/binomial
    {0xfd3decab66b50743, 0x9a7c17bd41d64c35},  // allreduce/two_level
    {0xfe454b2ae2d8a490, 0x48ebaaf6de4e970d},  // allgather/recursive_doubling
};

}  // namespace tutti::rules
