"""Passes that are pairs of Python functions, a pattern and what replaces it: as rules.

Imports: _engine, _rewriting, errors, torch.
"""
