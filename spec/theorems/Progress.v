(** No deadlock (point 4), with synchronous sends and no buffering: of all messages waited for, one of the lowest round
    can be delivered, because both of its ranks have done all their earlier rounds. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule Contract.
Import ListNotations.
Open Scope Z_scope.

Section Ranks.
  Variables (p : Z) (all : list (list step)).

  (** In round k a message goes from a to b. *)
  Definition message_of (k : nat) (a b : Z) : Prop :=
    a <> b /\ exists steps s, nth_error all k = Some steps /\ In s steps /\ from s = a /\ to s = b.

  (** How many rounds each rank has finished, and which messages have been delivered. *)
  Record configuration := Configuration { finished : Z -> nat; delivered : nat -> Z -> Z -> bool }.

  Definition deliver (k : nat) (a b : Z) (f : configuration) : configuration :=
    Configuration (finished f)
      (fun k' a' b' => delivered f k' a' b' || (Nat.eqb k' k && (a' =? a) && (b' =? b))).

  Definition advance (r : Z) (f : configuration) : configuration :=
    Configuration (fun r' => if r' =? r then S (finished f r) else finished f r') (delivered f).

  (** A rank posts all sends and receives of a round at once and waits for all of them. A message passes when its sender
      and its receiver have both posted it, and not before. *)
  Inductive goes_on : configuration -> configuration -> Prop :=
    | passes f k a b :
        message_of k a b -> delivered f k a b = false -> finished f a = k -> finished f b = k ->
        goes_on f (deliver k a b f)
    | finishes f r :
        0 <= r < p -> (finished f r < length all)%nat ->
        (forall a b, message_of (finished f r) a b -> a = r \/ b = r -> delivered f (finished f r) a b = true) ->
        goes_on f (advance r f).

  Inductive reachable : configuration -> Prop :=
    | at_the_start : reachable (Configuration (fun _ => O) (fun _ _ _ => false))
    | later f g : reachable f -> goes_on f g -> reachable g.

  Definition all_done (f : configuration) : Prop := forall r, 0 <= r < p -> (length all <= finished f r)%nat.

  (** Who has finished a round has had all its messages. *)
  Lemma finished_is_delivered f : reachable f ->
    forall k a b, message_of k a b -> (k < finished f a \/ k < finished f b)%nat -> delivered f k a b = true.
  Proof.
    induction 1 as [|f g H IH S]; intros k a b M L; [simpl in L; lia|].
    destruct S as [f k' a' b' M' N A B|f r R L' D]; simpl in *.
    - rewrite (IH k a b M L). reflexivity.
    - destruct (Z.eqb_spec a r), (Z.eqb_spec b r); subst; try (apply IH; auto; lia).
      + destruct M as [M _]. congruence.
      + destruct (Nat.eq_dec k (finished f r)); [subst; apply D; auto|apply IH; auto; lia].
      + destruct (Nat.eq_dec k (finished f r)); [subst; apply D; auto|apply IH; auto; lia].
  Qed.

  Lemma lowest_rank (f : Z -> nat) : 1 <= p ->
    exists r, 0 <= r < p /\ forall r', 0 <= r' < p -> (f r <= f r')%nat.
  Proof.
    intro P.
    assert (G : forall n, exists r, 0 <= r < Z.of_nat (S n) /\
              forall r', 0 <= r' < Z.of_nat (S n) -> (f r <= f r')%nat).
    { induction n as [|n (r & R & Low)].
      - exists 0. split; [lia|]. intros r' R'. replace r' with 0 by lia. lia.
      - destruct (Nat.le_gt_cases (f r) (f (Z.of_nat (S n)))) as [L|L].
        + exists r. split; [lia|]. intros r' R'. destruct (Z.eq_dec r' (Z.of_nat (S n))); [subst; auto|apply Low; lia].
        + exists (Z.of_nat (S n)). split; [lia|]. intros r' R'.
          destruct (Z.eq_dec r' (Z.of_nat (S n))); [subst; auto|]. specialize (Low r'). lia. }
    destruct (G (Z.to_nat (p - 1))) as (r & R & Low). exists r. split; [lia|]. intros r' R'. apply Low. lia.
  Qed.

  Hypothesis some_rank : 1 <= p.
  Hypothesis ranks_exist : forall k a b, message_of k a b -> 0 <= a < p /\ 0 <= b < p.

  Theorem no_deadlock f : reachable f -> all_done f \/ exists g, goes_on f g.
  Proof.
    intro Reach. destruct (lowest_rank (finished f) some_rank) as (r & R & Low).
    destruct (Nat.le_gt_cases (length all) (finished f r)) as [Done|More].
    { left. intros r' R'. specialize (Low r' R'). lia. }
    right. set (k := finished f r) in *.
    destruct (nth_error all k) as [steps|] eqn:Nth; [|apply nth_error_None in Nth; lia].
    set (waits s := negb (from s =? to s) && ((from s =? r) || (to s =? r)) && negb (delivered f k (from s) (to s))).
    destruct (existsb waits steps) eqn:Waits.
    - apply existsb_exists in Waits. destruct Waits as (s & In_s & Wt). unfold waits in Wt.
      rewrite !andb_true_iff, orb_true_iff, !negb_true_iff, Z.eqb_neq, !Z.eqb_eq in Wt.
      destruct Wt as [[Other Mine] Not].
      assert (M : message_of k (from s) (to s)) by (split; [auto|exists steps, s; auto]).
      destruct (ranks_exist _ _ _ M) as [Ra Rb]. pose proof (Low _ Ra) as La. pose proof (Low _ Rb) as Lb.
      assert (Same : forall q, q = from s \/ q = to s -> (k <= finished f q)%nat -> finished f q = k).
      { intros q Q L. destruct (Nat.eq_dec (finished f q) k); auto. exfalso.
        rewrite (finished_is_delivered f Reach k (from s) (to s) M) in Not; [discriminate|].
        destruct Q; subst q; [left|right]; lia. }
      eexists. apply (passes f k (from s) (to s)); auto.
    - eexists. apply (finishes f r R More).
      intros a b (Other & steps' & s & Nth' & In_s & <- & <-) Mine. fold k in Nth'.
      rewrite Nth in Nth'. injection Nth' as <-. fold k.
      destruct (delivered f k (from s) (to s)) eqn:D; auto. exfalso.
      assert (X : existsb waits steps = true); [|congruence].
      apply existsb_exists. exists s. split; auto. unfold waits.
      rewrite !andb_true_iff, orb_true_iff, !negb_true_iff, Z.eqb_neq, !Z.eqb_eq. auto.
  Qed.

  (** ** Every run ends: each step leaves less to be done. *)
  Definition messages : list (nat * Z * Z) :=
    concat (map (fun k => map (fun s => (k, from s, to s)) (nth k all [])) (seq 0 (length all))).

  Definition total (f : Z -> nat) (l : list Z) : nat := list_sum (map f l).

  Definition left_to_do (f : configuration) : nat :=
    length (filter (fun m => match m with (k, a, b) => negb (delivered f k a b) end) messages)
    + total (fun r => length all - finished f r)%nat (map Z.of_nat (seq 0 (Z.to_nat p))).

  Lemma filter_fewer {A} (f g : A -> bool) l x : (forall y, g y = true -> f y = true) -> In x l ->
    f x = true -> g x = false -> (length (filter g l) < length (filter f l))%nat.
  Proof.
    intros Sub. assert (Le : forall l, (length (filter g l) <= length (filter f l))%nat).
    { induction l0 as [|y l0 IH]; simpl; auto. pose proof (Sub y). destruct (g y), (f y); simpl; try lia;
        specialize (H eq_refl); discriminate. }
    induction l as [|y l IH]; intros In_x F G; [contradiction|]. simpl. destruct In_x as [->|In_x].
    - rewrite F, G. simpl. specialize (Le l). lia.
    - specialize (IH In_x F G). pose proof (Sub y). destruct (g y), (f y); simpl; try lia;
        specialize (H eq_refl); discriminate.
  Qed.

  Lemma total_less (f g : Z -> nat) l x : (forall y, (g y <= f y)%nat) -> In x l -> (g x < f x)%nat ->
    (total g l < total f l)%nat.
  Proof.
    intros Le. assert (All : forall l, (total g l <= total f l)%nat).
    { unfold total. induction l0 as [|y l0 IH]; simpl; auto. specialize (Le y). lia. }
    induction l as [|y l IH]; intros In_x L; [contradiction|]. specialize (All l). specialize (Le y).
    unfold total in *. simpl. destruct In_x as [->|In_x]; [lia|]. specialize (IH In_x L). lia.
  Qed.

  Lemma in_messages k a b : message_of k a b -> In (k, a, b) messages.
  Proof.
    intros (_ & steps & s & N & In_s & <- & <-). unfold messages. apply in_concat.
    exists (map (fun s => (k, from s, to s)) (nth k all [])). split.
    - apply in_map_iff. exists k. split; auto. apply in_seq. split; [lia|]. apply nth_error_Some. congruence.
    - apply in_map_iff. exists s. split; auto. rewrite (nth_error_nth all k [] N). exact In_s.
  Qed.

  Theorem every_run_ends f g : goes_on f g -> (left_to_do g < left_to_do f)%nat.
  Proof.
    unfold left_to_do. destruct 1 as [f k a b M N A B|f r R L D].
    - apply Nat.add_lt_le_mono; [|apply Nat.le_refl].
      apply (filter_fewer _ _ _ (k, a, b)); [| |simpl; rewrite N; reflexivity|].
      + intros [[k' a'] b']. simpl. rewrite negb_orb, andb_true_iff. tauto.
      + apply in_messages; auto.
      + simpl. rewrite Nat.eqb_refl, !Z.eqb_refl, orb_true_r. reflexivity.
    - apply Nat.add_le_lt_mono; [apply Nat.le_refl|]. apply (total_less _ _ _ r).
      + intro y. simpl. destruct (Z.eqb_spec y r); subst; lia.
      + apply in_map_iff. exists (Z.to_nat r). split; [lia|]. apply in_seq. lia.
      + simpl. rewrite Z.eqb_refl. lia.
  Qed.
End Ranks.

(** So a well-formed schedule has none. *)
Theorem well_formed_has_no_deadlock c p root s : well_formed c p root s ->
  forall f, reachable p (rounds s) f -> all_done p (rounds s) f \/ exists g, goes_on p (rounds s) f g.
Proof.
  intros W f. pose proof (asked_for _ _ _ _ W) as (P & P1 & _). apply no_deadlock; auto.
  intros k a b (_ & steps & t & Nth & In_t & <- & <-).
  apply nth_error_In in Nth. destruct (steps_well_formed _ _ _ _ W steps t Nth In_t). lia.
Qed.
