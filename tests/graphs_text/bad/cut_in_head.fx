graph():
    %x : [num_us