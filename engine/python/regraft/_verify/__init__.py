"""``python -m regraft verify``: counter-examples to rules, looked for by PyTorch itself.

Programs are made from the patterns of a rule, rewritten by it, and run before and after.

Imports: _engine, _process, _rewriting, _to_graph, _to_text, errors, torch.
"""
