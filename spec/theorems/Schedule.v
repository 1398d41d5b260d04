(** The schedule language and the collectives, as spec/schedule.hpp and spec/collective.hpp have them. *)
From Coq Require Import ZArith List Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** What arrives at a destination slot: dst = src | src·dst | dst·src. *)
Inductive action := replace | fold_left | fold_right.

(** Slots first, …, first + count - 1 of rank [from] go to the slots from [at_] on of rank [to]. *)
Record step := Step { from : Z; to : Z; first : Z; count : Z; at_ : Z; act : action }.

(** Every rank has [blocks] + [extra] slots; scratch[r][k] is the label of slot [blocks] + k of rank r. *)
Record schedule := Schedule {
  ranks : Z; blocks : Z; extra : Z; exchange : bool; scratch : list (list Z); rounds : list (list step) }.

Definition slots (s : schedule) : Z := blocks s + extra s.

(** How many different blocks there are. In an exchange the one from r to j is number r·ranks + j. *)
Definition different_blocks (s : schedule) : Z := if exchange s then ranks s * ranks s else blocks s.

(** The block whose size the slot has. *)
Definition label (s : schedule) (rank slot : Z) : Z :=
  if blocks s <=? slot then nth (Z.to_nat (slot - blocks s)) (nth (Z.to_nat rank) (scratch s) []) 0
  else if negb (exchange s) then slot
  else if slot <? ranks s then rank * ranks s + slot
  else (slot - ranks s) * ranks s + rank.

Inductive collective :=
  | reduce | allreduce | reduce_scatter | reduce_scatter_block | scan | exscan
  | bcast | gather | gatherv | scatter | scatterv | allgather | allgatherv
  | alltoall | alltoallv | alltoallw | barrier.

Definition combines (c : collective) : bool :=
  match c with reduce | allreduce | reduce_scatter | reduce_scatter_block | scan | exscan => true | _ => false end.

(** One block from each rank to each. *)
Definition exchanges (c : collective) : bool :=
  match c with alltoall | alltoallv | alltoallw => true | _ => false end.

Definition moves (c : collective) : bool :=
  match c with
  | bcast | gather | gatherv | scatter | scatterv | allgather | allgatherv | alltoall | alltoallv | alltoallw => true
  | _ => false
  end.

(** Blocks belong to ranks, one to each. *)
Definition one_per_rank (c : collective) : bool :=
  match c with
  | reduce_scatter | reduce_scatter_block | gather | gatherv | scatter | scatterv | allgather | allgatherv => true
  | _ => false
  end.

(** All blocks have one size, and their letters tell them apart: a block may go to any slot. *)
Definition blocks_may_change (c : collective) : bool :=
  match c with gather | scatter | allgather | alltoall => true | _ => false end.

(** Every pair of ranks has a size of its own, which no third rank is told. *)
Definition irregular_exchange (c : collective) : bool :=
  match c with alltoallv | alltoallw => true | _ => false end.

(** What an operator must be. *)
Record needs := Needs { associative : bool; commutative : bool }.
