// Written by the test check/smt/solvers/all_p, which holds that Z3 proves these rules and no others: where
// TUTTI_WRITE_DIGESTS is the path of this file, that writes it anew.
#pragma once
#include "verified/check/rules/digest.hpp"

namespace tutti::rules {

inline constexpr Digest proved_digests[] = {
    {0x01af2db1a96093cc, 0x86770dc97270638a},  // bcast/linear
    {0x038239c1130ff971, 0x179569e39ac0fb07},  // reduce/linear
    {0x0382e28385d35717, 0x96a2b0ea657a64b3},  // allgather/recursive_doubling
    {0x0ea79424a1ddc2d8, 0xe308bc40449817ff},  // barrier/recursive_doubling
    {0x14a95d84e039444e, 0x9897276ca16b04b0},  // allreduce/halving_doubling
    {0x1b960a9108345218, 0x997813749f32115c},  // alltoall/edge_coloured
    {0x247d400d06571972, 0x8c445db9797a4eaf},  // exscan/recursive_doubling
    {0x2ed5abbf5d3db688, 0x2b653cb344d501d6},  // allgather/gather_bcast
    {0x30ac926df7294a49, 0x8baa8c1f6188442a},  // allgather/ring
    {0x323e0b89eb477989, 0xef6d298e347b963a},  // scatter/linear
    {0x40bb185b4236ad71, 0xff1a089844690d29},  // exscan/binomial_sweep
    {0x429ce2fd876f02ba, 0x9d37424a7c787e2b},  // gather/linear
    {0x44ec71ac0c6f5011, 0x70d13e0ccc4e0697},  // allgather/bruck
    {0x46996d62e7bf2f8e, 0x48ad05fb1b47c0ef},  // allgather/circulant
    {0x558508bae5497892, 0x6ea324f4b2cd22fd},  // exscan/linear
    {0x59564511a61dbd84, 0xccb4a889c1198e2a},  // bcast/binomial
    {0x5c6c01f4f8f392ed, 0x6257b04e3051777a},  // gather/binomial
    {0x63ab4069952f0965, 0xbef9df37a2b1180e},  // scan/recursive_doubling
    {0x6b781d691a233936, 0x94ffdf9b83530ece},  // reduce_scatter/pairwise
    {0x6c411e2f54775642, 0xd654cbfe2a84bbf7},  // scan/linear
    {0x6e55802b4ed7c1c6, 0x98b2374a76de91a5},  // reduce/ring
    {0x714e96a7f0fe8cfd, 0x879000e9a1831025},  // reduce_scatter/circulant
    {0x746548c0cdac3a70, 0x3f09f7a4009c6c66},  // alltoall/unscheduled
    {0x7ce9d6b9e5c1cac1, 0xcf742f3ab680ab51},  // barrier/dissemination
    {0x855246b3f17ebe98, 0x52b59f224827e7a5},  // bcast/scatter_recursive_doubling
    {0x8c2dde4aaaf3dee6, 0x119452697368f150},  // alltoall/pairwise_xor
    {0x8cd582e35148d884, 0x8272d1d435c5e640},  // allreduce/binomial
    {0x931e98c325ab1ff7, 0xe2f8ffd0488fcdfa},  // allgather/neighbour_exchange
    {0x99672e32cb730828, 0x54e3250c609fc163},  // reduce_scatter/permuted_halving
    {0xa2ec7344cbf62744, 0xae2a51d715c830bc},  // reduce_scatter/recursive_doubling
    {0xa6305b1d09efcd5c, 0xa1c4ae24c04968f6},  // allreduce/recursive_doubling
    {0xaaedc436a89e0552, 0x16ea130cb5f72664},  // allreduce/binary_blocks
    {0xb005695ad2f2cd62, 0xa6984ccd675f83ef},  // allreduce/two_level
    {0xb43888ae75e46708, 0xddabc1f10d3499d3},  // reduce/binomial
    {0xb471634b111a763f, 0x5eb829068af59fc7},  // allreduce/ring
    {0xb8879933b2e111b4, 0x2596c367a94c9344},  // alltoall/scattered
    {0xbc3ff45729cfd833, 0xc8245acc0358f81f},  // reduce/halving_doubling
    {0xc514d2a5949666a4, 0x1688cf93b325f806},  // reduce_scatter/recursive_halving
    {0xc5393c1bbbc2959b, 0xcd158581a6249c90},  // reduce/binary_blocks
    {0xc9842b3921a4feb5, 0x8d439f53cd53722b},  // scan/binomial_sweep
    {0xc99e28ac06661407, 0x347bad537446f30c},  // reduce/binomial_rotated
    {0xd0fc0290e8fddec0, 0xad9e55ab6098008e},  // barrier/two_level
    {0xd252b6284ee5076e, 0x6ca93fe7502c3b87},  // reduce_scatter/binomial_scatter
    {0xd686e75a171b6974, 0x01ab631406b587ef},  // allreduce/circulant
    {0xd934ba37b39e15c8, 0x1d47638261add6b3},  // alltoall/ring_shift
    {0xda763bf636555e16, 0xdeaf2f36303f7c99},  // bcast/scatter_ring
    {0xe0871762e16303ef, 0xcc7d524508c587cc},  // reduce_scatter/pairwise_ordered
    {0xefad4bdaa94a056e, 0xfed586447d878eff},  // scatter/binomial
    {0xfb5df90264a280b0, 0x4272ea848d1c1162},  // bcast/chain
};

}  // namespace tutti::rules
