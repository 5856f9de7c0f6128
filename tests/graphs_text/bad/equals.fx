graph():
    %x = placeholder[target=x]
    return x
