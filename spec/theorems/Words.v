(** Expressions over letters. Trees are the free magma, words the free semigroup, multisets the free commutative one:
    two expressions are equal for every operator of that kind and all values if and only if they are the same tree, the
    same word, the same multiset. *)
From Coq Require Import ZArith List Bool Lia Permutation.
Import ListNotations.
Open Scope Z_scope.

Inductive tree := Leaf (letter : Z) | Join (left right : tree).

Fixpoint word (t : tree) : list Z :=
  match t with Leaf l => [l] | Join a b => word a ++ word b end.

Lemma word_not_empty t : word t <> [].
Proof. induction t; simpl; [discriminate|]. destruct (word t1); [contradiction|discriminate]. Qed.

Definition is_associative {V} (op : V -> V -> V) := forall x y z, op (op x y) z = op x (op y z).
Definition is_commutative {V} (op : V -> V -> V) := forall x y, op x y = op y x.

Section Values.
  Context {V : Type} (op : V -> V -> V) (x : Z -> V).

  Fixpoint evaluate (t : tree) : V :=
    match t with Leaf l => x l | Join a b => op (evaluate a) (evaluate b) end.

  (** The letters of a word that begins with [l], combined one by one from the left. *)
  Definition sequential (l : Z) (others : list Z) : V := List.fold_left (fun v m => op v (x m)) others (x l).

  (** The same of a list, where [nothing] stands for the value of the empty word, which no expression has. *)
  Definition of_word (w : list Z) : option V :=
    match w with [] => None | l :: others => Some (sequential l others) end.

  Lemma of_word_app w1 w2 v1 v2 : is_associative op ->
    of_word w1 = Some v1 -> of_word w2 = Some v2 -> of_word (w1 ++ w2) = Some (op v1 v2).
  Proof.
    intros A. destruct w1 as [|a w1]; [discriminate|]. destruct w2 as [|b w2]; [discriminate|].
    simpl. intros E1 E2. injection E1 as <-. injection E2 as <-. f_equal.
    unfold sequential. rewrite fold_left_app. simpl. generalize (List.fold_left (fun v m => op v (x m)) w1 (x a)).
    generalize (x b). clear -A. induction w2; simpl; intros; auto. rewrite A. apply IHw2.
  Qed.

  (** A homomorphism is determined by the word. *)
  Lemma evaluate_word t : is_associative op -> of_word (word t) = Some (evaluate t).
  Proof. intro A. induction t; auto. simpl. apply of_word_app; auto. Qed.

  (** Of two letters no bracket is left open: associativity is not needed. *)
  Lemma evaluate_short t : (length (word t) <= 2)%nat -> of_word (word t) = Some (evaluate t).
  Proof.
    destruct t as [l|a b]; auto. simpl. rewrite app_length.
    assert (N : forall t, (1 <= length (word t))%nat).
    { intro t. pose proof (word_not_empty t). destruct (word t); [contradiction|simpl; lia]. }
    assert (One : forall t, (length (word t) = 1)%nat -> exists l, t = Leaf l).
    { destruct t as [l|a' b']; [eauto|]. simpl. rewrite app_length. pose proof (N a'). pose proof (N b'). lia. }
    intro H. pose proof (N a). pose proof (N b).
    destruct (One a) as [l ->]; [lia|]. destruct (One b) as [m ->]; [lia|]. reflexivity.
  Qed.

  Lemma of_word_permutation w1 w2 : is_associative op -> is_commutative op -> Permutation w1 w2 ->
    of_word w1 = of_word w2.
  Proof.
    intros A C P. induction P.
    - reflexivity.
    - destruct l as [|a l], l' as [|b l']; auto.
      + apply Permutation_nil in P. discriminate.
      + apply Permutation_sym, Permutation_nil in P. discriminate.
      + change (x0 :: a :: l) with ([x0] ++ a :: l). change (x0 :: b :: l') with ([x0] ++ b :: l').
        simpl in IHP. injection IHP as E.
        rewrite (of_word_app [x0] (a :: l) (x x0) (sequential a l)); auto.
        rewrite (of_word_app [x0] (b :: l') (x x0) (sequential b l')); auto. congruence.
    - simpl. unfold sequential. simpl. rewrite (C (x y)). reflexivity.
    - congruence.
  Qed.
End Values.

(** ** Trees decide bits: the free magma *)
Theorem trees_decide s t :
  (forall V (op : V -> V -> V) (x : Z -> V), evaluate op x s = evaluate op x t) <-> s = t.
Proof.
  split; [|intros ->; reflexivity]. intro H. specialize (H tree Join Leaf).
  assert (E : forall t, evaluate Join Leaf t = t) by (induction t0; simpl; congruence).
  rewrite !E in H. exact H.
Qed.

(** ** Words decide: the free semigroup *)
Theorem words_decide s t :
  (forall V (op : V -> V -> V) (x : Z -> V), is_associative op -> evaluate op x s = evaluate op x t)
  <-> word s = word t.
Proof.
  split; intro H.
  - assert (E : forall t, evaluate (@app Z) (fun l => [l]) t = word t) by (induction t0; simpl; congruence).
    rewrite <- !E. apply H. intros a b c. symmetry. apply app_assoc.
  - intros V op x A. pose proof (evaluate_word op x s A). pose proof (evaluate_word op x t A). congruence.
Qed.

(** ** Multisets decide where ∘ commutes: the free commutative semigroup *)
Theorem multisets_decide s t :
  (forall V (op : V -> V -> V) (x : Z -> V), is_associative op -> is_commutative op ->
     evaluate op x s = evaluate op x t)
  <-> Permutation (word s) (word t).
Proof.
  split; intro H.
  - apply (Permutation_count_occ Z.eq_dec). intro l.
    assert (E : forall t, evaluate Nat.add (fun m => if Z.eq_dec m l then 1%nat else 0%nat) t
                          = count_occ Z.eq_dec (word t) l).
    { induction t0; simpl.
      - destruct (Z.eq_dec letter l); reflexivity.
      - rewrite count_occ_app. congruence. }
    rewrite <- !E. apply H; intro; intros; lia.
  - intros V op x A C. pose proof (evaluate_word op x s A). pose proof (evaluate_word op x t A).
    pose proof (of_word_permutation op x _ _ A C H). congruence.
Qed.
