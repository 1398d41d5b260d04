(** The checker: the function that is extracted, and that [Main.check_proves_contract] is about. *)
From Coq Require Import ZArith List Bool FMapPositive MSetPositive.
From Tutti Require Import Schedule Contract.
Import ListNotations.
Open Scope Z_scope.

Inductive fault := malformed | race | undefined | wrong_result | wrong_claim.
Inductive verdict := Confirmed (n : needs) | Refuted (f : fault).

(** f holds of i, i + 1, …, n numbers in all. *)
Fixpoint for_all (n : nat) (i : Z) (f : Z -> bool) : bool :=
  match n with O => true | S n' => if f i then for_all n' (i + 1) f else false end.

Definition below (n : Z) (f : Z -> bool) : bool := for_all (Z.to_nat n) 0 f.

(** ** Maps from the slots of all ranks *)
Definition map := PositiveMap.t.
Definition get {A} (m : map A) (k : Z) : option A := PositiveMap.find (Z.to_pos k) m.
Definition put {A} (m : map A) (k : Z) (a : A) : map A := PositiveMap.add (Z.to_pos k) a m.
Definition nothing {A} : map A := PositiveMap.empty A.

(** The number, from 1, of a slot. *)
Definition cell (s : schedule) (rank slot : Z) : Z := rank * slots s + slot + 1.

(** ** Well formed *)
Definition within (lo n hi : Z) : bool := (0 <=? lo) && (lo + n <=? hi).

Definition check_labels (c : collective) (s : schedule) (t : step) : bool :=
  blocks_may_change c ||
  ((first t =? at_ t) && (at_ t + count t <=? blocks s) && negb (exchange s)) ||
  below (count t) (fun k => label s (from t) (first t + k) =? label s (to t) (at_ t + k)).

Definition check_step (c : collective) (s : schedule) (t : step) : bool :=
  within (from t) 1 (ranks s) && within (to t) 1 (ranks s) && (1 <=? count t) &&
  within (first t) (count t) (slots s) && within (at_ t) (count t) (slots s) &&
  (negb (moves c) || match act t with replace => true | _ => false end) &&
  check_labels c s t.

Definition is_barrier (c : collective) : bool := match c with barrier => true | _ => false end.

Definition check_shape (c : collective) (p root : Z) (s : schedule) : bool :=
  (ranks s =? p) && (1 <=? p) && within root 1 p &&
  Bool.eqb (exchange s) (exchanges c) &&
  (negb (exchanges c) || ((blocks s =? 2 * p) && (p <=? 46340))) &&
  (negb (one_per_rank c) || (blocks s =? p)) &&
  (negb (is_barrier c) || (blocks s =? 1)) &&
  (1 <=? blocks s) && (0 <=? extra s) &&
  (negb (irregular_exchange c) || (extra s =? 0)) &&
  ((extra s =? 0) ||
   ((Z.of_nat (length (scratch s)) =? p) &&
    forallb (fun labels => (Z.of_nat (length labels) =? extra s) &&
                           forallb (fun l => within l 1 (different_blocks s)) labels) (scratch s))).

(** [before] is the message of the step before, 0 where that was a move within a rank. *)
Fixpoint check_messages (p before : Z) (seen : map unit) (steps : list step) : bool :=
  match steps with
  | [] => true
  | t :: later =>
      if from t =? to t then check_messages p 0 seen later
      else
        let message := from t * p + to t + 1 in
        if message =? before then check_messages p before seen later
        else
          match get seen message with
          | Some _ => false
          | None => check_messages p message (put seen message tt) later
          end
  end.

(** ** No race *)

(** Notes for n cells from k on whether what is written there replaces; fails where something is written already. *)
Fixpoint note_writes (n : nat) (k : Z) (replaces : bool) (written : map bool) : option (map bool) :=
  match n with
  | O => Some written
  | S n' =>
      match get written k with
      | Some _ => None
      | None => note_writes n' (k + 1) replaces (put written k replaces)
      end
  end.

Definition replaces (t : step) : bool := match act t with replace => true | _ => false end.

Fixpoint all_writes (s : schedule) (steps : list step) (written : map bool) : option (map bool) :=
  match steps with
  | [] => Some written
  | t :: later =>
      match note_writes (Z.to_nat (count t)) (cell s (to t) (at_ t)) (replaces t) written with
      | Some now => all_writes s later now
      | None => None
      end
  end.

(** What the step sends is not replaced in the same round, nor written at all where it stays within its rank. *)
Definition check_reads (s : schedule) (written : map bool) (t : step) : bool :=
  for_all (Z.to_nat (count t)) (cell s (from t) (first t)) (fun k =>
    match get written k with
    | None => true
    | Some replaced => negb replaced && negb (from t =? to t)
    end).

Definition check_race (s : schedule) (steps : list step) : bool :=
  match all_writes s steps nothing with
  | None => false
  | Some written => forallb (check_reads s written) steps
  end.

Fixpoint check_rounds (c : collective) (s : schedule) (all : list (list step)) : option fault :=
  match all with
  | [] => None
  | steps :: later =>
      if negb (forallb (check_step c s) steps) then Some malformed
      else if negb (check_race s steps) then Some race
      else check_rounds c s later
  end.

(** ** The run, over values that stand for what is there *)
Section Run.
  Context {D : Type} (op : D -> D -> D).

  (** n cells from [source] on go to those from [target] on; fails where nothing is there. *)
  Fixpoint carry (n : nat) (a : action) (source target : Z) (before now : map D) : option (map D) :=
    match n with
    | O => Some now
    | S n' =>
        match get before source with
        | None => None
        | Some arriving =>
            match a with
            | replace => carry n' a (source + 1) (target + 1) before (put now target arriving)
            | _ =>
                match get before target with
                | None => None
                | Some there =>
                    let result := match a with fold_left => op arriving there | _ => op there arriving end in
                    carry n' a (source + 1) (target + 1) before (put now target result)
                end
            end
        end
    end.

  Fixpoint run_steps (s : schedule) (steps : list step) (before now : map D) : option (map D) :=
    match steps with
    | [] => Some now
    | t :: later =>
        match carry (Z.to_nat (count t)) (act t) (cell s (from t) (first t)) (cell s (to t) (at_ t)) before now with
        | None => None
        | Some now' => run_steps s later before now'
        end
    end.

  Fixpoint run_rounds (s : schedule) (all : list (list step)) (m : map D) : option (map D) :=
    match all with
    | [] => Some m
    | steps :: later =>
        match run_steps s steps m m with None => None | Some m' => run_rounds s later m' end
    end.

  (** What the ranks bring along, [letter r i] in slot i of rank r. *)
  Fixpoint fill_slots (n : nat) (c : collective) (root : Z) (s : schedule) (letter : Z -> Z -> D) (rank slot : Z)
      (m : map D) : map D :=
    match n with
    | O => m
    | S n' =>
        fill_slots n' c root s letter rank (slot + 1)
          (if brings c (ranks s) root (blocks s) rank slot then put m (cell s rank slot) (letter rank slot) else m)
    end.

  Fixpoint fill_ranks (n : nat) (c : collective) (root : Z) (s : schedule) (letter : Z -> Z -> D) (rank : Z)
      (m : map D) : map D :=
    match n with
    | O => m
    | S n' => fill_ranks n' c root s letter (rank + 1) (fill_slots (Z.to_nat (blocks s)) c root s letter rank 0 m)
    end.

  Definition run_all (c : collective) (root : Z) (s : schedule) (letter : Z -> Z -> D) : option (map D) :=
    run_rounds s (rounds s) (fill_ranks (Z.to_nat (ranks s)) c root s letter 0 nothing).
End Run.

(** f holds of what is in every block of every rank. *)
Definition check_blocks {D} (s : schedule) (m : map D) (f : Z -> Z -> option D -> bool) : bool :=
  below (ranks s) (fun rank => below (blocks s) (fun slot => f rank slot (get m (cell s rank slot)))).

(** ** Data is combined: words, in which neighbouring runs of ascending letters are one *)
Inductive rope := Run (lo hi : Z) | Cat (left right : rope).

Definition join (a b : rope) : rope :=
  match a, b with
  | Run i j, Run j' k => if j =? j' then Run i k else Cat a b
  | _, _ => Cat a b
  end.

Definition due_word (c : collective) (p root rank slot : Z) : option (Z * Z) :=
  match c with
  | reduce => if rank =? root then Some (0, p) else None
  | allreduce => Some (0, p)
  | reduce_scatter | reduce_scatter_block => if slot =? rank then Some (0, p) else None
  | scan => Some (0, rank + 1)
  | exscan => if rank =? 0 then Some (0, 1) else Some (0, rank)
  | _ => None
  end.

Definition in_order (lo hi : Z) (r : rope) : bool :=
  match r with Run lo' hi' => (lo =? lo') && (hi =? hi') | Cat _ _ => false end.

(** Adds n letters from l on to those seen; fails where one was. *)
Fixpoint see (n : nat) (l : Z) (seen : map unit) : option (map unit) :=
  match n with
  | O => Some seen
  | S n' => match get seen (l + 1) with Some _ => None | None => see n' (l + 1) (put seen (l + 1) tt) end
  end.

(** How many letters [count] and those of r are, if all of them lie in [lo, hi) and are different. *)
Fixpoint collect (lo hi : Z) (r : rope) (acc : map unit * Z) : option (map unit * Z) :=
  match r with
  | Run a b =>
      if (lo <=? a) && (a <? b) && (b <=? hi) then
        match see (Z.to_nat (b - a)) a (fst acc) with
        | Some seen => Some (seen, snd acc + (b - a))
        | None => None
        end
      else None
  | Cat a b =>
      match collect lo hi a acc with Some acc' => collect lo hi b acc' | None => None end
  end.

(** Every letter of [lo, hi) stands in r exactly once, in whatever order, and no other. *)
Definition each_once (lo hi : Z) (r : rope) : bool :=
  match collect lo hi r (nothing, 0) with Some (_, n) => n =? hi - lo | None => false end.

Definition check_word (fits : Z -> Z -> rope -> bool) (c : collective) (p root rank slot : Z) (found : option rope) :
    bool :=
  match due_word c p root rank slot with
  | None => true
  | Some (lo, hi) => match found with None => false | Some r => fits lo hi r end
  end.

(** The longest word that is due. Words of one or two letters leave no bracket open. *)
Definition longest (c : collective) (p : Z) : Z := match c with exscan => p - 1 | _ => p end.

Definition check_combined (c : collective) (p root : Z) (s : schedule) : verdict :=
  match run_all join c root s (fun rank _ => Run rank (rank + 1)) with
  | None => Refuted undefined
  | Some m =>
      if check_blocks s m (check_word in_order c p root) then Confirmed (Needs (2 <? longest c p) false)
      else if check_blocks s m (check_word (fun lo hi r => in_order lo hi r || each_once lo hi r) c p root)
      then Confirmed (Needs (2 <? longest c p) true)
      else Refuted wrong_result
  end.

(** ** Data is moved: the letter of a block is the slot where it was at the start *)
Definition due_origin (c : collective) (p root rank slot : Z) : option (Z * Z) :=
  match c with
  | bcast => Some (root, slot)
  | gather | gatherv => if rank =? root then Some (slot, slot) else None
  | scatter | scatterv => if slot =? rank then Some (root, slot) else None
  | allgather | allgatherv => Some (slot, slot)
  | alltoall | alltoallv | alltoallw => if p <=? slot then Some (slot - p, rank) else None
  | _ => None
  end.

Definition check_origin (c : collective) (p root rank slot : Z) (found : option (Z * Z)) : bool :=
  match due_origin c p root rank slot with
  | None => true
  | Some (r, i) => match found with None => false | Some (r', i') => (r =? r') && (i =? i') end
  end.

Definition check_moved (c : collective) (p root : Z) (s : schedule) : verdict :=
  match run_all (fun a _ => a) c root s (fun rank slot => (rank, slot)) with
  | None => Refuted undefined
  | Some m =>
      if check_blocks s m (check_origin c p root) then Confirmed (Needs false false) else Refuted wrong_result
  end.

(** ** Nothing is moved: the ranks of which a rank knows that they have entered *)
Definition entered (rank : Z) : PositiveSet.t := PositiveSet.singleton (Z.to_pos (rank + 1)).

Definition check_entered (p : Z) (found : option PositiveSet.t) : bool :=
  match found with
  | None => false
  | Some known => below p (fun rank => PositiveSet.mem (Z.to_pos (rank + 1)) known)
  end.

Definition check_barrier (c : collective) (p root : Z) (s : schedule) : verdict :=
  match run_all PositiveSet.union c root s (fun rank _ => entered rank) with
  | None => Refuted undefined
  | Some m =>
      if check_blocks s m (fun _ _ => check_entered p) then Confirmed (Needs false false) else Refuted wrong_result
  end.

(** ** All of it *)
Definition implies (a b : bool) : bool := negb a || b.

(** What is found of a schedule for p ranks and that root, and is not more than what its record claims to need. *)
Definition check (c : collective) (p root : Z) (claimed : needs) (s : schedule) : verdict :=
  if negb (check_shape c p root s) then Refuted malformed
  else
    match check_rounds c s (rounds s) with
    | Some f => Refuted f
    | None =>
        if negb (forallb (check_messages p 0 nothing) (rounds s)) then Refuted malformed
        else
          let found :=
            if combines c then check_combined c p root s
            else if moves c then check_moved c p root s
            else check_barrier c p root s in
          match found with
          | Refuted f => Refuted f
          | Confirmed n =>
              if implies (commutative n) (commutative claimed) && implies (associative n) (associative claimed)
              then Confirmed n else Refuted wrong_claim
          end
    end.
