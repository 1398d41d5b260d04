(** What a round leaves does not depend on the order in which its steps take effect, if there is no race; and both ends
    of a step have the same length. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Tutti Require Import Schedule Semantics Contract.
Import ListNotations.
Open Scope Z_scope.

Section Round.
  Context {V : Type} (op : V -> V -> V).

  Definition written (before : state V) (t : step) (r i : Z) : option V :=
    arrive op (act t) (before (from t) (source t i)) (before r i).

  Lemma not_written before l : forall now r i, (forall t, In t l -> ~ writes t r i) ->
    List.fold_left (take_effect op before) l now r i = now r i.
  Proof.
    induction l as [|t l IH]; simpl; intros now r i No; auto. rewrite IH by auto. unfold take_effect.
    destruct (writes_b t r i) eqn:W; auto. apply writes_b_iff in W. exfalso. apply (No t); auto.
  Qed.

  Lemma written_by before l : forall now r i v t, In t l -> writes t r i ->
    (forall u, In u l -> writes u r i -> written before u r i = v) ->
    List.fold_left (take_effect op before) l now r i = v.
  Proof.
    induction l as [|a l IH]; simpl; intros now r i v t In_t W Same; [contradiction|].
    destruct (existsb (fun u => writes_b u r i) l) eqn:Later.
    - apply existsb_exists in Later. destruct Later as (u & In_u & Wu). apply writes_b_iff in Wu.
      apply (IH _ r i v u); auto.
    - assert (No : forall u, In u l -> ~ writes u r i).
      { intros u In_u Wu. apply writes_b_iff in Wu.
        assert (existsb (fun u => writes_b u r i) l = true) by (apply existsb_exists; eauto). congruence. }
      destruct In_t as [->|In_t]; [|exfalso; apply (No t); auto].
      rewrite not_written by auto. unfold take_effect. apply writes_b_iff in W as W'. rewrite W'.
      apply (Same t); auto.
  Qed.

  Theorem order_is_irrelevant steps steps' before : race_free steps -> Permutation steps steps' ->
    forall r i, run_round op before steps r i = run_round op before steps' r i.
  Proof.
    intros Free P r i. unfold run_round.
    assert (In' : forall t, In t steps' -> In t steps)
      by (intros; eapply Permutation_in; [apply Permutation_sym|]; eauto).
    destruct (existsb (fun t => writes_b t r i) steps) eqn:E.
    - apply existsb_exists in E. destruct E as (t & In_t & W). apply writes_b_iff in W.
      assert (Same : forall u, In u steps -> writes u r i -> written before u r i = written before t r i).
      { intros u In_u Wu. apply In_nth_error in In_t, In_u. destruct In_t as [j J], In_u as [k K].
        destruct (Nat.eq_dec j k); [congruence|]. exfalso. eapply (written_once _ Free j k); eauto. }
      rewrite (written_by before steps before r i _ t In_t W Same). symmetry.
      apply (written_by before steps' before r i _ t); auto. eapply Permutation_in; eauto.
    - assert (No : forall u, In u steps -> ~ writes u r i).
      { intros u In_u Wu. apply writes_b_iff in Wu.
        assert (existsb (fun t => writes_b t r i) steps = true) by (apply existsb_exists; eauto). congruence. }
      rewrite !not_written; auto.
  Qed.
End Round.

(** What a step carries has the size of where it goes, whatever the sizes of the blocks are, or, where blocks may change
    places, if all are of one size. *)
Theorem lengths_agree c p root s : well_formed c p root s ->
  forall size : Z -> Z, (blocks_may_change c = true -> forall a b, size a = size b) ->
  forall steps t i, In steps (rounds s) -> In t steps -> writes t (to t) i ->
    size (label s (from t) (source t i)) = size (label s (to t) i).
Proof.
  intros W size One steps t i In_s In_t Wr. destruct (blocks_may_change c) eqn:E; auto.
  rewrite (labels_agree _ _ _ (steps_well_formed _ _ _ _ W steps t In_s In_t) E i Wr). reflexivity.
Qed.
