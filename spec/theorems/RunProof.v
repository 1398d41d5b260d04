(** The run over maps is the run of [Semantics], and finds every slot that is read although it holds nothing. *)
From Coq Require Import ZArith List Bool Lia FMapPositive.
From Tutti Require Import Schedule Semantics Contract Checker.
Import ListNotations.
Open Scope Z_scope.

(** A comparison is true, is false, is the same as another. *)
Ltac compare := unfold cell; rewrite ?Z.leb_le, ?Z.ltb_lt, ?Z.eqb_eq, ?Z.leb_gt, ?Z.ltb_ge, ?Z.eqb_neq; lia.
Ltac yes b := replace b with true by (symmetry; compare).
Ltac no b := replace b with false by (symmetry; compare).
Ltac same a b := replace a with b by (apply eq_true_iff_eq; compare).

(** ** Maps *)
Lemma get_put {A} (m : map A) k a k' : 0 < k -> 0 < k' -> get (put m k a) k' = if k =? k' then Some a else get m k'.
Proof.
  intros. unfold get, put. destruct (Z.eqb_spec k k').
  - subst. apply PositiveMap.gss.
  - apply PositiveMap.gso. intro E. apply n. apply Z2Pos.inj in E; lia.
Qed.

Lemma get_nothing {A} k : get (@nothing A) k = None.
Proof. apply PositiveMap.gempty. Qed.

Lemma for_all_iff n i f : for_all n i f = true <-> forall k, i <= k < i + Z.of_nat n -> f k = true.
Proof.
  revert i. induction n; intro i; simpl for_all.
  - split; auto. intros. lia.
  - destruct (f i) eqn:E.
    + rewrite IHn. split; intros H k K.
      * destruct (Z.eq_dec k i); [subst; auto|apply H; lia].
      * apply H; lia.
    + split; [discriminate|]. intro H. rewrite <- E. apply H. lia.
Qed.

Lemma below_iff n f : below n f = true <-> forall k, 0 <= k < n -> f k = true.
Proof. unfold below. rewrite for_all_iff. split; intros H k K; apply H; lia. Qed.

(** ** Numbers of slots *)
Definition valid (s : schedule) (r i : Z) : Prop := 0 <= r < ranks s /\ 0 <= i < slots s.

Lemma cell_positive s r i : valid s r i -> 0 < cell s r i.
Proof. unfold valid, cell. intros. nia. Qed.

Lemma cell_injective s r i r' i' : valid s r i -> valid s r' i' -> cell s r i = cell s r' i' -> r = r' /\ i = i'.
Proof. unfold valid, cell. intros. assert (r = r') by nia. subst. lia. Qed.

(** The step touches slots that exist only. *)
Definition in_range (s : schedule) (t : step) : Prop :=
  0 <= from t < ranks s /\ 0 <= to t < ranks s /\ 0 <= first t /\ first t + count t <= slots s /\ 0 <= at_ t /\
  at_ t + count t <= slots s.

Section Run.
  Context {D : Type} (op : D -> D -> D).

  Definition represents (s : schedule) (m : map D) (st : state D) : Prop :=
    forall r i, valid s r i -> get m (cell s r i) = st r i.

  Lemma carry_spec n a : forall source target before now result,
    0 < source -> 0 < target -> carry op n a source target before now = Some result ->
    (forall j, 0 <= j < Z.of_nat n -> get before (source + j) <> None /\
       (a <> replace -> get before (target + j) <> None)) /\
    forall k, 0 < k -> get result k =
      if (target <=? k) && (k <? target + Z.of_nat n)
      then arrive op a (get before (source + (k - target))) (get before k) else get now k.
  Proof.
    induction n; intros source target before now result Source Target E.
    - simpl in E. injection E as <-. split; [intros; lia|]. intros k K.
      change (Z.of_nat 0) with 0. rewrite Z.add_0_r.
      destruct (target <=? k) eqn:A, (k <? target) eqn:B; simpl; auto. exfalso; lia.
    - simpl carry in E. destruct (get before source) as [arriving|] eqn:G; [|discriminate].
      assert (H : exists there now',
        carry op n a (source + 1) (target + 1) before (put now target now') = Some result /\
        arrive op a (Some arriving) there = Some now' /\ (a <> replace -> get before target <> None) /\
        arrive op a (Some arriving) there = arrive op a (Some arriving) (get before target)).
      { destruct a.
        - exists None, arriving. repeat split; auto; intro; congruence.
        - destruct (get before target) as [there|] eqn:G'; [|discriminate].
          exists (Some there), (op arriving there). repeat split; auto. intros; congruence.
        - destruct (get before target) as [there|] eqn:G'; [|discriminate].
          exists (Some there), (op there arriving). repeat split; auto. intros; congruence. }
      destruct H as (there & now' & E' & A & Def & Same).
      apply IHn in E'; [|lia..]. destruct E' as [Defs Final]. split.
      + intros j J. destruct (Z.eq_dec j 0).
        * subst j. rewrite !Z.add_0_r. split; [congruence|auto].
        * specialize (Defs (j - 1)). replace (source + 1 + (j - 1)) with (source + j) in Defs by lia.
          replace (target + 1 + (j - 1)) with (target + j) in Defs by lia. apply Defs. lia.
      + intros k K. rewrite Final by auto. rewrite get_put by lia.
        destruct (Z.eq_dec k target).
        * subst k. no (target + 1 <=? target).
          yes (target <=? target).
          yes (target <? target + Z.of_nat (S n)). simpl.
          rewrite Z.eqb_refl, Z.sub_diag, Z.add_0_r, G. congruence.
        * no (target =? k).
          same (target + 1 <=? k) (target <=? k).
          same (k <? target + 1 + Z.of_nat n) (k <? target + Z.of_nat (S n)).
          replace (source + 1 + (k - (target + 1))) with (source + (k - target)) by lia. reflexivity.
  Qed.

  Lemma source_valid s t i : in_range s t -> writes t (to t) i -> valid s (from t) (source t i) /\ valid s (to t) i.
  Proof. unfold in_range, writes, valid, source. intros. lia. Qed.

  Lemma carry_step s t before now result st0 st :
    in_range s t -> 1 <= count t -> represents s before st0 -> represents s now st ->
    carry op (Z.to_nat (count t)) (act t) (cell s (from t) (first t)) (cell s (to t) (at_ t)) before now
      = Some result ->
    step_reads_defined st0 t /\ represents s result (take_effect op st0 st t).
  Proof.
    intros Range C B N E.
    assert (V1 : valid s (from t) (first t)) by (unfold in_range, valid in *; lia).
    assert (V2 : valid s (to t) (at_ t)) by (unfold in_range, valid in *; lia).
    apply carry_spec in E; [|apply cell_positive; assumption..]. destruct E as [Defs Final]. split.
    - intros i W. destruct (source_valid s t i Range W) as [V3 V4].
      specialize (Defs (i - at_ t)). unfold writes in W.
      replace (cell s (from t) (first t) + (i - at_ t)) with (cell s (from t) (source t i)) in Defs
        by (unfold cell, source; lia).
      replace (cell s (to t) (at_ t) + (i - at_ t)) with (cell s (to t) i) in Defs by (unfold cell; lia).
      rewrite (B _ _ V3), (B _ _ V4) in Defs. apply Defs. lia.
    - intros r i V. rewrite Final by (apply cell_positive; auto). unfold take_effect.
      destruct (writes_b t r i) eqn:W.
      + apply writes_b_iff in W. destruct W as [-> W].
        destruct (source_valid s t i Range) as [V3 V4]; [split; auto|].
        yes (cell s (to t) (at_ t) <=? cell s (to t) i).
        yes (cell s (to t) i <? cell s (to t) (at_ t) + Z.of_nat (Z.to_nat (count t))). simpl.
        replace (cell s (from t) (first t) + (cell s (to t) i - cell s (to t) (at_ t)))
          with (cell s (from t) (source t i)) by (unfold cell, source; lia).
        rewrite (B _ _ V3), (B _ _ V4). reflexivity.
      + destruct (cell s (to t) (at_ t) <=? cell s r i) eqn:L1; simpl; auto.
        destruct (cell s r i <? cell s (to t) (at_ t) + Z.of_nat (Z.to_nat (count t))) eqn:L2; simpl; auto.
        exfalso. apply Z.leb_le in L1. apply Z.ltb_lt in L2.
        assert (NW : ~ writes t r i) by (rewrite <- writes_b_iff; congruence). apply NW.
        assert (E : cell s r i = cell s (to t) (at_ t + (cell s r i - cell s (to t) (at_ t)))) by (unfold cell; lia).
        apply cell_injective in E; [|assumption|unfold in_range, valid in *; lia].
        unfold writes. lia.
  Qed.

  Lemma run_steps_spec s steps : forall before now result st0 st,
    (forall t, In t steps -> in_range s t /\ 1 <= count t) -> represents s before st0 -> represents s now st ->
    run_steps op s steps before now = Some result ->
    (forall t, In t steps -> step_reads_defined st0 t) /\
    represents s result (List.fold_left (take_effect op st0) steps st).
  Proof.
    induction steps as [|t steps]; intros before now result st0 st Range B N E; simpl in *.
    - injection E as <-. split; auto. intros; contradiction.
    - destruct (carry _ _ _ _ _ _ _) as [now'|] eqn:C; [|discriminate].
      destruct (Range t (or_introl eq_refl)).
      eapply carry_step in C; eauto. destruct C as [Def Rep].
      eapply IHsteps in E; eauto. destruct E as [Defs Reps]. split; auto. intros t' [<-|]; auto.
  Qed.

  Theorem run_rounds_spec s all : forall m result st,
    (forall steps t, In steps all -> In t steps -> in_range s t /\ 1 <= count t) -> represents s m st ->
    run_rounds op s all m = Some result ->
    reads_defined op all st /\ represents s result (run op all st).
  Proof.
    induction all as [|steps all]; intros m result st Range M E; simpl in *.
    - injection E as <-. auto.
    - destruct (run_steps _ _ _ _ _) as [m'|] eqn:S; [|discriminate].
      eapply run_steps_spec in S; eauto. destruct S as [Def Rep].
      eapply IHall in E; eauto. destruct E as [Defs Reps]. auto.
  Qed.

  (** ** The start *)
  Variables (c : collective) (root : Z) (s : schedule) (letter : Z -> Z -> D).
  Hypothesis blocks_are_slots : 0 <= blocks s /\ 0 <= extra s.
  Hypothesis brings_blocks : forall r i, brings c (ranks s) root (blocks s) r i = true -> 0 <= i < blocks s.

  Lemma fill_slots_spec n : forall rank slot m r i,
    0 <= rank < ranks s -> 0 <= slot -> slot + Z.of_nat n <= blocks s -> valid s r i ->
    get (fill_slots n c root s letter rank slot m) (cell s r i) =
      if (r =? rank) && (slot <=? i) && (i <? slot + Z.of_nat n) && brings c (ranks s) root (blocks s) r i
      then Some (letter r i) else get m (cell s r i).
  Proof.
    induction n; intros rank slot m r i R At B V.
    - simpl fill_slots. change (Z.of_nat 0) with 0. rewrite Z.add_0_r.
      destruct (slot <=? i) eqn:?, (i <? slot) eqn:?; rewrite ?andb_false_r; auto. exfalso; lia.
    - simpl fill_slots. rewrite IHn by (try assumption; lia).
      assert (V' : valid s rank slot) by (unfold valid, slots in *; lia).
      destruct (Z.eq_dec r rank) as [->|NR].
      + rewrite Z.eqb_refl. destruct (Z.eq_dec i slot) as [->|NS].
        * no (slot + 1 <=? slot). yes (slot <=? slot).
          yes (slot <? slot + Z.of_nat (S n)). simpl.
          destruct (brings c (ranks s) root (blocks s) rank slot); auto.
          rewrite get_put by (apply cell_positive; auto). rewrite Z.eqb_refl. reflexivity.
        * same (slot + 1 <=? i) (slot <=? i).
          same (i <? slot + 1 + Z.of_nat n) (i <? slot + Z.of_nat (S n)).
          destruct (brings c (ranks s) root (blocks s) rank slot); auto.
          rewrite get_put by (apply cell_positive; auto).
          no (cell s rank slot =? cell s rank i). reflexivity.
      + no (r =? rank). simpl.
        destruct (brings c (ranks s) root (blocks s) rank slot); auto.
        rewrite get_put by (apply cell_positive; auto).
        destruct (Z.eqb_spec (cell s rank slot) (cell s r i)) as [E|]; auto.
        apply cell_injective in E; auto. exfalso; lia.
  Qed.

  Lemma fill_ranks_spec n : forall rank m r i,
    0 <= rank -> rank + Z.of_nat n <= ranks s -> valid s r i ->
    get (fill_ranks n c root s letter rank m) (cell s r i) =
      if (rank <=? r) && (r <? rank + Z.of_nat n) && brings c (ranks s) root (blocks s) r i
      then Some (letter r i) else get m (cell s r i).
  Proof.
    induction n; intros rank m r i R B V.
    - simpl fill_ranks. change (Z.of_nat 0) with 0. rewrite Z.add_0_r.
      destruct (rank <=? r) eqn:?, (r <? rank) eqn:?; simpl; auto. exfalso; lia.
    - simpl fill_ranks. rewrite IHn by (try assumption; lia). rewrite fill_slots_spec by (try assumption; lia).
      destruct (brings c (ranks s) root (blocks s) r i) eqn:Br.
      2: { rewrite !andb_false_r. reflexivity. }
      apply brings_blocks in Br.
      yes (0 <=? i).
      yes (i <? 0 + Z.of_nat (Z.to_nat (blocks s))). rewrite !andb_true_r.
      destruct (Z.eq_dec r rank) as [->|NR].
      + rewrite Z.eqb_refl. no (rank + 1 <=? rank). yes (rank <=? rank).
        yes (rank <? rank + Z.of_nat (S n)). reflexivity.
      + no (r =? rank). same (rank + 1 <=? r) (rank <=? r).
        same (r <? rank + 1 + Z.of_nat n) (r <? rank + Z.of_nat (S n)). reflexivity.
  Qed.

  Theorem run_all_spec result :
    (forall steps t, In steps (rounds s) -> In t steps -> in_range s t /\ 1 <= count t) -> 0 <= ranks s ->
    run_all op c root s letter = Some result ->
    reads_defined op (rounds s) (start c root s letter) /\
    represents s result (run op (rounds s) (start c root s letter)).
  Proof.
    intros Range P E. eapply run_rounds_spec; [exact Range| |exact E].
    intros r i V. rewrite fill_ranks_spec by (try assumption; lia). rewrite get_nothing. unfold start, is_rank.
    replace (r <? 0 + Z.of_nat (Z.to_nat (ranks s))) with (r <? ranks s) by (f_equal; lia). reflexivity.
  Qed.
End Run.
