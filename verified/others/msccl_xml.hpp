// The algorithm files of MSCCL (Cowan, Maleki, Musuvathi, Saarikivi, Xiong, MSCCLang, ASPLOS 2023): XML with an <algo>
// of <gpu>s of <tb>s, threadblocks, of <step>s.
#pragma once
#include <string_view>

#include "verified/others/plan.hpp"

namespace tutti::others {

/// Reads one. "coll" is allreduce, allgather, reduce_scatter, alltoall, broadcast or reduce, these two of the root 0
/// unless a "root" says another; "nchunksperloop" is the number of chunks of the larger of input and output; "inplace"
/// says whether they are one. Throws NoSchedule (schedule_file.hpp), with the line, for what is not that: for a step
/// that lies outside its buffer, a peer or a step that there is not, a type of no meaning.
Plan read_msccl_xml(std::string_view text);

}  // namespace tutti::others
