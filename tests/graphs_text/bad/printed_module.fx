GraphModule(
  (linear): Linear(in_features=3, out_features=4, bias=True)
)
