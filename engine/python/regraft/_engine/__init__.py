"""The engine over its C API: the shared library, rule sets, and the files these are loaded from.

Graphs are texts here, and changes are what JSON holds: nothing knows PyTorch.

Imports: _process, errors.
"""
