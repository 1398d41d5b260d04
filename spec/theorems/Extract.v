(** The checker as OCaml. Numbers become int, bool, list, option and pairs those of OCaml; nothing else is replaced. *)
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Tutti Require Import Schedule Checker.

Extraction Language OCaml.
Extraction "checker.ml" check.
