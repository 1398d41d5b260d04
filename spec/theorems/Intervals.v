(** Intervals are enough: they are sound and complete for the factors of 0·1·…·(p-1). *)
From Coq Require Import ZArith List Bool Lia.
From Tutti Require Import Words.
Import ListNotations.
Open Scope Z_scope.

(** The word lo·(lo+1)·…, of [n] letters. *)
Fixpoint letters_from (lo : Z) (n : nat) : list Z :=
  match n with O => [] | S n' => lo :: letters_from (lo + 1) n' end.

(** The word lo·(lo+1)·…·(hi-1). *)
Definition interval (lo hi : Z) : list Z := letters_from lo (Z.to_nat (hi - lo)).

Lemma letters_from_length lo n : length (letters_from lo n) = n.
Proof. revert lo. induction n; simpl; auto. Qed.

Lemma in_letters_from lo n l : In l (letters_from lo n) <-> lo <= l < lo + Z.of_nat n.
Proof.
  revert lo. induction n; intro lo; simpl letters_from.
  - simpl. lia.
  - simpl In. rewrite IHn. lia.
Qed.

Lemma in_interval lo hi l : In l (interval lo hi) <-> lo <= l < hi.
Proof. unfold interval. rewrite in_letters_from. lia. Qed.

Lemma letters_from_nodup lo n : NoDup (letters_from lo n).
Proof.
  revert lo. induction n; intro lo; simpl; constructor; auto. rewrite in_letters_from. lia.
Qed.

Lemma letters_from_app lo n m : letters_from lo (n + m) = letters_from lo n ++ letters_from (lo + Z.of_nat n) m.
Proof.
  revert lo. induction n; intro lo; simpl letters_from; simpl app.
  - f_equal. lia.
  - f_equal. rewrite IHn. do 2 f_equal. lia.
Qed.

Lemma interval_app a b c : a <= b -> b <= c -> interval a b ++ interval b c = interval a c.
Proof.
  intros. unfold interval. replace (Z.to_nat (c - a)) with (Z.to_nat (b - a) + Z.to_nat (c - b))%nat by lia.
  rewrite letters_from_app. do 2 f_equal. lia.
Qed.

Lemma interval_cons lo hi : lo < hi -> interval lo hi = lo :: interval (lo + 1) hi.
Proof.
  intro. unfold interval. replace (Z.to_nat (hi - lo)) with (S (Z.to_nat (hi - (lo + 1)))) by lia. reflexivity.
Qed.

Lemma interval_one l : interval l (l + 1) = [l].
Proof. rewrite interval_cons by lia. unfold interval. replace (Z.to_nat (l + 1 - (l + 1))) with 0%nat by lia. auto. Qed.

(** From [w] the word 0·…·(p-1) can still be made by putting more to the left and to the right. *)
Definition factor (p : Z) (w : list Z) := exists u v, u ++ w ++ v = interval 0 p.

(** Two neighbours in a run of ascending letters follow each other. *)
Lemma letters_from_split lo n u w v : letters_from lo n = u ++ w ++ v ->
  w = letters_from (lo + Z.of_nat (length u)) (length w).
Proof.
  intro E.
  assert (L : n = (length u + (length w + length v))%nat).
  { rewrite <- (letters_from_length lo n), E, !app_length. reflexivity. }
  subst n. rewrite letters_from_app in E.
  assert (H : forall (a b c d : list Z), length a = length c -> a ++ b = c ++ d -> a = c /\ b = d).
  { induction a; destruct c; simpl; intros d Len Eq; try discriminate; auto.
    injection Eq as -> Eq. destruct (IHa b c d) as [-> ->]; auto. }
  apply H in E; [|apply letters_from_length]. destruct E as [_ E].
  rewrite letters_from_app in E. apply H in E; [|apply letters_from_length]. destruct E as [E _]. auto.
Qed.

(** Sound and complete: the words that are not yet wrong are exactly the intervals. *)
Theorem factors_are_intervals p w : w <> [] ->
  factor p w <-> exists lo hi, 0 <= lo < hi /\ hi <= p /\ w = interval lo hi.
Proof.
  intro NE. split.
  - intros (u & v & E). unfold interval in E. symmetry in E.
    pose proof (letters_from_split _ _ _ _ _ E) as W.
    assert (L := f_equal (@length Z) E). rewrite letters_from_length, !app_length in L.
    assert (1 <= length w)%nat by (destruct w; [contradiction|simpl; lia]).
    exists (Z.of_nat (length u)), (Z.of_nat (length u) + Z.of_nat (length w)). repeat split; try lia.
    rewrite W at 1. unfold interval. f_equal; lia.
  - intros (lo & hi & A & B & ->). exists (interval 0 lo), (interval hi p).
    rewrite (interval_app lo hi p), (interval_app 0 lo p) by lia. reflexivity.
Qed.

(** All other words form an ideal: once wrong, always wrong. *)
Theorem wrong_words_are_an_ideal p u w v : ~ factor p w -> ~ factor p (u ++ w ++ v).
Proof.
  intros H (u' & v' & E). apply H. exists (u' ++ u), (v ++ v'). rewrite <- E, !app_assoc. reflexivity.
Qed.

(** The Rees quotient: intervals and one value "wrong", and how it multiplies. *)
Definition joined (a b : option (Z * Z)) : option (Z * Z) :=
  match a, b with
  | Some (i, j), Some (j', k) => if j =? j' then Some (i, k) else None
  | _, _ => None
  end.

Definition stands_for (a : option (Z * Z)) (w : list Z) : Prop :=
  match a with
  | Some (lo, hi) => lo < hi /\ w = interval lo hi
  | None => forall lo hi, lo < hi -> w <> interval lo hi
  end.

Lemma interval_injective lo hi lo' hi' : lo < hi -> lo' < hi' -> interval lo hi = interval lo' hi' ->
  lo = lo' /\ hi = hi'.
Proof.
  intros A B E. assert (L := f_equal (@length Z) E). unfold interval in L. rewrite !letters_from_length in L.
  rewrite (interval_cons lo), (interval_cons lo') in E by lia. injection E as E _. lia.
Qed.

(** Sound and complete for a product, so for every expression: an interval per cell loses nothing that is needed. *)
Theorem joined_is_product a b u v :
  u <> [] -> v <> [] -> stands_for a u -> stands_for b v -> stands_for (joined a b) (u ++ v).
Proof.
  intros NU NV.
  assert (Split : forall lo hi, lo < hi -> u ++ v = interval lo hi ->
            exists m, lo < m < hi /\ u = interval lo m /\ v = interval m hi).
  { intros lo hi L E.
    assert (Len := f_equal (@length Z) E). unfold interval in Len. rewrite letters_from_length, app_length in Len.
    assert (1 <= length u)%nat by (destruct u; [contradiction|simpl; lia]).
    assert (1 <= length v)%nat by (destruct v; [contradiction|simpl; lia]).
    exists (lo + Z.of_nat (length u)). split; [lia|]. unfold interval in E. symmetry in E. split.
    - pose proof (letters_from_split lo (Z.to_nat (hi - lo)) [] u v E) as W.
      simpl in W. rewrite W at 1. unfold interval. f_equal; lia.
    - pose proof (letters_from_split lo (Z.to_nat (hi - lo)) u v []) as W. rewrite app_nil_r in W. specialize (W E).
      rewrite W at 1. unfold interval. f_equal; lia. }
  destruct a as [[i j]|], b as [[j' k]|]; simpl; intros A B.
  - destruct A as [A ->], B as [B ->]. destruct (Z.eqb_spec j j').
    + subst j'. split; [lia|]. apply interval_app; lia.
    + intros lo hi L E. destruct (Split lo hi L E) as (m & M & E1 & E2).
      apply interval_injective in E1; [|lia..]. apply interval_injective in E2; lia.
  - intros lo hi L E. destruct (Split lo hi L E) as (m & M & E1 & E2). apply (B m hi); auto; lia.
  - intros lo hi L E. destruct (Split lo hi L E) as (m & M & E1 & E2). apply (A lo m); auto; lia.
  - intros lo hi L E. destruct (Split lo hi L E) as (m & M & E1 & E2). apply (A lo m); auto; lia.
Qed.
