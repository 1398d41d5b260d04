(* Reads cases as `tutti show --format jsonl` writes them, one JSON object in a line, from standard input, and prints a
   verdict for each: that of Checker.check, which Coq has proved (Main.v) and extracted, and where the prover of
   tutti says otherwise, what that says.
   Exit status: 0 all confirmed as the prover says; 1 some refuted, or not as the prover says; 2 bad input; 3 no case. *)

open Checker

exception Bad of int * string

(* ---- A reader for exactly that format: the keys in that order, no spaces, integers of at most nine digits, so that no
   sum or product of the checker leaves an int of 63 bits. *)

let text = ref ""
let at = ref 0
let bad due = raise (Bad (!at, due ^ " is due"))

let looking_at literal =
  let n = String.length literal in
  let rec same i = i = n || (String.unsafe_get !text (!at + i) = String.unsafe_get literal i && same (i + 1)) in
  !at + n <= String.length !text && same 0

let take literal = looking_at literal && (at := !at + String.length literal; true)
let expect literal = if not (take literal) then bad literal
let peek () = if !at < String.length !text then String.unsafe_get !text !at else '\n'

let number () =
  let negative = take "-" in
  let start = !at in
  let rec digits n =
    match peek () with
    | '0' .. '9' as c -> incr at; digits (10 * n + Char.code c - 48)
    | _ -> n in
  let n = digits 0 in
  let length = !at - start in
  if length < 1 || length > 9 || (length > 1 && !text.[start] = '0') then bad "an integer of at most nine digits";
  if negative then -n else n

(* Nothing that would have to be escaped. *)
let name () =
  expect "\"";
  let start = !at in
  while (match peek () with 'a' .. 'z' | '0' .. '9' | '_' | '/' -> true | _ -> false) do incr at done;
  let s = String.sub !text start (!at - start) in
  expect "\"";
  s

let truth () = if take "true" then true else (expect "false"; false)

let list item =
  expect "[";
  if take "]" then []
  else begin
    let rec more items = if take "," then more (item () :: items) else (expect "]"; List.rev items) in
    more [item ()]
  end

let key k = expect ("\"" ^ k ^ "\":")
let next_key k = expect ","; key k

let needs () =
  expect "{"; key "associative";
  let associative = truth () in
  next_key "commutative";
  let commutative = truth () in
  expect "}";
  { associative; commutative }

(* What people write: of no account, but for its end. *)
let words () =
  expect "\"";
  let start = !at in
  while (match peek () with '"' | '\n' -> false | _ -> true) do
    at := !at + (if peek () = '\\' then 2 else 1)
  done;
  let s = String.sub !text start (!at - start) in
  expect "\"";
  s

let action () =
  if take "\"replace\"" then Replace
  else if take "\"fold_left\"" then Fold_left
  else if take "\"fold_right\"" then Fold_right
  else bad "an action: replace, fold_left or fold_right"

let step () =
  expect "{"; key "from";
  let from = number () in
  next_key "to";
  let to0 = number () in
  next_key "first";
  let first = number () in
  next_key "count";
  let count = number () in
  next_key "at";
  let at_ = number () in
  next_key "action";
  let act = action () in
  expect "}";
  { from; to0; first; count; at_; act }

let round () =
  expect "{";
  if take "\"says\":" then (ignore (words ()); expect ",");
  key "steps";
  let steps = list step in
  expect "}";
  steps

let collectives =
  [ "reduce", Reduce; "allreduce", Allreduce; "reduce_scatter", Reduce_scatter;
    "reduce_scatter_block", Reduce_scatter_block; "scan", Scan; "exscan", Exscan; "bcast", Bcast; "gather", Gather;
    "gatherv", Gatherv; "scatter", Scatter; "scatterv", Scatterv; "allgather", Allgather; "allgatherv", Allgatherv;
    "alltoall", Alltoall; "alltoallv", Alltoallv; "alltoallw", Alltoallw; "barrier", Barrier ]

let collective () =
  match List.assoc_opt (name ()) collectives with
  | Some c -> c
  | None -> bad "the name of a collective"

type case = {
  algorithm : string; collective : collective; p : int; root : int; shape : int list; claims : needs;
  prover : string; proved : needs; schedule : schedule }

let case () =
  expect "{"; key "algorithm";
  let algorithm = words () in
  next_key "collective";
  let collective = collective () in
  next_key "p";
  let p = number () in
  next_key "root";
  let root = number () in
  next_key "shape";
  let shape = list number in
  next_key "claims";
  let claims = needs () in
  next_key "prover";
  let prover = name () in
  next_key "needs";
  let proved = needs () in
  next_key "ranks";
  let ranks = number () in
  next_key "blocks";
  let blocks = number () in
  next_key "extra";
  let extra = number () in
  next_key "exchange";
  let exchange = truth () in
  next_key "scratch";
  let scratch = list (fun () -> list number) in
  next_key "rounds";
  let rounds = list round in
  expect "}";
  if !at <> String.length !text then bad "the end of the line";
  { algorithm; collective; p; root; shape; claims; prover; proved;
    schedule = { ranks; blocks; extra; exchange; scratch; rounds } }

(* ---- Verdicts *)

let print_needs n =
  match n.associative, n.commutative with
  | false, false -> "none"
  | true, false -> "associative"
  | false, true -> "commutative"
  | true, true -> "associative + commutative"

let print_fault = function
  | Malformed -> "malformed"
  | Race -> "race"
  | Undefined -> "undefined"
  | Wrong_result -> "contract"
  | Wrong_claim -> "claim"

let print_verdict = function
  | Confirmed n -> "confirmed, needs " ^ print_needs n
  | Refuted f -> "refuted (" ^ print_fault f ^ ")"

let print_case c =
  Printf.sprintf "%s p=%d root=%d%s" c.algorithm c.p c.root
    (if c.shape = [] then "" else " shape=" ^ String.concat "x" (List.map string_of_int c.shape))

let prover_agrees c = function
  | Confirmed n -> c.prover = "proved" && n = c.proved
  | Refuted f -> c.prover = print_fault f

let cases = ref 0
let refuted = ref 0
let disagreements = ref 0

let judge c =
  let verdict = check c.collective c.p c.root c.claims c.schedule in
  let agreed = prover_agrees c verdict in
  incr cases;
  (match verdict with Confirmed _ -> () | Refuted _ -> incr refuted);
  if not agreed then incr disagreements;
  print_string (print_case c ^ ": " ^ print_verdict verdict);
  if not agreed then
    print_string ("; the prover says " ^ c.prover ^ ", needs " ^ print_needs c.proved);
  print_char '\n'

let () =
  (try
     while true do
       text := input_line stdin;
       at := 0;
       judge (case ())
     done
   with
   | End_of_file -> ()
   | Bad (column, what) ->
     Printf.eprintf "confirm: line %d, column %d: %s; feed what `tutti show --format jsonl` writes\n" (!cases + 1)
       (column + 1) what;
     exit 2);
  Printf.eprintf "%d cases: %d confirmed, %d refuted; the prover says otherwise of %d\n" !cases (!cases - !refuted)
    !refuted !disagreements;
  exit (if !cases = 0 then 3 else if !refuted + !disagreements > 0 then 1 else 0)
