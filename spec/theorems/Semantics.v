(** What a schedule means: a round is a snapshot. All its steps read the state from before it, then they take effect. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule.
Import ListNotations.
Open Scope Z_scope.

(** What is in a slot of a rank; [None] where it holds nothing. *)
Definition state (V : Type) := Z -> Z -> option V.

Definition reads (s : step) (rank slot : Z) : Prop := rank = from s /\ first s <= slot < first s + count s.
Definition writes (s : step) (rank slot : Z) : Prop := rank = to s /\ at_ s <= slot < at_ s + count s.

Definition writes_b (s : step) (rank slot : Z) : bool :=
  (rank =? to s) && (at_ s <=? slot) && (slot <? at_ s + count s).

Lemma writes_b_iff s r i : writes_b s r i = true <-> writes s r i.
Proof. unfold writes_b, writes. rewrite !andb_true_iff. lia. Qed.

(** The slot of the sender from which the slot of the receiver gets what arrives. *)
Definition source (s : step) (slot : Z) : Z := first s + (slot - at_ s).

Section Values.
  Context {V : Type} (op : V -> V -> V).

  Definition both (a b : option V) : option V :=
    match a, b with Some x, Some y => Some (op x y) | _, _ => None end.

  Definition arrive (a : action) (arriving there : option V) : option V :=
    match a with
    | replace => arriving
    | fold_left => both arriving there
    | fold_right => both there arriving
    end.

  (** Both operands are those from before the round. No other step may write the slot: see [race_free]. *)
  Definition take_effect (before now : state V) (s : step) : state V :=
    fun r i => if writes_b s r i then arrive (act s) (before (from s) (source s i)) (before r i) else now r i.

  Definition run_round (before : state V) (steps : list step) : state V :=
    List.fold_left (take_effect before) steps before.

  Definition run (all : list (list step)) (start : state V) : state V := List.fold_left run_round all start.

  (** No step carries, or folds onto, a slot that holds nothing. *)
  Definition step_reads_defined (before : state V) (s : step) : Prop :=
    forall i, writes s (to s) i ->
      before (from s) (source s i) <> None /\ (act s <> replace -> before (to s) i <> None).

  Fixpoint reads_defined (all : list (list step)) (start : state V) : Prop :=
    match all with
    | [] => True
    | steps :: later =>
        (forall s, In s steps -> step_reads_defined start s) /\ reads_defined later (run_round start steps)
    end.
End Values.

(** ** One symbolic run covers all values
    Two runs of one schedule whose values are related at the start, cell by cell, are related at the end, if the
    relation survives every step. So interpreting a schedule commutes with every homomorphism. *)
Section Related.
  Context {D V : Type} (opD : D -> D -> D) (opV : V -> V -> V).
  (** What is related may depend on the cell: where the labels differ, letters stand for other values. *)
  Variable R : Z -> Z -> D -> V -> Prop.

  Definition related_cell (r i : Z) (d : option D) (v : option V) : Prop :=
    match d, v with Some d', Some v' => R r i d' v' | None, None => True | _, _ => False end.

  Definition related (d : state D) (v : state V) : Prop := forall r i, related_cell r i (d r i) (v r i).

  Definition survives (s : step) : Prop :=
    (forall i d v, writes s (to s) i -> R (from s) (source s i) d v -> R (to s) i d v) /\
    (act s = replace \/
     forall i d v d' v', R (to s) i d v -> R (to s) i d' v' -> R (to s) i (opD d d') (opV v v')).

  Lemma take_effect_related s d0 v0 d v :
    survives s -> related d0 v0 -> related d v -> related (take_effect opD d0 d s) (take_effect opV v0 v s).
  Proof.
    intros [moved folded] before now r i. unfold take_effect.
    destruct (writes_b s r i) eqn:E; [|apply now]. apply writes_b_iff in E. destruct E as [-> E].
    pose proof (before (from s) (source s i)) as A. pose proof (before (to s) i) as B.
    unfold related_cell in *. specialize (moved i).
    destruct (act s); simpl.
    - destruct (d0 (from s) (source s i)), (v0 (from s) (source s i)); auto. apply moved; [split|]; auto.
    - destruct folded as [|folded]; [discriminate|].
      destruct (d0 (from s) (source s i)), (v0 (from s) (source s i)); simpl; auto; try contradiction.
      destruct (d0 (to s) i), (v0 (to s) i); simpl; auto. apply folded; auto. apply moved; [split|]; auto.
    - destruct folded as [|folded]; [discriminate|].
      destruct (d0 (from s) (source s i)), (v0 (from s) (source s i)); simpl; auto; try contradiction;
        destruct (d0 (to s) i), (v0 (to s) i); simpl; auto. apply folded; auto. apply moved; [split|]; auto.
  Qed.

  Lemma run_round_related steps d v :
    (forall s, In s steps -> survives s) -> related d v -> related (run_round opD d steps) (run_round opV v steps).
  Proof.
    intros all before. unfold run_round.
    assert (G : forall l d' v', (forall s, In s l -> survives s) -> related d' v' ->
      related (List.fold_left (take_effect opD d) l d') (List.fold_left (take_effect opV v) l v')).
    { induction l; simpl; intros; auto. apply IHl; auto. apply take_effect_related; auto. }
    apply G; auto.
  Qed.

  Theorem run_related all d v :
    (forall steps s, In steps all -> In s steps -> survives s) -> related d v ->
    related (run opD all d) (run opV all v).
  Proof.
    revert d v. induction all; simpl; intros d v every start; auto.
    apply IHall; eauto. apply run_round_related; eauto.
  Qed.

  Theorem reads_defined_related all d v :
    (forall steps s, In steps all -> In s steps -> survives s) -> related d v ->
    reads_defined opD all d -> reads_defined opV all v.
  Proof.
    revert d v. induction all; simpl; intros d v every start H; auto. destruct H as [H later]. split.
    - intros s In_s i W. destruct (H s In_s i W) as [A B]. split.
      + pose proof (start (from s) (source s i)) as C. unfold related_cell in C.
        destruct (d (from s) (source s i)), (v (from s) (source s i)); congruence.
      + intro F. specialize (B F). pose proof (start (to s) i) as C. unfold related_cell in C.
        destruct (d (to s) i), (v (to s) i); congruence.
    - eapply IHall; [eauto| |exact later]. apply run_round_related; eauto.
  Qed.
End Related.

(** Whether anything undefined is read does not depend on the values. *)
Theorem reads_defined_of_any {D V} (opD : D -> D -> D) (opV : V -> V -> V) all d v :
  (forall r i, d r i = None <-> v r i = None) -> reads_defined opD all d -> reads_defined opV all v.
Proof.
  intros same. apply reads_defined_related with (R := fun _ _ _ _ => True).
  - intros; split; auto.
  - intros r i. specialize (same r i). unfold related_cell. destruct (d r i), (v r i); intuition congruence.
Qed.
