"""What PyTorch knows of tensors, nodes and calls: memory, layout, values, what a call writes.

Imports: torch.
"""
