"""FX graphs as the texts that the engine reads, and what stands in them for Python's objects.

Imports: _facts, torch.
"""
