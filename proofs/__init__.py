"""The proofs: the table and the system in Z3, the theorems about them, and what their verdicts say."""
