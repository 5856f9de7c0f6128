V0417 10:00:00.000000 12 torch/_dynamo/output_graph.py:1] [0/0] [__graph_code] class GraphModule(torch.nn.Module):
