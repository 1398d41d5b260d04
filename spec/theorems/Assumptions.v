(** On what the theorems rest: each answer must be "Closed under the global context". *)
From Tutti Require Import Words Intervals Semantics Order Progress Timing BarrierProof Main Runs Examples.

Print Assumptions trees_decide.
Print Assumptions words_decide.
Print Assumptions multisets_decide.
Print Assumptions factors_are_intervals.
Print Assumptions wrong_words_are_an_ideal.
Print Assumptions joined_is_product.
Print Assumptions run_related.
Print Assumptions reads_defined_of_any.
Print Assumptions order_is_irrelevant.
Print Assumptions lengths_agree.
Print Assumptions well_formed_has_no_deadlock.
Print Assumptions run_keeps_knowledge.
Print Assumptions every_run_ends.
Print Assumptions timing_is_irrelevant.
Print Assumptions never_stuck.
Print Assumptions check_proves_contract.
Print Assumptions confirmed_runs_are_right.
Print Assumptions exchange_of_two_keeps_the_contract.
Print Assumptions nothing_at_all_breaks_the_contract.
