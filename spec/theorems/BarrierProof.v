(** Sets of ranks are happens-before: of whom a rank knows that they have entered, those have, before it goes on. *)
From Coq Require Import ZArith List Bool Lia MSetPositive.
From Tutti Require Import Schedule Semantics Contract Checker RunProof ShapeProof ResultProof.
Import ListNotations.
Open Scope Z_scope.

Definition knows (known : PositiveSet.t) (rank : Z) : Prop := PositiveSet.In (Z.to_pos (rank + 1)) known.

(** Letters in slots of rank r stand for ranks whose entry happens before r has finished its first k rounds. *)
Definition knowledge_is_true (all : list (list step)) (k : nat) (st : state PositiveSet.t) : Prop :=
  forall r i known l, st r i = Some known -> 0 <= l -> knows known l -> happens_before all (l, 0%nat) (r, k).

Lemma step_keeps_knowledge all k steps t before now : nth_error all k = Some steps -> In t steps ->
  knowledge_is_true all k before -> knowledge_is_true all (S k) now ->
  knowledge_is_true all (S k) (take_effect PositiveSet.union before now t).
Proof.
  intros Nth In_t B N r i known l E L K. unfold take_effect in E.
  destruct (writes_b t r i) eqn:W; [|eapply N; eauto]. apply writes_b_iff in W. destruct W as [-> _].
  assert (There : forall known, before (to t) i = Some known -> knows known l ->
            happens_before all (l, 0%nat) (to t, S k)) by (intros; apply next_round; eapply B; eauto).
  assert (Arriving : forall known, before (from t) (source t i) = Some known -> knows known l ->
            happens_before all (l, 0%nat) (to t, S k)).
  { intros known' G K'. destruct (Z.eq_dec (from t) (to t)) as [Same|Other].
    - apply next_round. rewrite <- Same. eapply B; eauto.
    - eapply message; eauto. }
  destruct (act t); simpl in E.
  - eauto.
  - destruct (before (from t) (source t i)) as [a|]; [|discriminate].
    destruct (before (to t) i) as [b|]; [|discriminate]. injection E as <-.
    unfold knows in K. apply PositiveSet.union_spec in K. destruct K; eauto.
  - destruct (before (from t) (source t i)) as [a|]; [|destruct (before (to t) i); discriminate].
    destruct (before (to t) i) as [b|]; [|discriminate]. injection E as <-.
    unfold knows in K. apply PositiveSet.union_spec in K. destruct K; eauto.
Qed.

Lemma round_keeps_knowledge all k steps st : nth_error all k = Some steps ->
  knowledge_is_true all k st -> knowledge_is_true all (S k) (run_round PositiveSet.union st steps).
Proof.
  intros Nth B. unfold run_round.
  assert (G : forall l now, (forall t, In t l -> In t steps) -> knowledge_is_true all (S k) now ->
            knowledge_is_true all (S k) (List.fold_left (take_effect PositiveSet.union st) l now)).
  { induction l; simpl; intros; auto. apply IHl; auto. eapply step_keeps_knowledge; eauto. }
  apply G; auto. intros r i known l E L K. apply next_round. eapply B; eauto.
Qed.

Theorem run_keeps_knowledge all st : knowledge_is_true all 0 st ->
  knowledge_is_true all (length all) (run PositiveSet.union all st).
Proof.
  intro H.
  assert (G : forall later done st, all = done ++ later -> knowledge_is_true all (length done) st ->
            knowledge_is_true all (length all) (run PositiveSet.union later st)).
  { induction later as [|steps later IH]; intros done st' E K; simpl.
    - rewrite app_nil_r in E. subst done. exact K.
    - apply (IH (done ++ [steps])).
      + rewrite <- app_assoc. exact E.
      + rewrite app_length, Nat.add_comm. apply round_keeps_knowledge; auto.
        rewrite E, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
  apply (G all [] st); auto.
Qed.

Theorem barrier_correct p root s n : well_formed barrier p root s -> check_barrier barrier p root s = Confirmed n ->
  (forall V (op : V -> V -> V) x, reads_defined op (rounds s) (start barrier root s x)) /\ all_entered p (rounds s).
Proof.
  intro W. unfold check_barrier. destruct (run_all _ _ _ _ _) as [m|] eqn:E; [|discriminate]. intro H. split.
  { eapply defined_for_all; eauto. }
  destruct (check_blocks _ _ _) eqn:F in H; [|discriminate]. clear H.
  pose proof (letters_run _ _ p root s _ m W E) as [_ Rep].
  pose proof (blocks_checked _ p root s m _ _ W Rep F) as Found.
  pose proof (some_block _ _ _ _ W). intros r l R L.
  specialize (Found r 0). cbv beta in Found. unfold check_entered in Found.
  destruct (run _ _ _ r 0) as [known|] eqn:G.
  2: { discriminate Found; auto; lia. }
  assert (K : knows known l).
  { unfold knows. apply PositiveSet.mem_spec. rewrite below_iff in Found. apply Found; lia. }
  revert G K. generalize (proj1 L).
  assert (Start : knowledge_is_true (rounds s) 0 (start barrier root s (fun rank _ => entered rank))).
  { intros r' i known' l' E' L' K'. unfold start in E'.
    destruct (is_rank s r' && _) eqn:B in E'; [|discriminate]. injection E' as <-.
    apply andb_true_iff in B. destruct B as [B _]. unfold is_rank in B. apply andb_true_iff in B.
    rewrite Z.leb_le, Z.ltb_lt in B. unfold knows, entered in K'. apply PositiveSet.singleton_spec in K'.
    apply Z2Pos.inj in K'; try lia. replace r' with l' by lia. apply same_event. }
  intros L0 G K. eapply (run_keeps_knowledge _ _ Start); eauto.
Qed.
