// Written by the test check/smt/all_p, which holds that Z3 proves these rules and no others: TUTTI_WRITE_DIGESTS=FILE
// makes it write this file anew.
#pragma once
#include "verified/check/rules/digest.hpp"

namespace tutti::rules {

inline constexpr Digest proved_digests[] = {
    {0x0448c7f7c2a88db7, 0x9ece79b01c0201c5},  // bcast/binomial
    {0x046ced0e4ccd9fd2, 0x8391335853ecc9b2},  // allreduce/circulant
    {0x08dd48049cb674f3, 0x22616fc2baa2b86e},  // allreduce/two_level
    {0x0aa136a39fa9367c, 0x69d85cb133a4f0fd},  // bcast/chain
    {0x0f37b88933a57129, 0xd7d0d0c3b174f3ad},  // reduce_scatter/circulant
    {0x1a06bd111ce953c1, 0x532173cf0a3259de},  // alltoall/scattered
    {0x222ff8f2688ed549, 0x9ffdc42ae18aa8f7},  // allreduce/recursive_doubling
    {0x25ac999072ea66aa, 0x3a6d15f3c1e45ac0},  // exscan/linear
    {0x2996395c13f51cc8, 0x3feb888822aba31c},  // allgather/neighbour_exchange
    {0x2a20295c69e8253e, 0xd6aebac762897613},  // gather/linear
    {0x3388a39c402d11e1, 0x58da09c68e952932},  // alltoall/ring_shift
    {0x37f1811b0616adb9, 0x3890da3cd6d8608c},  // alltoall/pairwise_xor
    {0x3ac621f9b81e2d9e, 0xf70f4181bdec6ee3},  // scatter/linear
    {0x4a2f5a7257a1dd3c, 0xb04f903f2715590a},  // exscan/binomial_sweep
    {0x4aeb7f45d17ce906, 0x2be92dfc9a9d6af1},  // reduce_scatter/recursive_doubling
    {0x4cf0c97ac748da07, 0xcd35165636efa14d},  // allreduce/binomial
    {0x4e8d8dfd215967c3, 0xb74527593f7f12cc},  // bcast/scatter_ring
    {0x50e14b9074eb3e2f, 0x64d9c64425984def},  // scan/binomial_sweep
    {0x560f4f9117548a8a, 0xf026f99ffca83ba4},  // reduce/binary_blocks
    {0x59704e29f510e0a6, 0x76e838f80adabd2a},  // barrier/dissemination
    {0x5b7075f31f061492, 0xd1bd72a4ad7752c4},  // alltoall/unscheduled
    {0x61790186111f06cd, 0x633008dddb3c37d9},  // reduce/ring
    {0x61f34e4e9c7ea4fd, 0x0d2e3f940ff37705},  // allgather/recursive_doubling
    {0x7e366346bb418032, 0x390c195c29377fe3},  // reduce_scatter/permuted_halving
    {0x8235421a62bb1f55, 0xea0620ee39443f78},  // reduce_scatter/recursive_halving
    {0x85ec0f478adc1ea8, 0xf1381f57993665c2},  // reduce_scatter/binomial_scatter
    {0x88b65e65c297ac1d, 0xdd346ec4950f7c88},  // allreduce/binary_blocks
    {0x8c8d83d2108f5ada, 0x403f633e029fe495},  // reduce/halving_doubling
    {0x93ba592bd36eafad, 0xab1d14031e8cbe95},  // allreduce/halving_doubling
    {0x9a049e2bb1f449bf, 0x118e4359f44821e2},  // reduce/linear
    {0x9a69911be8b04057, 0xb9f0e3ebb7587197},  // reduce_scatter/pairwise
    {0x9b053ff0dffee5fb, 0x6f40dcf481d95894},  // bcast/scatter_recursive_doubling
    {0xa22626b2271797be, 0x0bc6513cd6f51d64},  // allreduce/ring
    {0xacd8f31e89023323, 0x53981e3f649ddae1},  // alltoall/edge_coloured
    {0xaef55033cb736e8f, 0xd194d2d6a164ac8c},  // allgather/gather_bcast
    {0xb07006ee7660c035, 0xe25cf701f45034eb},  // allgather/circulant
    {0xb27a3f103b6adeb6, 0x9adf7c7bd9e98e3e},  // reduce_scatter/pairwise_ordered
    {0xb7e1b1896fbd7bc8, 0x75dc32475ff4f16a},  // barrier/recursive_doubling
    {0xbf0c8459a723465b, 0x55368b41c9dd8ce1},  // scan/recursive_doubling
    {0xbf9e792a647e9ae4, 0xb4bfa08c1d56e03d},  // gather/binomial
    {0xc51fad62733ec1af, 0x41bc94f3620bf7a3},  // barrier/two_level
    {0xc8a40e01d3601803, 0x694b638591076344},  // allgather/bruck
    {0xca9df2c8993e69b4, 0x1d0025fdea6e0ebe},  // scatter/binomial
    {0xcb3af51c038ee290, 0xb8bea4af0508c6c7},  // bcast/linear
    {0xcb696894d9fcd532, 0xca669a191a6e1982},  // reduce/binomial
    {0xd8cceb759397d8a7, 0xb502070d82e331c0},  // exscan/recursive_doubling
    {0xded74c9aeb982029, 0x9027804efc7d24b7},  // allgather/ring
    {0xe52240b584ff62a1, 0x7993a0dc8ffe58f1},  // scan/linear
    {0xefe87c8e062fd0f4, 0xa3c750d0e48b94a8},  // reduce/binomial_rotated
};

}  // namespace tutti::rules
