graph(%x : Tensor):
  return (%x)
