ExportedProgram:
    class GraphModule(torch.nn.Module):
