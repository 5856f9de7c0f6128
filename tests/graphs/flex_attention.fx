graph():
    %l_q_ : torch.Tensor "f32[1, 2, 128, 16][4096, 2048, 16, 1]cpu" [num_users=1] = placeholder[target=L_q_]
    %l_k_ : torch.Tensor "f32[1, 2, 128, 16][4096, 2048, 16, 1]cpu" [num_users=1] = placeholder[target=L_k_]
    %l_v_ : torch.Tensor "f32[1, 2, 128, 16][4096, 2048, 16, 1]cpu" [num_users=1] = placeholder[target=L_v_]
    %l_mask_kv_indices : torch.Tensor "i32[1, 1, 1, 1][1, 1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_kv_indices]
    %l_mask_kv_num_blocks : torch.Tensor "i32[1, 1, 1][1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_kv_num_blocks]
    %l_mask_full_kv_num_blocks : torch.Tensor "i32[1, 1, 1][1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_full_kv_num_blocks]
    %l_mask_full_kv_indices : torch.Tensor "i32[1, 1, 1, 1][1, 1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_full_kv_indices]
    %l_mask_q_num_blocks : torch.Tensor "i32[1, 1, 1][1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_q_num_blocks]
    %l_mask_q_indices : torch.Tensor "i32[1, 1, 1, 1][1, 1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_q_indices]
    %l_mask_full_q_num_blocks : torch.Tensor "i32[1, 1, 1][1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_full_q_num_blocks]
    %l_mask_full_q_indices : torch.Tensor "i32[1, 1, 1, 1][1, 1, 1, 1]cpu" [num_users=1] = placeholder[target=L_mask_full_q_indices]
    %score_mod_0 : [num_users=1] = get_attr[target=score_mod_0]
    %mask_fn_0 : [num_users=1] = get_attr[target=mask_fn_0]
    %flex_attention : "(f32[1, 2, 128, 16][4096, 2048, 16, 1]cpu, f32[1, 2, 128][256, 128, 1]cpu, f32[1, 2, 128][256, 128, 1]cpu)" [num_users=1] = call_function[target=torch.ops.higher_order.flex_attention](args = (%l_q_, %l_k_, %l_v_, %score_mod_0, (128, 128, %l_mask_kv_num_blocks, %l_mask_kv_indices, %l_mask_full_kv_num_blocks, %l_mask_full_kv_indices, %l_mask_q_num_blocks, %l_mask_q_indices, %l_mask_full_q_num_blocks, %l_mask_full_q_indices, None, None, None, None, 128, 128, %mask_fn_0), 0.25, {'BACKEND': 'AUTO', 'PRESCALE_QK': False, 'ROWS_GUARANTEED_SAFE': False, 'BLOCKS_ARE_CONTIGUOUS': False, 'WRITE_DQ': True, 'OUTPUT_LOGSUMEXP': False, 'OUTPUT_MAX': False}, (), ()), kwargs = {})
    %out : "f32[1, 2, 128, 16][4096, 2048, 16, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%flex_attention, 0), kwargs = {})
    return (out,)

graph score_mod_0():
    %child : torch.Tensor "f32[][]cpu" [num_users=1] = placeholder[target=child]
    %child_1 : torch.Tensor "i32[][]cpu" [num_users=0] = placeholder[target=child_1]
    %child_2 : torch.Tensor "i32[][]cpu" [num_users=0] = placeholder[target=child_2]
    %child_3 : torch.Tensor "i32[][]cpu" [num_users=0] = placeholder[target=child_3]
    %child_4 : torch.Tensor "i32[][]cpu" [num_users=0] = placeholder[target=child_4]
    %mul : "f32[][]cpu" [num_users=1] = call_function[target=operator.mul](args = (%child, 0.5), kwargs = {})
    return mul

graph mask_fn_0():
    %child : torch.Tensor "i32[][]cpu" [num_users=0] = placeholder[target=child]
    %child_1 : torch.Tensor "i32[][]cpu" [num_users=0] = placeholder[target=child_1]
    %child_2 : torch.Tensor "i32[][]cpu" [num_users=1] = placeholder[target=child_2]
    %child_3 : torch.Tensor "i32[][]cpu" [num_users=1] = placeholder[target=child_3]
    %ge : "b8[][]cpu" [num_users=1] = call_function[target=operator.ge](args = (%child_2, %child_3), kwargs = {})
    return ge
