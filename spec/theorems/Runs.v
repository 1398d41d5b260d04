(** What the checker confirms runs right: however fast the ranks are, none waits for ever, and when they are through the
    result is there. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule Semantics Words Contract Checker Progress Timing Main.
Import ListNotations.
Open Scope Z_scope.

Lemma same_result {V} (op : V -> V -> V) c p root blocks x end_ end' : 0 <= root < p ->
  (forall r i, 0 <= r < p -> end' r i = end_ r i) ->
  result_is_due op c p root blocks x end_ -> result_is_due op c p root blocks x end'.
Proof.
  intros Root Same. destruct c; simpl; intros; auto; try (rewrite Same by lia; auto).
  destruct H as [H1 H2]. split; intros; rewrite Same by lia; auto.
Qed.

Theorem confirmed_runs_are_right c p root claimed s n : check c p root claimed s = Confirmed n ->
  forall V (op : V -> V -> V) (x : Z -> Z -> V),
    (associative n = true -> is_associative op) -> (commutative n = true -> is_commutative op) ->
  forall f, run_reaches op p (rounds s) (start c root s x) f ->
    (all_done p (rounds s) (progress f) \/ exists g, runs_on op p (rounds s) f g) /\
    (all_done p (rounds s) (progress f) -> result_is_due op c p root (blocks s) x (local f)).
Proof.
  intros E V op x A C f F. apply check_proves_contract in E. destruct E as [K _].
  pose proof (is_well_formed _ _ _ _ _ K) as W. destruct (asked_for _ _ _ _ W) as (P & P1 & Root). split.
  - eapply never_stuck; eauto. intros k a b (_ & steps & t & Nth & In_t & <- & <-).
    apply nth_error_In in Nth. destruct (steps_well_formed _ _ _ _ W steps t Nth In_t). lia.
  - intro Done. apply (same_result op c p root (blocks s) x (run op (rounds s) (start c root s x))); auto.
    + intros r i R. eapply timing_is_irrelevant; eauto.
    + apply (leaves_what_is_due _ _ _ _ _ K); auto.
Qed.
