(** What must hold of a schedule, to be compared with the tables of spec/README.md. Nothing here is about the
    checker. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule Semantics Words Intervals.
Import ListNotations.
Open Scope Z_scope.

(** ** Well formed (point 0) *)

(** Steps of one message, that is between the same two ranks, stand side by side. *)
Definition side_by_side (steps : list step) : Prop :=
  forall i j k s m t, (i < j < k)%nat ->
    nth_error steps i = Some s -> nth_error steps j = Some m -> nth_error steps k = Some t ->
    from s <> to s -> from s = from t -> to s = to t -> from m = from s /\ to m = to s.

Record well_formed_step (c : collective) (s : schedule) (t : step) : Prop := {
  ranks_exist : 0 <= from t < ranks s /\ 0 <= to t < ranks s;
  carries_something : 1 <= count t;
  slots_exist : 0 <= first t /\ first t + count t <= slots s /\ 0 <= at_ t /\ at_ t + count t <= slots s;
  moved_data_is_not_folded : moves c = true -> act t = replace;
  (** The table of labels: a block moves to a slot with the same label, or, in the collectives whose blocks are all of
      one size and told apart by their letters, to any slot. *)
  labels_agree : blocks_may_change c = false ->
    forall i, writes t (to t) i -> label s (from t) (source t i) = label s (to t) i
}.

Record well_formed (c : collective) (p root : Z) (s : schedule) : Prop := {
  asked_for : ranks s = p /\ 1 <= p /\ 0 <= root < p;
  same_kind : exchange s = exchanges c;
  blocks_of_exchange : exchanges c = true -> blocks s = 2 * p /\ p <= 46340;
  one_block_per_rank : one_per_rank c = true -> blocks s = p;
  one_block_of_barrier : c = barrier -> blocks s = 1;
  some_block : 1 <= blocks s;
  scratch_counted : 0 <= extra s;
  no_scratch : irregular_exchange c = true -> extra s = 0;
  scratch_labelled : 0 < extra s ->
    Z.of_nat (length (scratch s)) = p /\
    forall labels, In labels (scratch s) ->
      Z.of_nat (length labels) = extra s /\ forall l, In l labels -> 0 <= l < different_blocks s;
  steps_well_formed : forall steps t, In steps (rounds s) -> In t steps -> well_formed_step c s t;
  messages_whole : forall steps, In steps (rounds s) -> side_by_side steps
}.

(** ** No race (point 3) *)
Record race_free (steps : list step) : Prop := {
  written_once : forall j k s t rank slot, j <> k -> nth_error steps j = Some s -> nth_error steps k = Some t ->
    writes s rank slot -> ~ writes t rank slot;
  not_replaced_while_sent : forall s t rank slot, In s steps -> In t steps ->
    reads s rank slot -> writes t rank slot -> act t <> replace;
  not_written_while_read_within : forall s t rank slot, In s steps -> In t steps ->
    reads s rank slot -> writes t rank slot -> from s <> to s
}.

(** ** What a rank holds at the start: [x r i] is what rank r brings along in slot i, where it brings anything. *)
Definition brings (c : collective) (p root blocks rank slot : Z) : bool :=
  match c with
  | reduce | allreduce | reduce_scatter | reduce_scatter_block | scan | exscan | barrier =>
      (0 <=? slot) && (slot <? blocks)
  | bcast | scatter | scatterv => (rank =? root) && (0 <=? slot) && (slot <? blocks)
  | gather | gatherv | allgather | allgatherv => (rank =? slot) && (0 <=? slot) && (slot <? blocks)
  | alltoall | alltoallv | alltoallw => (0 <=? slot) && (slot <? p)
  end.

Definition is_rank (s : schedule) (rank : Z) : bool := (0 <=? rank) && (rank <? ranks s).

Definition start {V} (c : collective) (root : Z) (s : schedule) (x : Z -> Z -> V) : state V :=
  fun rank slot =>
    if is_rank s rank && brings c (ranks s) root (blocks s) rank slot then Some (x rank slot) else None.

(** ** What is due at the end (point 1) *)

(** The sequential reference x_lo ∘ x_(lo+1) ∘ … ∘ x_(hi-1), combined one by one from the left, of block b. *)
Definition reference {V} (op : V -> V -> V) (x : Z -> Z -> V) (b lo hi : Z) : V :=
  sequential op (fun rank => x rank b) lo (interval (lo + 1) hi).

Definition result_is_due {V} (op : V -> V -> V) (c : collective) (p root blocks : Z) (x : Z -> Z -> V)
    (end_ : state V) : Prop :=
  match c with
  | reduce => forall b, 0 <= b < blocks -> end_ root b = Some (reference op x b 0 p)
  | allreduce => forall r b, 0 <= r < p -> 0 <= b < blocks -> end_ r b = Some (reference op x b 0 p)
  | reduce_scatter | reduce_scatter_block => forall r, 0 <= r < p -> end_ r r = Some (reference op x r 0 p)
  | scan => forall r b, 0 <= r < p -> 0 <= b < blocks -> end_ r b = Some (reference op x b 0 (r + 1))
  | exscan =>
      (forall r b, 0 < r < p -> 0 <= b < blocks -> end_ r b = Some (reference op x b 0 r)) /\
      (forall b, 0 <= b < blocks -> end_ 0 b = Some (x 0 b))
  | bcast => forall r b, 0 <= r < p -> 0 <= b < blocks -> end_ r b = Some (x root b)
  | gather | gatherv => forall b, 0 <= b < p -> end_ root b = Some (x b b)
  | scatter | scatterv => forall r, 0 <= r < p -> end_ r r = Some (x root r)
  | allgather | allgatherv => forall r b, 0 <= r < p -> 0 <= b < p -> end_ r b = Some (x b b)
  | alltoall | alltoallv | alltoallw => forall r j, 0 <= r < p -> 0 <= j < p -> end_ r (p + j) = Some (x j r)
  | barrier => True (* nothing is moved: see [all_entered] *)
  end.

(** ** Happens-before, for the barrier (Lamport). [(r, k)] is the event that rank r has finished its first k rounds, so
    (r, 0) is its entry. *)
Definition event : Type := Z * nat.

Inductive happens_before (all : list (list step)) : event -> event -> Prop :=
  | same_event e : happens_before all e e
  | next_round e r k : happens_before all e (r, k) -> happens_before all e (r, S k)
    (** What arrives in round k was sent when its sender had finished the rounds before, and is waited for. *)
  | message e k steps s :
      nth_error all k = Some steps -> In s steps -> from s <> to s ->
      happens_before all e (from s, k) -> happens_before all e (to s, S k).

(** Every entry happens before every exit. *)
Definition all_entered (p : Z) (all : list (list step)) : Prop :=
  forall r s, 0 <= r < p -> 0 <= s < p -> happens_before all (s, 0%nat) (r, length all).

(** ** The contract: for every semigroup whose operator is what [n] says, and all values that the ranks bring along. *)
Record contract (c : collective) (p root : Z) (s : schedule) (n : needs) : Prop := {
  is_well_formed : well_formed c p root s;
  has_no_race : forall steps, In steps (rounds s) -> race_free steps;
  reads_nothing_undefined : forall V (op : V -> V -> V) (x : Z -> Z -> V),
    reads_defined op (rounds s) (start c root s x);
  leaves_what_is_due : forall V (op : V -> V -> V) (x : Z -> Z -> V),
    (associative n = true -> is_associative op) -> (commutative n = true -> is_commutative op) ->
    result_is_due op c p root (blocks s) x (run op (rounds s) (start c root s x));
  lets_nobody_go_early : c = barrier -> all_entered p (rounds s)
}.
