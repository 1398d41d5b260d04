// Faults of an MPI, each of which a conformance run must find: one row per fault.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

#include "verified/conform/case/report.hpp"

namespace tutti::faulty {

using conform::Kind;

struct Fault {
  std::string_view name;      ///< the value of TUTTI_FAULT
  std::array<Kind, 3> kinds;  ///< each of them names it rightly
  std::string_view example;   ///< a case that it makes fail
};

constexpr std::array<Kind, 3> any_of(Kind a) { return {a, a, a}; }
constexpr std::array<Kind, 3> any_of(Kind a, Kind b) { return {a, b, b}; }
constexpr std::array<Kind, 3> any_of(Kind a, Kind b, Kind c) { return {a, b, c}; }

inline constexpr std::array faults = [] {
  using enum Kind;
  return std::to_array<Fault>({
      // Who is combined with whom, and in which order.
      {"allreduce-operands-swapped-at-one-rank", any_of(wrong_order, disagreement), "allreduce np=3 count=2 load=word"},
      {"allreduce-contribution-lost", any_of(lost), "allreduce np=3 count=2 load=word"},
      {"allreduce-contribution-doubled", any_of(doubled), "allreduce np=3 count=2 load=word"},
      {"allreduce-order-lost-for-ranks-no-power-of-two", any_of(wrong_order), "allreduce np=3 load=matrix"},
      {"allreduce-order-lost-above-2048-bytes", any_of(wrong_order), "allreduce np=3 count=65 load=word"},
      {"allreduce-order-lost-in-place", any_of(wrong_order), "allreduce np=3 load=affine in-place"},
      {"allreduce-order-lost-on-reversed-ranks", any_of(wrong_order), "allreduce np=3 comm=reversed load=word"},
      {"allreduce-other-bracketing-at-one-rank", any_of(disagreement), "allreduce np=4 count=8 load=sum/double"},
      {"reduce-order-lost-for-other-roots", any_of(wrong_order), "reduce np=3 load=word root=1"},
      {"reduce-in-place-contribution-lost", any_of(lost), "reduce np=3 load=sum/int in-place"},
      {"scan-in-reverse-order", any_of(wrong_order), "scan np=3 load=word"},
      {"scan-excludes-own", any_of(lost, not_written), "scan np=3 load=term"},
      {"exscan-includes-own", any_of(doubled, wrong_order, wrong_value), "exscan np=3 load=word"},
      {"reduce-local-operands-swapped", any_of(wrong_order), "reduce_local np=2 load=matrix"},
      {"inter-allreduce-of-own-group", any_of(lost, doubled, wrong_value), "allreduce np=3 comm=inter load=word"},
      // What a predefined operator computes.
      {"max-as-unsigned", any_of(wrong_value), "allreduce np=3 count=4 load=max/int"},
      {"minloc-tie-takes-the-greater-index", any_of(wrong_value), "allreduce np=3 load=minloc/2int"},
      {"land-not-normalised", any_of(wrong_value), "allreduce np=3 load=land/int"},
      {"sum-loses-NaN", any_of(wrong_value), "allreduce np=3 load=sum/double"},
      {"sum-too-coarse", any_of(rounding, wrong_value), "allreduce np=3 count=4 load=sum/double"},
      {"sum-of-bytes-saturates", any_of(wrong_value), "allreduce np=3 load=sum/uint8_t"},
      {"op-commutative-always-yes", any_of(wrong_answer), "op_commutative np=2 load=matrix"},
      // What only operands show that use all bits of their type.
      {"product-of-int-is-zero", any_of(wrong_value, lost), "allreduce np=2 load=prod/int"},
      {"sum-of-int8-is-zero", any_of(wrong_value, lost), "allreduce np=2 count=2 load=sum/int8_t"},
      {"product-of-int-through-float", any_of(wrong_value, lost), "allreduce np=2 count=7 load=prod/int"},
      {"sum-of-long-through-int", any_of(wrong_value, lost, doubled), "allreduce np=2 count=2 load=sum/long"},
      {"max-of-int64-through-double", any_of(wrong_value), "allreduce np=2 count=7 load=max/int64_t"},
      {"sum-of-double-through-float", any_of(rounding, wrong_value, lost), "allreduce np=2 count=7 load=sum/double"},
      {"sum-of-double-flushed", any_of(denormal_flushed), "allreduce np=2 count=101 load=sum/double"},
      {"lor-of-int-sees-its-low-byte-alone", any_of(wrong_value), "allreduce np=2 count=31 load=lor/int"},
      {"fortran-integer-sum-loses-its-lowest-bit", any_of(wrong_value, lost),
       "allreduce np=2 count=7 load=sum/integer"},
      {"sum-of-aint-loses-its-upper-half", any_of(wrong_value, lost, doubled), "allreduce np=2 count=2 load=sum/aint"},
      // Where the data goes.
      {"reduce-result-not-at-the-root", any_of(not_written, wrong_value, lost), "reduce np=3 load=sum/int"},
      {"reduce-scatter-block-of-another-rank", any_of(wrong_value, wrong_place),
       "reduce_scatter np=3 count=2 load=sum/int"},
      {"exscan-writes-at-rank-0", any_of(outside), "exscan np=3 load=sum/int"},
      {"bcast-always-from-rank-0", any_of(wrong_value, send_buffer_written, not_written), "bcast np=3 root=1"},
      {"gather-block-dropped", any_of(not_written), "gather np=3 count=2"},
      {"gather-block-doubled", any_of(wrong_place), "gather np=3 count=2"},
      {"gatherv-ignores-displacements", any_of(wrong_place, not_written, outside), "gatherv np=3 count=2 scattered"},
      {"scatter-block-of-another-rank", any_of(wrong_place), "scatter np=3 count=2"},
      {"scatterv-ignores-displacements", any_of(wrong_place, wrong_value, overrun), "scatterv np=3 count=2 scattered"},
      {"allgather-blocks-rotated-at-one-rank", any_of(wrong_place), "allgather np=3 count=2"},
      {"allgatherv-ignores-displacements", any_of(wrong_place, not_written, outside),
       "allgatherv np=3 count=2 scattered"},
      {"alltoall-two-blocks-swapped", any_of(wrong_place), "alltoall np=3"},
      {"alltoall-in-place-own-block-only", any_of(not_written, wrong_place, wrong_value), "alltoall np=3 in-place"},
      {"alltoallv-block-dropped", any_of(not_written), "alltoallv np=3 count=2"},
      {"alltoallw-ignores-types", any_of(wrong_place, not_written, outside), "alltoallw np=3 count=2 load=vector"},
      {"neighbours-in-another-order", any_of(wrong_place), "neighbor_alltoall np=3 comm=cart"},
      {"neighbour-self-edge-lost", any_of(not_written), "neighbor_allgather np=3 comm=graph"},
      {"inter-allgather-in-reverse-order", any_of(wrong_place), "allgather np=4 comm=inter"},
      // What is left out, and what is touched that must not be.
      {"bcast-last-element-missing", any_of(not_written), "bcast np=3 count=2"},
      {"bcast-byte-wrong-above-12288-bytes", any_of(wrong_value), "bcast np=3 count=1537"},
      {"allreduce-last-element-missing", any_of(not_written, wrong_value, lost), "allreduce np=3 count=2 load=sum/int"},
      {"allreduce-one-byte-past-the-end", any_of(overrun, crash), "allreduce np=3 load=sum/int"},
      {"allreduce-one-byte-before-the-start", any_of(outside), "allreduce np=3 load=sum/int"},
      {"allreduce-send-buffer-written", any_of(send_buffer_written, crash), "allreduce np=3 load=sum/int"},
      {"scatter-send-buffer-written-in-place", any_of(send_buffer_written, crash), "scatter np=3 in-place"},
      {"allgather-send-buffer-written", any_of(send_buffer_written, crash), "allgather np=3 load=vector"},
      {"alltoallw-send-buffer-written", any_of(send_buffer_written, crash), "alltoallw np=3 load=vector"},
      {"allgather-gap-written", any_of(outside), "allgather np=3 load=vector"},
      {"allgather-ignores-the-lower-bound", any_of(wrong_place, outside, not_written), "allgather np=3 load=shifted"},
      // What shows only where sizes meet a form or a communicator.
      {"iallreduce-last-element-missing-above-100000-bytes", any_of(not_written, wrong_value, lost),
       "allreduce np=2 form=nonblocking count=25001 load=sum/int"},
      {"persistent-allreduce-last-element-missing-above-70000-bytes", any_of(not_written, wrong_value, lost),
       "allreduce np=2 form=persistent count=17501 load=sum/int"},
      {"allgather-of-a-part-rotated-above-70000-bytes", any_of(wrong_place), "allgather np=4 comm=split count=4376"},
      // What shows only on several nodes.
      {"allreduce-order-lost-where-nodes-alternate", any_of(wrong_order), "allreduce np=3 nodes=2-cyclic load=word"},
      {"bcast-last-element-missing-on-other-nodes", any_of(not_written), "bcast np=2 nodes=2 count=2"},
      {"gather-block-dropped-of-a-rank-alone-on-its-node", any_of(not_written), "gather np=3 nodes=2 count=2"},
      // How calls are completed.
      {"waitany-says-the-first", any_of(wrong_answer), "allgather np=2 form=nonblocking completion=waitany"},
      {"waitsome-says-two", any_of(wrong_answer), "allgather np=2 form=nonblocking completion=waitsome"},
      {"testany-says-none", any_of(wrong_answer), "allgather np=2 form=nonblocking completion=testany"},
      {"testsome-says-the-last", any_of(wrong_answer), "allgather np=2 form=nonblocking completion=testsome"},
      {"testall-fails-and-no-status-says-why", any_of(unexpected_error),
       "allgather np=2 form=nonblocking completion=testall"},
      // Arguments that are not significant.
      {"gather-looks-at-the-receive-type-everywhere", any_of(unexpected_error), "gather np=2 not-significant=null"},
      {"allgather-in-place-looks-at-the-send-count", any_of(unexpected_error),
       "allgather np=2 in-place not-significant=null"},
      {"reduce-reads-the-receive-buffer-everywhere", any_of(crash), "reduce np=2 load=sum/int not-significant=null"},
      // Several outstanding on one communicator, and handles that are freed.
      {"second-iallreduce-on-a-communicator-fails", any_of(unexpected_error),
       "allreduce np=2 form=nonblocking load=sum/int scene=outstanding"},
      {"second-ibcast-on-a-communicator-fails", any_of(unexpected_error),
       "bcast np=2 form=nonblocking scene=outstanding"},
      {"wait-fails-once-the-communicator-is-freed", any_of(unexpected_error), "bcast np=2 form=nonblocking freed"},
      {"wait-fails-once-a-datatype-is-freed", any_of(unexpected_error),
       "bcast np=2 form=nonblocking load=vector freed"},
      // What a user's operator is given.
      {"operator-gets-the-type-of-bytes", any_of(bad_operands), "allreduce np=2 load=matrix"},
      {"operator-gets-no-datatype", any_of(bad_operands), "allreduce np=2 load=matrix"},
      {"operator-gets-one-buffer-twice", any_of(bad_operands), "allreduce np=2 load=matrix"},
      // How calls disturb each other.
      {"allreduce-result-of-the-previous-call", any_of(wrong_value), "allreduce np=3 load=sum/int"},
      {"allreduce-one-buffer-for-all-threads", any_of(wrong_value),
       "allreduce np=2 count=3 load=sum/int scene=threads"},
      {"iallgather-completes-too-early", any_of(not_written), "allgather np=3 form=nonblocking"},
      {"persistent-allgather-sends-old-data", any_of(wrong_value), "allgather np=3 form=persistent"},
      {"large-count-cut-to-16-bits", any_of(not_written, wrong_value), "bcast np=3 large-count count=70000 load=byte"},
      {"allgather-message-left-behind", any_of(stray_message), "allgather np=3 scene=between-messages"},
      {"bcast-takes-a-message-of-the-program", any_of(stray_message, hang), "bcast np=3 scene=between-messages"},
      {"barrier-does-not-wait", any_of(early), "barrier np=3"},
      // How it ends.
      {"allgather-hangs-at-the-second-call", any_of(hang), "allgather np=3"},
      {"scatter-null-dereferenced", any_of(crash), "scatter np=3"},
      {"allgather-divides-by-a-count-of-zero", any_of(crash), "allgather np=3 count=0"},
      {"alltoall-aborts", any_of(crash), "alltoall np=3"},
      {"gather-exits", any_of(crash, hang), "gather np=3"},
      {"reduce-returns-an-error", any_of(unexpected_error), "reduce np=3 load=sum/int"},
      {"reduce-returns-an-error-in-the-end", any_of(unexpected_error), "reduce np=3 load=sum/int"},
      {"iallgather-returns-an-error", any_of(unexpected_error), "allgather np=3 form=nonblocking"},
      {"start-returns-an-error", any_of(unexpected_error), "allgather np=3 form=persistent"},
      {"wait-returns-an-error", any_of(unexpected_error), "allgather np=3 form=nonblocking"},
      {"barrier-returns-an-error", any_of(unexpected_error), "barrier np=3"},
      {"op-commutative-returns-an-error", any_of(unexpected_error), "op_commutative np=2 load=matrix"},
      // Errors.
      {"bcast-root-error-of-another-class", any_of(wrong_class), "bcast np=3 scene=error wrong=root"},
      {"gather-negative-count-accepted", any_of(no_error), "gather np=3 scene=error wrong=count"},
      {"communicator-broken-after-an-error", any_of(broken_afterwards),
       "reduce np=3 load=sum/int scene=error wrong=root"},
  });
}();

inline const Fault* fault_named(std::string_view name) {
  const auto found = std::ranges::find(faults, name, &Fault::name);
  return found == faults.end() ? nullptr : &*found;
}

}  // namespace tutti::faulty
