graph():
    return None
graph():
    return None
