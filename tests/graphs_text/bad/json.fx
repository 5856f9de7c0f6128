{"graph_module": {"graph": {}}}
