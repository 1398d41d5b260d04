(** The contract says something: it holds of a schedule, by the checker, and of one that does nothing it does not. *)
From Coq Require Import ZArith List Bool.
From Tutti Require Import Schedule Semantics Words Intervals Contract Checker Main.
Import ListNotations.
Open Scope Z_scope.

(** Allreduce by recursive doubling on two ranks. *)
Definition exchange_of_two : schedule :=
  Schedule 2 1 0 false [] [[Step 0 1 0 1 0 fold_left; Step 1 0 0 1 0 fold_right]].

Example exchange_of_two_keeps_the_contract : contract allreduce 2 0 exchange_of_two (Needs false false).
Proof. apply (check_proves_contract allreduce 2 0 (Needs false false)). vm_compute. reflexivity. Qed.

Definition nothing_at_all : schedule := Schedule 2 1 0 false [] [].

Example nothing_at_all_breaks_the_contract n : ~ contract allreduce 2 0 nothing_at_all n.
Proof.
  intro C. pose proof (leaves_what_is_due _ _ _ _ _ C Z Z.add (fun _ _ => 1)) as D.
  assert (E : Some 1 = Some 2); [|discriminate E]. apply (D (fun _ x y z => eq_sym (Z.add_assoc x y z))
    (fun _ => Z.add_comm) 0 0); split; reflexivity || discriminate.
Qed.
