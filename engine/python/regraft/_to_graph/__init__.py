"""What the engine changed, applied to the live FX graphs.

Imports: _facts, _process, _to_text, errors, torch.
"""
