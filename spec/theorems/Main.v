(** What the checker confirms keeps the contract. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule Semantics Words Contract Checker RunProof ShapeProof ResultProof BarrierProof.
Import ListNotations.
Open Scope Z_scope.

(** The record claims no less than what is needed. *)
Definition covered (n claimed : needs) : Prop :=
  (associative n = true -> associative claimed = true) /\ (commutative n = true -> commutative claimed = true).

Lemma implies_iff a b : implies a b = true <-> (a = true -> b = true).
Proof. destruct a, b; simpl; intuition congruence. Qed.

Theorem check_proves_contract c p root claimed s n :
  check c p root claimed s = Confirmed n -> contract c p root s n /\ covered n claimed.
Proof.
  unfold check. destruct (check_shape c p root s) eqn:Shape; [|discriminate].
  destruct (check_rounds c s (rounds s)) eqn:Rounds; [discriminate|].
  destruct (forallb (check_messages p 0 nothing) (rounds s)) eqn:Messages; [|discriminate]. simpl.
  pose proof (shape_correct c p root s Shape Rounds Messages) as W.
  destruct (check_rounds_correct c s _ Rounds) as [_ Races].
  set (found := if combines c then check_combined c p root s
                else if moves c then check_moved c p root s else check_barrier c p root s).
  destruct found as [n'|] eqn:Found; [|discriminate]. subst found.
  destruct (implies _ _ && implies _ _) eqn:Cover; [|discriminate]. intro E. injection E as <-.
  apply andb_true_iff in Cover. rewrite !implies_iff in Cover. split; [|unfold covered; tauto].
  destruct (combines c) eqn:Combines; [|destruct (moves c) eqn:Moves].
  - destruct (combined_correct c p root s W Combines n' Found) as [Defined Due].
    constructor; auto. intro. subst. discriminate.
  - destruct (moved_correct c p root s W Moves n' Found) as [Defined Due].
    constructor; auto. intro. subst. discriminate.
  - assert (c = barrier) by (destruct c; simpl in *; congruence). subst c.
    destruct (barrier_correct p root s n' W Found) as [Defined Entered].
    constructor; auto. intros. exact I.
Qed.
