(** What the checker finds well formed is well formed, and what it finds free of races is. *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Schedule Semantics Contract Checker RunProof.
Import ListNotations.
Open Scope Z_scope.

Lemma within_iff lo n hi : within lo n hi = true <-> 0 <= lo /\ lo + n <= hi.
Proof. unfold within. rewrite andb_true_iff, !Z.leb_le. tauto. Qed.

Lemma or_implies a b : negb a || b = true -> a = true -> b = true.
Proof. destruct a, b; simpl; auto. Qed.

(** ** Steps *)
Lemma label_of_block s r i : i < blocks s -> exchange s = false -> label s r i = i.
Proof.
  intros H E. unfold label. rewrite E. replace (blocks s <=? i) with false by (symmetry; apply Z.leb_gt; lia).
  reflexivity.
Qed.

Lemma check_labels_correct c s t : check_labels c s t = true -> blocks_may_change c = false ->
  forall i, writes t (to t) i -> label s (from t) (source t i) = label s (to t) i.
Proof.
  unfold check_labels. intros H B i [_ W]. rewrite B in H. simpl in H. apply orb_true_iff in H. destruct H as [H|H].
  - rewrite !andb_true_iff in H. destruct H as [[A L] E]. apply Z.eqb_eq in A. apply Z.leb_le in L.
    apply negb_true_iff in E. unfold source. rewrite !label_of_block by (try assumption; lia). lia.
  - rewrite below_iff in H. specialize (H (i - at_ t)). unfold source.
    replace (at_ t + (i - at_ t)) with i in H by lia. apply Z.eqb_eq, H. lia.
Qed.

Theorem check_step_correct c s t : check_step c s t = true -> well_formed_step c s t.
Proof.
  unfold check_step. rewrite !andb_true_iff, !within_iff, Z.leb_le.
  intros [[[[[[A B] C] F] G] M] L]. constructor; try lia.
  - intro Mv. pose proof (or_implies _ _ M Mv). destruct (act t); congruence.
  - apply check_labels_correct. exact L.
Qed.

Lemma well_formed_in_range c s t : well_formed_step c s t -> in_range s t /\ 1 <= count t.
Proof. intros []. unfold in_range. lia. Qed.

(** ** Messages *)
Section Messages.
  Variable p : Z.
  Let message t := from t * p + to t + 1.
  Definition ranks_ok (t : step) := 0 <= from t < p /\ 0 <= to t < p.

  Lemma message_injective s t : ranks_ok s -> ranks_ok t -> message s = message t -> from s = from t /\ to s = to t.
  Proof. unfold ranks_ok, message. intros. assert (from s = from t) by nia. nia. Qed.

  Lemma message_positive s : ranks_ok s -> 0 < message s.
  Proof. unfold ranks_ok, message. nia. Qed.

  (** A message that is over does not come again. *)
  Lemma closed_message s steps : ranks_ok s -> from s <> to s -> (forall t, In t steps -> ranks_ok t) ->
    forall before seen, check_messages p before seen steps = true ->
    get seen (message s) <> None -> before <> message s ->
    forall t, In t steps -> from s = from t -> to s = to t -> False.
  Proof.
    intros Ok Other.
    induction steps as [|m steps IH]; intros All before seen E Seen Before t In_t F T; [contradiction|].
    simpl in E. assert (Okm : ranks_ok m) by (apply All; simpl; auto).
    assert (All' : forall t, In t steps -> ranks_ok t) by (intros; apply All; simpl; auto).
    fold (message m) in E.
    destruct (from m =? to m) eqn:Self.
    - apply Z.eqb_eq in Self. destruct In_t as [<-|In_t]; [congruence|].
      eapply (IH All'); eauto. pose proof (message_positive s Ok). lia.
    - destruct (message m =? before) eqn:Same.
      + apply Z.eqb_eq in Same. destruct In_t as [<-|In_t].
        * apply Before. rewrite <- Same. unfold message. rewrite F, T. reflexivity.
        * eapply (IH All'); eauto.
      + destruct (get seen (message m)) eqn:G; [discriminate|].
        assert (N : message m <> message s) by congruence.
        destruct In_t as [<-|In_t].
        * apply N. unfold message. rewrite F, T. reflexivity.
        * eapply (IH All'); eauto. rewrite get_put by (apply message_positive; auto).
          replace (message m =? message s) with false by (symmetry; apply Z.eqb_neq; auto). auto.
  Qed.

  (** After a step whose message is under way: it goes on at once or never. *)
  Lemma open_message s steps : ranks_ok s -> from s <> to s -> (forall t, In t steps -> ranks_ok t) ->
    forall seen, check_messages p (message s) seen steps = true -> get seen (message s) <> None ->
    forall j k m t, (j < k)%nat -> nth_error steps j = Some m -> nth_error steps k = Some t ->
      from s = from t -> to s = to t -> from m = from s /\ to m = to s.
  Proof.
    intros Ok Other. induction steps as [|u steps IH]; intros All seen E Seen j k m t L Nj Nk F T.
    { destruct j; discriminate. }
    simpl in E. assert (Oku : ranks_ok u) by (apply All; simpl; auto).
    assert (All' : forall t, In t steps -> ranks_ok t) by (intros; apply All; simpl; auto).
    destruct k as [|k]; [lia|]. simpl in Nk. pose proof (nth_error_In _ _ Nk) as In_t.
    fold (message u) in E. pose proof (message_positive s Ok).
    destruct (from u =? to u) eqn:Self.
    { exfalso. eapply closed_message with (s := s) (before := 0); eauto. lia. }
    destruct (message u =? message s) eqn:Same.
    - apply Z.eqb_eq in Same. apply message_injective in Same; auto.
      destruct j as [|j]; simpl in Nj; [injection Nj as <-; auto|].
      apply (IH All' seen E Seen j k m t); auto; lia.
    - exfalso. apply Z.eqb_neq in Same. destruct (get seen (message u)) eqn:G; [discriminate|].
      eapply closed_message with (s := s) (before := message u); eauto.
      rewrite get_put by (try apply message_positive; auto).
      replace (message u =? message s) with false by (symmetry; apply Z.eqb_neq; auto). auto.
  Qed.

  Theorem check_messages_correct steps : (forall t, In t steps -> ranks_ok t) ->
    forall before seen, (before <> 0 -> get seen before <> None) ->
    check_messages p before seen steps = true -> side_by_side steps.
  Proof.
    induction steps as [|s steps IH]; intros All before seen Open E i j k s' m t L Ni Nj Nk Other F T.
    { destruct i; discriminate. }
    simpl in E. assert (Ok : ranks_ok s) by (apply All; simpl; auto).
    assert (All' : forall t, In t steps -> ranks_ok t) by (intros; apply All; simpl; auto).
    destruct j as [|j]; [lia|]. destruct k as [|k]; [lia|]. simpl in Nj, Nk. fold (message s) in E.
    pose proof (message_positive s Ok).
    destruct (from s =? to s) eqn:Self.
    - destruct i as [|i]; simpl in Ni; [injection Ni as <-; lia|].
      eapply (IH All' 0 seen) with (i := i) (j := j) (k := k); eauto; lia.
    - destruct (message s =? before) eqn:Same.
      + apply Z.eqb_eq in Same. destruct i as [|i]; simpl in Ni.
        * injection Ni as ->. rewrite <- Same in E.
          assert (P : get seen (message s') <> None) by (rewrite Same; apply Open; lia).
          apply (open_message s' steps Ok Other All' _ E P j k m t); auto; lia.
        * eapply (IH All' before seen) with (i := i) (j := j) (k := k); eauto; lia.
      + destruct (get seen (message s)) eqn:G; [discriminate|].
        assert (P : get (put seen (message s) tt) (message s) <> None).
        { rewrite get_put by auto. rewrite Z.eqb_refl. discriminate. }
        destruct i as [|i]; simpl in Ni.
        * injection Ni as ->. apply (open_message s' steps Ok Other All' _ E P j k m t); auto; lia.
        * eapply (IH All' (message s) (put seen (message s) tt)) with (i := i) (j := j) (k := k); eauto; lia.
  Qed.
End Messages.

(** ** Races *)
Section Races.
  Variable s : schedule.

  Lemma note_writes_spec n : forall k replaces written result, 0 < k ->
    note_writes n k replaces written = Some result ->
    (forall c, k <= c < k + Z.of_nat n -> get written c = None) /\
    forall c, 0 < c -> get result c = if (k <=? c) && (c <? k + Z.of_nat n) then Some replaces else get written c.
  Proof.
    induction n; intros k b written result K E.
    - simpl in E. injection E as <-. split; [intros; lia|]. intros c C. change (Z.of_nat 0) with 0. rewrite Z.add_0_r.
      destruct (Z.leb_spec k c), (Z.ltb_spec c k); simpl; auto. lia.
    - simpl note_writes in E. destruct (get written k) eqn:G; [discriminate|]. apply IHn in E; [|lia].
      destruct E as [Free Final]. split.
      + intros c C. destruct (Z.eq_dec c k); [congruence|]. specialize (Free c).
        rewrite get_put in Free by lia. replace (k =? c) with false in Free by (symmetry; apply Z.eqb_neq; lia).
        apply Free. lia.
      + intros c C. rewrite Final by auto. rewrite get_put by lia.
        destruct (Z.eqb_spec k c).
        * subst c. no (k + 1 <=? k). yes (k <=? k). yes (k <? k + Z.of_nat (S n)). reflexivity.
        * same (k + 1 <=? c) (k <=? c). same (c <? k + 1 + Z.of_nat n) (c <? k + Z.of_nat (S n)). reflexivity.
  Qed.

  Lemma writes_valid t r i : in_range s t -> writes t r i -> valid s r i.
  Proof. unfold in_range, writes, valid. intros. lia. Qed.
  Lemma reads_valid t r i : in_range s t -> reads t r i -> valid s r i.
  Proof. unfold in_range, reads, valid. intros. lia. Qed.

  (** What one step notes, by slots. *)
  Lemma note_step t written result : in_range s t -> 1 <= count t ->
    note_writes (Z.to_nat (count t)) (cell s (to t) (at_ t)) (replaces t) written = Some result ->
    (forall r i, writes t r i -> get written (cell s r i) = None) /\
    (forall r i, writes t r i -> get result (cell s r i) = Some (replaces t)) /\
    (forall r i, valid s r i -> ~ writes t r i -> get result (cell s r i) = get written (cell s r i)).
  Proof.
    intros Range C E. apply note_writes_spec in E.
    2: { apply cell_positive. unfold in_range, valid in *. lia. }
    destruct E as [Free Final]. repeat split; intros.
    - apply Free. unfold writes, cell in *. lia.
    - rewrite Final by (eapply cell_positive, writes_valid; eauto). unfold writes in H. destruct H as [-> H].
      yes (cell s (to t) (at_ t) <=? cell s (to t) i).
      yes (cell s (to t) i <? cell s (to t) (at_ t) + Z.of_nat (Z.to_nat (count t))). reflexivity.
    - rewrite Final by (apply cell_positive; auto).
      destruct (Z.leb_spec (cell s (to t) (at_ t)) (cell s r i)); simpl; auto.
      destruct (Z.ltb_spec (cell s r i) (cell s (to t) (at_ t) + Z.of_nat (Z.to_nat (count t)))); auto.
      exfalso. apply H0.
      assert (E : cell s r i = cell s (to t) (at_ t + (cell s r i - cell s (to t) (at_ t)))) by (unfold cell; lia).
      apply cell_injective in E; [|assumption|unfold in_range, valid in *; lia]. unfold writes. lia.
  Qed.

  Lemma all_writes_spec steps : forall written result,
    (forall t, In t steps -> in_range s t /\ 1 <= count t) -> all_writes s steps written = Some result ->
    (forall r i b, valid s r i -> get written (cell s r i) = Some b ->
       get result (cell s r i) = Some b /\ forall t, In t steps -> ~ writes t r i) /\
    (forall t r i, In t steps -> writes t r i -> get result (cell s r i) = Some (replaces t)) /\
    (forall j k t u r i, j <> k -> nth_error steps j = Some t -> nth_error steps k = Some u ->
       writes t r i -> ~ writes u r i).
  Proof.
    induction steps as [|t steps IH]; intros written result Range E.
    - simpl in E. injection E as <-. repeat split; intros; auto; try contradiction. destruct j; discriminate.
    - simpl in E. destruct (note_writes _ _ _ _) as [now|] eqn:N; [|discriminate].
      destruct (Range t (or_introl eq_refl)) as [Rt Ct].
      assert (Range' : forall t, In t steps -> in_range s t /\ 1 <= count t) by (intros; apply Range; simpl; auto).
      apply note_step in N; auto. destruct N as [Free [Noted Kept]].
      destruct (IH now result Range' E) as [Old [New Once]].
      assert (Apart : forall u r i, In u steps -> writes t r i -> ~ writes u r i).
      { intros u r i In_u W. assert (V : valid s r i) by (eapply writes_valid; eauto).
        destruct (Old r i (replaces t) V (Noted r i W)) as [_ F]. auto. }
      split; [|split].
      + intros r i b V G. assert (NW : ~ writes t r i) by (intro W; rewrite (Free r i W) in G; discriminate).
        rewrite <- (Kept r i V NW) in G. destruct (Old r i b V G) as [G' F]. split; auto.
        intros u [<-|In_u]; auto.
      + intros u r i [<-|In_u] W; auto.
        assert (V : valid s r i) by (eapply writes_valid; eauto).
        destruct (Old r i (replaces t) V (Noted r i W)) as [G _]. exact G.
      + intros j k u v r i NE Nj Nk Wu Wv. destruct j as [|j], k as [|k]; simpl in *; try congruence.
        * injection Nj as ->. apply nth_error_In in Nk. eapply Apart; eauto.
        * injection Nk as ->. apply nth_error_In in Nj. eapply Apart; eauto.
        * eapply (Once j k); eauto.
  Qed.

  Theorem check_race_correct steps : (forall t, In t steps -> in_range s t /\ 1 <= count t) ->
    check_race s steps = true -> race_free steps.
  Proof.
    unfold check_race. intros Range E. destruct (all_writes s steps nothing) as [written|] eqn:W; [|discriminate].
    apply all_writes_spec in W; auto. destruct W as [_ [New Once]]. rewrite forallb_forall in E.
    assert (Read : forall u t r i, In u steps -> In t steps -> reads u r i -> writes t r i ->
              replaces t = false /\ from u <> to u).
    { intros u t r i In_u In_t Ru Wt. specialize (E u In_u). unfold check_reads in E. rewrite for_all_iff in E.
      specialize (E (cell s r i)). rewrite (New t r i In_t Wt) in E.
      assert (H : negb (replaces t) && negb (from u =? to u) = true).
      { apply E. unfold reads in Ru. destruct Ru as [-> Ru]. unfold cell. lia. }
      apply andb_true_iff in H. rewrite !negb_true_iff in H. rewrite Z.eqb_neq in H. exact H. }
    constructor.
    - intros. eapply (Once j k); eauto.
    - intros u t r i In_u In_t Ru Wt. destruct (Read u t r i In_u In_t Ru Wt) as [H _].
      unfold replaces in H. destruct (act t); congruence.
    - intros u t r i In_u In_t Ru Wt. apply (Read u t r i In_u In_t Ru Wt).
  Qed.
End Races.

(** ** The rounds, and all of it *)
Lemma check_rounds_correct c s all : check_rounds c s all = None ->
  (forall steps t, In steps all -> In t steps -> well_formed_step c s t) /\
  (forall steps, In steps all -> race_free steps).
Proof.
  induction all as [|steps all IH]; simpl; intro E; [split; intros; contradiction|].
  destruct (forallb (check_step c s) steps) eqn:F; [|discriminate].
  destruct (check_race s steps) eqn:G; [|discriminate]. simpl in E.
  destruct (IH E) as [Steps Races]. rewrite forallb_forall in F.
  assert (W : forall t, In t steps -> well_formed_step c s t) by (intros; apply check_step_correct; auto).
  split.
  - intros st t [<-|]; eauto.
  - intros st [<-|]; eauto. eapply check_race_correct; eauto. intros; eapply well_formed_in_range; eauto.
Qed.

Theorem shape_correct c p root s : check_shape c p root s = true -> check_rounds c s (rounds s) = None ->
  forallb (check_messages p 0 nothing) (rounds s) = true -> well_formed c p root s.
Proof.
  intros E R M. destruct (check_rounds_correct c s (rounds s) R) as [Steps _].
  unfold check_shape in E. rewrite !andb_true_iff in E.
  destruct E as [[[[[[[[[[A B] C] F] G] H] I] J] K] L] N].
  apply Z.eqb_eq in A. apply Z.leb_le in B, J, K. apply within_iff in C. apply Bool.eqb_prop in F.
  constructor; auto; try lia.
  - intro X. apply (or_implies _ _ G) in X. apply andb_true_iff in X. rewrite Z.eqb_eq, Z.leb_le in X. exact X.
  - intro X. apply (or_implies _ _ H) in X. apply Z.eqb_eq. exact X.
  - intro X. subst c. apply Z.eqb_eq. exact I.
  - intro X. apply (or_implies _ _ L) in X. apply Z.eqb_eq. exact X.
  - intro X. apply orb_true_iff in N. destruct N as [N|N]; [apply Z.eqb_eq in N; lia|].
    apply andb_true_iff in N. destruct N as [N1 N2]. apply Z.eqb_eq in N1. split; auto.
    intros labels In_l. rewrite forallb_forall in N2. specialize (N2 labels In_l). apply andb_true_iff in N2.
    destruct N2 as [N2 N3]. apply Z.eqb_eq in N2. split; auto. intros l In_l'. rewrite forallb_forall in N3.
    specialize (N3 l In_l'). apply within_iff in N3. lia.
  - intros steps In_s. rewrite forallb_forall in M. specialize (M steps In_s).
    eapply check_messages_correct with (before := 0); [| |exact M].
    + intros t In_t. destruct (Steps steps t In_s In_t). unfold ranks_ok. rewrite <- A. assumption.
    + intro X. congruence.
Qed.
