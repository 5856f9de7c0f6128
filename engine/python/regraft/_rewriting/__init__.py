"""``regraft.rewrite``: a graph module goes to the engine, and its changes come back.

Operators of ``torch.library`` are declared, externs are answered, and autocast is looked after here.

Imports: _engine, _facts, _process, _to_graph, _to_text, errors, torch.
"""
