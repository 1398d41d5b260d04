(** What the checker finds at the end is due there, whatever the values are. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Tutti Require Import Schedule Semantics Words Intervals Contract Checker RunProof ShapeProof.
Import ListNotations.
Open Scope Z_scope.

(** ** The run of the checker over letters, seen from [Semantics] *)
Lemma brings_blocks c p root s r i : well_formed c p root s -> brings c (ranks s) root (blocks s) r i = true ->
  0 <= i < blocks s.
Proof.
  intros W H. pose proof (blocks_of_exchange _ _ _ _ W) as X. destruct (asked_for _ _ _ _ W) as [P _].
  destruct c; cbn [brings exchanges] in *;
    rewrite ?andb_true_iff, ?Z.leb_le, ?Z.ltb_lt in H; try specialize (X eq_refl); lia.
Qed.

Lemma letters_run {D} (op : D -> D -> D) c p root s letter m : well_formed c p root s ->
  run_all op c root s letter = Some m ->
  reads_defined op (rounds s) (start c root s letter) /\
  represents s m (run op (rounds s) (start c root s letter)).
Proof.
  intros W E. eapply run_all_spec; [| | | |exact E].
  - pose proof (some_block _ _ _ _ W). pose proof (scratch_counted _ _ _ _ W). lia.
  - intros r i. apply (brings_blocks c p root s r i W).
  - intros steps t A B. eapply well_formed_in_range, (steps_well_formed _ _ _ _ W); eauto.
  - pose proof (asked_for _ _ _ _ W). lia.
Qed.

(** Whether anything is undefined does not depend on the values. *)
Lemma defined_for_all {D} (op : D -> D -> D) c p root s letter m : well_formed c p root s ->
  run_all op c root s letter = Some m ->
  forall V (op' : V -> V -> V) x, reads_defined op' (rounds s) (start c root s x).
Proof.
  intros W E V op' x. apply (letters_run op c p root s letter m W) in E. destruct E as [E _].
  revert E. apply reads_defined_of_any. intros r i. unfold start.
  destruct (is_rank s r && brings c (ranks s) root (blocks s) r i); split; congruence.
Qed.

Lemma blocks_checked {D} c p root s (m : map D) f st : well_formed c p root s -> represents s m st ->
  check_blocks s m f = true -> forall r i, 0 <= r < p -> 0 <= i < blocks s -> f r i (st r i) = true.
Proof.
  intros W Rep E r i R I. pose proof (asked_for _ _ _ _ W). pose proof (scratch_counted _ _ _ _ W).
  unfold check_blocks in E. rewrite below_iff in E. specialize (E r). rewrite below_iff in E.
  rewrite <- Rep by (unfold valid, slots; lia). apply E; lia.
Qed.

(** ** Data is combined *)
Fixpoint rope_word (r : rope) : list Z :=
  match r with Run a b => interval a b | Cat a b => rope_word a ++ rope_word b end.

Fixpoint rope_ok (r : rope) : Prop :=
  match r with Run a b => a < b | Cat a b => rope_ok a /\ rope_ok b end.

Lemma join_word a b : rope_ok a -> rope_ok b ->
  rope_ok (join a b) /\ rope_word (join a b) = rope_word a ++ rope_word b.
Proof.
  intros A B. destruct a as [i j|], b as [j' k|]; simpl in *; auto.
  destruct (Z.eqb_spec j j').
  - subst. simpl. split; [lia|]. symmetry. apply interval_app; lia.
  - simpl. auto.
Qed.

(** [acc] holds the letters of the list. *)
Definition holds (acc : map unit * Z) (l : list Z) (lo hi : Z) : Prop :=
  NoDup l /\ (forall k, In k l -> lo <= k < hi) /\ Z.of_nat (length l) = snd acc /\
  forall k, lo <= k -> get (fst acc) (k + 1) <> None <-> In k l.

Lemma see_spec n : forall a lo hi seen seen' l, 0 <= lo -> lo <= a -> a + Z.of_nat n <= hi ->
  NoDup l -> (forall k, In k l -> lo <= k < hi) -> (forall k, lo <= k -> get seen (k + 1) <> None <-> In k l) ->
  see n a seen = Some seen' ->
  NoDup (l ++ letters_from a n) /\ (forall k, In k (l ++ letters_from a n) -> lo <= k < hi) /\
  forall k, lo <= k -> get seen' (k + 1) <> None <-> In k (l ++ letters_from a n).
Proof.
  induction n; intros a lo hi seen seen' l Lo La H ND In_l G E.
  - simpl in *. injection E as <-. rewrite app_nil_r. auto.
  - simpl see in E. destruct (get seen (a + 1)) eqn:Seen; [discriminate|].
    assert (Na : ~ In a l) by (rewrite <- G by lia; congruence).
    replace (l ++ letters_from a (S n)) with ((l ++ [a]) ++ letters_from (a + 1) n) by (rewrite <- app_assoc; auto).
    eapply IHn; [exact Lo| | | | | |exact E]; try lia.
    + apply NoDup_Add with (a := a) (l := l); [|auto]. rewrite <- (app_nil_r l) at 1. apply Add_app.
    + intros k. rewrite in_app_iff. intros [K|[<-|[]]]; [auto|lia].
    + intros k K. rewrite get_put by lia. rewrite in_app_iff. simpl.
      destruct (Z.eqb_spec (a + 1) (k + 1)).
      * split; [intros _; right; left; lia|discriminate].
      * rewrite G by lia. intuition lia.
Qed.

Lemma collect_spec r : forall lo hi acc acc' l, 0 <= lo -> holds acc l lo hi ->
  collect lo hi r acc = Some acc' -> holds acc' (l ++ rope_word r) lo hi.
Proof.
  induction r; intros a b acc acc' l La H E; simpl in E.
  - destruct ((a <=? lo) && (lo <? hi) && (hi <=? b)) eqn:C; [|discriminate].
    rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt in C.
    destruct (see _ _ _) as [seen|] eqn:Se; [|discriminate]. injection E as <-.
    destruct H as (ND & In_l & Len & G).
    eapply see_spec with (lo := a) (hi := b) in Se; eauto; try lia.
    destruct Se as (ND' & In' & G'). unfold holds. simpl rope_word. unfold interval. repeat split; auto.
    1, 2: apply In'; auto. all: try (apply G'; auto).
    rewrite app_length, letters_from_length. simpl. lia.
  - destruct (collect a b r1 acc) as [acc1|] eqn:C; [|discriminate].
    simpl. rewrite app_assoc. eapply IHr2; eauto.
Qed.

Lemma each_once_correct lo hi r : 0 <= lo -> each_once lo hi r = true -> Permutation (rope_word r) (interval lo hi).
Proof.
  intros Lo E. unfold each_once in E. destruct (collect lo hi r (nothing, 0)) as [[seen n]|] eqn:C; [|discriminate].
  eapply collect_spec with (l := []) in C; auto.
  - destruct C as (ND & In_l & Len & _). simpl in *. apply Z.eqb_eq in E. apply NoDup_Permutation_bis; auto.
    + unfold interval. rewrite letters_from_length. lia.
    + intros k K. apply in_interval. auto.
  - repeat split; simpl; auto; try constructor; try contradiction; try lia.
    rewrite get_nothing. congruence.
Qed.

(** A tree whose word is the one due, or has its letters where ∘ commutes, has the value of the reference. Where the
    word is short, associativity is not needed. *)
Lemma value_due {V} (op : V -> V -> V) x t lo hi (assoc comm : bool) :
  lo < hi -> (assoc = true -> is_associative op) -> (comm = true -> is_commutative op) ->
  (assoc = false -> hi - lo <= 2) ->
  (word t = interval lo hi \/ (comm = true /\ Permutation (word t) (interval lo hi))) ->
  evaluate op x t = sequential op x lo (interval (lo + 1) hi).
Proof.
  intros L A C Short W.
  assert (E : of_word op x (interval lo hi) = Some (sequential op x lo (interval (lo + 1) hi)))
    by (rewrite interval_cons by lia; reflexivity).
  assert (P : Permutation (word t) (interval lo hi)) by (destruct W as [->|[_ W]]; auto).
  assert (T : of_word op x (word t) = Some (evaluate op x t)).
  { destruct assoc; [apply evaluate_word; auto|]. apply evaluate_short.
    apply Permutation_length in P. rewrite P. unfold interval. rewrite letters_from_length.
    specialize (Short eq_refl). lia. }
  assert (S : of_word op x (word t) = of_word op x (interval lo hi)).
  { destruct W as [->|[Cm W]]; auto. specialize (C Cm). destruct assoc; [apply of_word_permutation; auto|].
    specialize (Short eq_refl). clear - W C Short L. rewrite interval_cons in * by lia.
    destruct (Z.eq_dec hi (lo + 1)).
    - subst. unfold interval in *. rewrite Z.sub_diag in *. simpl in *.
      apply Permutation_sym, Permutation_length_1_inv in W. rewrite W. reflexivity.
    - assert (hi = lo + 1 + 1) by lia. subst hi. rewrite interval_one in *.
      apply Permutation_sym, Permutation_length_2_inv in W. destruct W as [->| ->]; auto.
      simpl. unfold sequential. simpl. rewrite C. reflexivity. }
  congruence.
Qed.

(** The word that is due in a cell, and that nothing longer is due anywhere. *)
Lemma due_word_bounds c p root r i lo hi : 0 <= r < p -> due_word c p root r i = Some (lo, hi) ->
  lo = 0 /\ 0 < hi /\ (hi <= 2 \/ hi <= longest c p).
Proof.
  intros R. destruct c; simpl; try discriminate;
    repeat match goal with |- context [if ?b then _ else _] => destruct b eqn:? end;
    intro E; try discriminate; injection E as <- <-; lia.
Qed.

Section Combined.
  Variables (c : collective) (p root : Z) (s : schedule).
  Hypothesis W : well_formed c p root s.
  Hypothesis Combines : combines c = true.

  Let no_exchange : exchange s = false.
  Proof. rewrite (same_kind _ _ _ _ W). destruct c; simpl in *; congruence. Qed.

  Let no_change : blocks_may_change c = false.
  Proof. destruct c; simpl in *; congruence. Qed.

  (** What is in a block at the end is the value of a tree whose word the checker has found. *)
  Lemma combined_run m : run_all join c root s (fun rank _ => Run rank (rank + 1)) = Some m ->
    forall V (op : V -> V -> V) x r i rp, 0 <= r < p -> 0 <= i < blocks s ->
      get m (cell s r i) = Some rp ->
      exists t, rope_word rp = word t /\
        run op (rounds s) (start c root s x) r i = Some (evaluate op (fun rank => x rank i) t).
  Proof.
    intros E V op x r i rp R I G.
    apply (letters_run _ c p root s _ m W) in E. destruct E as [_ Rep].
    pose proof (asked_for _ _ _ _ W) as P. pose proof (scratch_counted _ _ _ _ W).
    rewrite Rep in G by (unfold valid, slots; lia).
    (* The checker's words are those of trees. *)
    assert (A : related (fun _ _ rp t => rope_ok rp /\ rope_word rp = word t)
                (run join (rounds s) (start c root s (fun rank _ => Run rank (rank + 1))))
                (run Join (rounds s) (start c root s (fun rank _ => Leaf rank)))).
    { apply run_related.
      - intros steps t _ _. split; auto. right. intros j d v d' v' [O1 E1] [O2 E2].
        destruct (join_word d d' O1 O2) as [O3 E3]. simpl. rewrite E3, E1, E2. auto.
      - intros r' i'. unfold related_cell, start.
        destruct (is_rank s r' && brings c (ranks s) root (blocks s) r' i'); auto. simpl.
        split; [lia|apply interval_one]. }
    (* The values are those of the trees, where letter l stands for the block of rank l that the label says. *)
    assert (B : related (fun r i t v => v = evaluate op (fun rank => x rank (label s r i)) t)
                (run Join (rounds s) (start c root s (fun rank _ => Leaf rank)))
                (run op (rounds s) (start c root s x))).
    { apply run_related.
      - intros steps t In_s In_t. pose proof (steps_well_formed _ _ _ _ W steps t In_s In_t) as Wt. split.
        + intros j d v Wr ->. rewrite (labels_agree _ _ _ Wt no_change j Wr). reflexivity.
        + right. intros j d v d' v' -> ->. reflexivity.
      - intros r' i'. unfold related_cell, start.
        destruct (is_rank s r' && brings c (ranks s) root (blocks s) r' i') eqn:Br; auto.
        apply andb_true_iff in Br. destruct Br as [_ Br]. apply (brings_blocks c p root s r' i' W) in Br. simpl.
        rewrite label_of_block by (auto; lia). reflexivity. }
    specialize (A r i). specialize (B r i). unfold related_cell in *. rewrite G in A.
    destruct (run Join _ _ r i) as [t|]; [|contradiction]. destruct A as [_ A].
    destruct (run op _ _ r i) as [v|]; [|contradiction]. exists t. split; auto. rewrite B.
    rewrite label_of_block by (auto; lia). reflexivity.
  Qed.

  Lemma words_due m fits (assoc comm : bool) :
    run_all join c root s (fun rank _ => Run rank (rank + 1)) = Some m ->
    (forall lo hi rp, 0 <= lo -> fits lo hi rp = true ->
       rope_word rp = interval lo hi \/ (comm = true /\ Permutation (rope_word rp) (interval lo hi))) ->
    check_blocks s m (check_word fits c p root) = true ->
    assoc = (2 <? longest c p) ->
    forall V (op : V -> V -> V) x, (assoc = true -> is_associative op) -> (comm = true -> is_commutative op) ->
    forall r i lo hi, 0 <= r < p -> 0 <= i < blocks s -> due_word c p root r i = Some (lo, hi) ->
      run op (rounds s) (start c root s x) r i = Some (reference op x i lo hi).
  Proof.
    intros E Fits Check Assoc V op x A C r i lo hi R I Due.
    pose proof (letters_run _ c p root s _ m W E) as [_ Rep].
    pose proof (blocks_checked c p root s m _ _ W Rep Check r i R I) as F. unfold check_word in F. rewrite Due in F.
    pose proof (asked_for _ _ _ _ W). pose proof (scratch_counted _ _ _ _ W).
    rewrite <- Rep in F by (unfold valid, slots; lia).
    destruct (get m (cell s r i)) as [rp|] eqn:G; [|discriminate].
    destruct (combined_run m E V op x r i rp R I G) as (t & Word & ->).
    destruct (due_word_bounds c p root r i lo hi R Due) as (Lo & Hi & Long). f_equal. unfold reference.
    apply value_due with (assoc := assoc) (comm := comm); auto; try lia.
    - intro N. rewrite Assoc in N. apply Z.ltb_ge in N. lia.
    - rewrite <- Word. apply Fits; [lia|exact F].
  Qed.

  Lemma due_words_are_the_result V (op : V -> V -> V) x end_ :
    (forall r i lo hi, 0 <= r < p -> 0 <= i < blocks s -> due_word c p root r i = Some (lo, hi) ->
       end_ r i = Some (reference op x i lo hi)) ->
    result_is_due op c p root (blocks s) x end_.
  Proof.
    intro H. pose proof (asked_for _ _ _ _ W) as P. pose proof (one_block_per_rank _ _ _ _ W) as O.
    destruct c; simpl in *; try discriminate.
    - intros b B. apply H; try lia. rewrite Z.eqb_refl. reflexivity.
    - intros r b R B. apply H; auto.
    - intros r R. apply H; try lia. rewrite Z.eqb_refl. reflexivity.
    - intros r R. apply H; try lia. rewrite Z.eqb_refl. reflexivity.
    - intros r b R B. apply H; auto.
    - split.
      + intros r b R B. apply H; try lia. replace (r =? 0) with false by (symmetry; apply Z.eqb_neq; lia). reflexivity.
      + intros b B. rewrite (H 0 b 0 1); auto; lia.
  Qed.

  Theorem combined_correct n : check_combined c p root s = Confirmed n ->
    (forall V (op : V -> V -> V) x, reads_defined op (rounds s) (start c root s x)) /\
    forall V (op : V -> V -> V) x,
      (associative n = true -> is_associative op) -> (commutative n = true -> is_commutative op) ->
      result_is_due op c p root (blocks s) x (run op (rounds s) (start c root s x)).
  Proof.
    unfold check_combined. destruct (run_all _ _ _ _ _) as [m|] eqn:E; [|discriminate]. intro H. split.
    { eapply defined_for_all; eauto. }
    assert (Ordered : forall lo hi rp, in_order lo hi rp = true -> rope_word rp = interval lo hi).
    { intros lo hi [a b|] F; simpl in F; [|discriminate]. apply andb_true_iff in F. rewrite !Z.eqb_eq in F.
      destruct F as [-> ->]. reflexivity. }
    intros V op x A C. apply due_words_are_the_result.
    destruct (check_blocks s m (check_word in_order c p root)) eqn:F.
    - injection H as <-. eapply words_due with (comm := false); [exact E| |exact F|reflexivity|auto|discriminate]. auto.
    - destruct (check_blocks _ _ _) eqn:F' in H; [|discriminate]. injection H as <-.
      eapply words_due with (comm := true); [exact E| |exact F'|reflexivity|auto|auto].
      intros lo hi rp Lo X. apply orb_true_iff in X. destruct X as [X|X]; auto.
      right. split; auto. apply each_once_correct; auto.
  Qed.
End Combined.

(** ** Data is moved *)
Section Moved.
  Variables (c : collective) (p root : Z) (s : schedule).
  Hypothesis W : well_formed c p root s.
  Hypothesis Moves : moves c = true.

  Theorem moved_correct n : check_moved c p root s = Confirmed n ->
    (forall V (op : V -> V -> V) x, reads_defined op (rounds s) (start c root s x)) /\
    forall V (op : V -> V -> V) x,
      result_is_due op c p root (blocks s) x (run op (rounds s) (start c root s x)).
  Proof.
    unfold check_moved. destruct (run_all _ _ _ _ _) as [m|] eqn:E; [|discriminate]. intro H. split.
    { eapply defined_for_all; eauto. }
    intros V op x. destruct (check_blocks _ _ _) eqn:F in H; [|discriminate]. clear H.
    pose proof (letters_run _ c p root s _ m W E) as [_ Rep].
    pose proof (blocks_checked c p root s m _ _ W Rep F) as Found. clear F E Rep.
    assert (A : related (fun _ _ d v => v = x (fst d) (snd d))
                (run (fun a _ => a) (rounds s) (start c root s (fun rank slot => (rank, slot))))
                (run op (rounds s) (start c root s x))).
    { apply run_related.
      - intros steps t In_s In_t. split; auto. left.
        apply (moved_data_is_not_folded _ _ _ (steps_well_formed _ _ _ _ W steps t In_s In_t) Moves).
      - intros r i. unfold related_cell, start.
        destruct (is_rank s r && brings c (ranks s) root (blocks s) r i); auto. }
    assert (G : forall r i r' i', 0 <= r < p -> 0 <= i < blocks s -> due_origin c p root r i = Some (r', i') ->
              run op (rounds s) (start c root s x) r i = Some (x r' i')).
    { intros r i r' i' R I Due. specialize (Found r i R I). specialize (A r i). unfold check_origin in Found.
      rewrite Due in Found. unfold related_cell in A.
      destruct (run (fun a _ => a) (rounds s) (start c root s (fun rank slot => (rank, slot))) r i) as [[r1 i1]|];
        [|discriminate].
      apply andb_true_iff in Found. rewrite !Z.eqb_eq in Found. destruct Found as [<- <-].
      destruct (run op _ _ r i) as [v|]; [|contradiction]. simpl in A. congruence. }
    clear A Found. pose proof (asked_for _ _ _ _ W) as P. pose proof (one_block_per_rank _ _ _ _ W) as O.
    pose proof (blocks_of_exchange _ _ _ _ W) as X.
    destruct c; cbn [moves result_is_due due_origin one_per_rank exchanges] in *; try discriminate; intros;
      try specialize (O eq_refl); try specialize (X eq_refl); apply G; try lia; rewrite ?Z.eqb_refl; try reflexivity.
    all: replace (p <=? p + j) with true by (symmetry; apply Z.leb_le; lia); do 2 f_equal; lia.
  Qed.
End Moved.
