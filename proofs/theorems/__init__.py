"""One theorem a file, named by a sentence. Each is also a script: `python -m a2a_lifecycle.proofs.theorems.NAME`."""
