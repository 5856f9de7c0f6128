graph():
    %x : [num_users=1] = placeh