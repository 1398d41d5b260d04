(** One interleaving stands for all: ranks that know nothing of what the others are doing, each as fast as it can and
    each with its own slots and the messages that it was sent, compute what the snapshots of [Semantics] say. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule Semantics Contract Progress.
Import ListNotations.
Open Scope Z_scope.

Section Timing.
  Context {V : Type} (op : V -> V -> V).
  Variables (p : Z) (all : list (list step)) (initial : state V).

  (** Besides how far each rank is: its slots, and what the messages carried that were delivered. *)
  Record running := Running {
    progress : configuration;
    local : Z -> Z -> option V;
    carried : nat -> Z -> Z -> Z -> option V }.

  (** All that rank r can look at in round k. *)
  Definition seen_by (f : running) (k : nat) (r : Z) : state V :=
    fun q i => if q =? r then local f r i else carried f k q r i.

  Inductive runs_on : running -> running -> Prop :=
    | sends f k a b :
        message_of all k a b -> delivered (progress f) k a b = false ->
        finished (progress f) a = k -> finished (progress f) b = k ->
        runs_on f (Running (deliver k a b (progress f)) (local f)
                     (fun k' a' b' => if Nat.eqb k' k && (a' =? a) && (b' =? b) then local f a else carried f k' a' b'))
    | folds f r steps :
        0 <= r < p -> nth_error all (finished (progress f) r) = Some steps ->
        (forall a b, message_of all (finished (progress f) r) a b -> a = r \/ b = r ->
           delivered (progress f) (finished (progress f) r) a b = true) ->
        runs_on f (Running (advance r (progress f))
                     (fun r' i => if r' =? r then run_round op (seen_by f (finished (progress f) r) r) steps r i
                                  else local f r' i)
                     (carried f)).

  Inductive run_reaches : running -> Prop :=
    | before_all : run_reaches (Running (Configuration (fun _ => O) (fun _ _ _ => false)) initial (fun _ _ _ _ => None))
    | then_ f g : run_reaches f -> runs_on f g -> run_reaches g.

  (** How far the ranks get does not depend on the values: this is the progress of [Progress]. *)
  Lemma progress_is_progress f : run_reaches f -> reachable p all (progress f).
  Proof.
    induction 1 as [|f g H IH S]; [apply at_the_start|]. eapply later; [exact IH|]. destruct S; simpl.
    - apply passes; auto.
    - apply finishes; auto. apply nth_error_Some. congruence.
  Qed.

  (** What a round does to rank r depends only on its own slots and on those of ranks that send to it. *)
  Lemma run_round_local before before' steps r :
    (forall i, before r i = before' r i) ->
    (forall t i, In t steps -> to t = r -> before (from t) i = before' (from t) i) ->
    forall i, run_round op before steps r i = run_round op before' steps r i.
  Proof.
    intros Own Sent. unfold run_round.
    assert (G : forall l now now', (forall t, In t l -> In t steps) -> (forall i, now r i = now' r i) ->
      forall i, List.fold_left (take_effect op before) l now r i = List.fold_left (take_effect op before') l now' r i).
    { induction l as [|t l IH]; simpl; intros now now' Sub Now i; auto. apply IH; auto. intro j. unfold take_effect.
      destruct (writes_b t r j) eqn:W; auto. apply writes_b_iff in W. destruct W as [-> _].
      rewrite Own, (Sent t) by auto. reflexivity. }
    apply G; auto.
  Qed.

  Definition after (k : nat) : state V := run op (firstn k all) initial.

  Lemma after_next k steps : nth_error all k = Some steps -> after (S k) = run_round op (after k) steps.
  Proof.
    intro N. unfold after.
    assert (E : firstn (S k) all = firstn k all ++ [steps]).
    { revert k N. induction all as [|s l IH]; intros [|k] N; simpl in *; try discriminate.
      - injection N as ->. reflexivity.
      - f_equal. apply IH. exact N. }
    rewrite E. unfold run. rewrite fold_left_app. reflexivity.
  Qed.

  (** What a rank holds and what was sent are what the snapshots hold. *)
  Lemma holds_the_snapshot f : run_reaches f ->
    (forall r i, local f r i = after (finished (progress f) r) r i) /\
    (forall k a b i, delivered (progress f) k a b = true -> carried f k a b i = after k a i).
  Proof.
    induction 1 as [|f g H [Own Sent] S]; [split; [reflexivity|discriminate]|].
    destruct S as [f k a b M N A B|f r steps R Nth D]; simpl; split.
    - exact Own.
    - intros k' a' b' i E. destruct (Nat.eqb_spec k' k), (Z.eqb_spec a' a), (Z.eqb_spec b' b); simpl in *; subst;
        try (apply Sent; rewrite orb_false_r in E; exact E). apply Own.
    - intros r' i. destruct (Z.eqb_spec r' r); [subst r'|apply Own]. rewrite (after_next _ _ Nth).
      apply run_round_local.
      + intro j. unfold seen_by. rewrite Z.eqb_refl. apply Own.
      + intros t j In_t T. unfold seen_by. destruct (Z.eqb_spec (from t) r) as [->|Other]; [apply Own|].
        apply Sent, D; auto. split; auto. exists steps, t. auto.
    - exact Sent.
  Qed.

  (** When all ranks are through, however it came to that, they hold what the schedule means. *)
  Theorem timing_is_irrelevant f : run_reaches f -> all_done p all (progress f) ->
    forall r i, 0 <= r < p -> local f r i = run op all initial r i.
  Proof.
    intros H Done r i R. rewrite (proj1 (holds_the_snapshot f H)). unfold after.
    rewrite firstn_all2; auto.
  Qed.

  (** And nothing stops them before. *)
  Theorem never_stuck f : 1 <= p -> (forall k a b, message_of all k a b -> 0 <= a < p /\ 0 <= b < p) ->
    run_reaches f -> all_done p all (progress f) \/ exists g, runs_on f g.
  Proof.
    intros P Ranks H.
    destruct (no_deadlock p all P Ranks (progress f) (progress_is_progress f H)) as [Done|[g S]]; auto.
    right. inversion S; subst.
    - eexists. eapply sends; eauto.
    - destruct (nth_error all (finished (progress f) r)) as [steps|] eqn:N.
      + eexists. eapply folds; eauto.
      + apply nth_error_None in N. lia.
  Qed.
End Timing.
