// Written by the test check/smt/solvers/all_p, which holds that Z3 proves these rules and no others: where
// TUTTI_WRITE_DIGESTS is the path of this file, that writes it anew.
#pragma once
#include "verified/check/rules/digest.hpp"

namespace tutti::rules {

inline constexpr Digest proved_digests[] = {
    {0x0684454dd5786f48, 0x84352a76b92a7653},  // bcast/scatter_ring
    {0x0a9918f5a31bfc65, 0x4d01b59f4d5453d9},  // exscan/linear
    {0x0ee885a959664747, 0xb06725e4e184d0cd},  // scan/linear
    {0x17e08fd4e47c38b0, 0x3a3be38cf13c7ca1},  // alltoall/edge_coloured
    {0x1926229c5f7585c0, 0xfc2b2cd009be4300},  // reduce_scatter/binomial_scatter
    {0x1e7b4bdcda15e226, 0xe45ba7c733809f7f},  // allgather/circulant
    {0x1ebe70085de730ce, 0xc887d7bcb0eedcb5},  // exscan/binomial_sweep
    {0x20710bdac2c6ad7f, 0xaf60612f866164dc},  // reduce_scatter/recursive_doubling
    {0x209a228c6cf687d8, 0x588bd18de23e3e1b},  // bcast/chain
    {0x2cf285eec5de8c80, 0x8973c19a9c46774f},  // allreduce/recursive_doubling
    {0x33aece3b79ecf730, 0xd9043d60addba467},  // reduce/binomial
    {0x3457af34e7cfa59b, 0x556b907c9549d1d9},  // bcast/linear
    {0x36ef6213f653a5d7, 0x15fb8925529b8b29},  // allgather/recursive_doubling
    {0x395080e3173ed8b7, 0x7f0bcdb1613e1985},  // exscan/recursive_doubling
    {0x460947a226b9f8ae, 0x40f63431e57e3451},  // reduce/binary_blocks
    {0x469f3b7dde21be7d, 0x58a2974df45c9487},  // scatter/binomial
    {0x4846282d8bee5ec2, 0x48fea616ee5b86f5},  // bcast/scatter_recursive_doubling
    {0x54d8cbcf7eb09bf8, 0x2a026e4bbc7ff8f5},  // reduce_scatter/recursive_halving
    {0x5a3e9a12a086efc1, 0x14b27311fe1b10a8},  // reduce/binomial_rotated
    {0x5f1d779211d25cd7, 0x4320c8fd9d7146ff},  // reduce/linear
    {0x666e02cb7e206242, 0xafad58472f289b70},  // allreduce/binary_blocks
    {0x740af7a7bde44d0c, 0xf790f182cfdfe81c},  // reduce/ring
    {0x747263b222b5f05c, 0xdb09067b462b136d},  // alltoall/pairwise_xor
    {0x829acfdd99c1e79d, 0x7c3e02ed95d08223},  // allreduce/halving_doubling
    {0x82f86a9d255f7475, 0xcac0a6fdb6ad10ff},  // allgather/gather_bcast
    {0x838975017cad7795, 0xecc1379cf801f815},  // scan/recursive_doubling
    {0x8582b1436a20f09a, 0x10be792e1f23fbab},  // alltoall/unscheduled
    {0x8730478424172d1a, 0x21263ba643807d3b},  // allreduce/circulant
    {0x8a39469b3a7e2fbf, 0xaf51cc10eb2c3b5d},  // barrier/two_level
    {0x8e44a3d449bf63d7, 0x74735eb755221c27},  // gather/linear
    {0x9263aad4f5655b00, 0xd5c0dba6ba390efa},  // alltoall/scattered
    {0x956d7a70b6b9ed0f, 0x92cbf186770394cc},  // allgather/neighbour_exchange
    {0xa1e0beefec0f4e9e, 0x577092a650ae3459},  // allreduce/binomial
    {0xa74a0c1e32537bde, 0x67ee77f05cc9aaa3},  // reduce/halving_doubling
    {0xa832d9f5857d67b4, 0xfb03f37cdfe159bc},  // reduce_scatter/circulant
    {0xaa4f1ab26ad0030f, 0xec756bdafacabe60},  // allreduce/ring
    {0xab201836be57035b, 0x15f557fea7a81773},  // allreduce/two_level
    {0xb7eda89b4ad783ab, 0xb483168916c61436},  // reduce_scatter/pairwise_ordered
    {0xbfb9b71abe5b6d75, 0x5ee2963e8d91e2bc},  // bcast/binomial
    {0xc261bcd0b8cce160, 0xb6bb8fdbca354a73},  // reduce_scatter/permuted_halving
    {0xcbb8441fb4e1fcab, 0x8f7b7f94b4570367},  // alltoall/ring_shift
    {0xd4862c01f95e1a56, 0x8d60791114bea83e},  // scan/binomial_sweep
    {0xe8ac2400af66bcfa, 0x08254bb346bcec69},  // allgather/ring
    {0xebc0762da2f5794e, 0x7d0e75ec9d11adb5},  // scatter/linear
    {0xf107c0abb9c74700, 0x8f4234df4a593d53},  // reduce_scatter/pairwise
    {0xf3c59597dfad9750, 0xea5ea287c521811a},  // gather/binomial
    {0xf43d80c9f05aeece, 0xd3925e39b818f992},  // allgather/bruck
    {0xf55af453b3f9596c, 0x0c5771b6408a7f89},  // barrier/dissemination
    {0xfc0201a9ad1ce91e, 0x0541f5c1047ae9e7},  // barrier/recursive_doubling
};

}  // namespace tutti::rules
