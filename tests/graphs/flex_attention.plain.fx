graph():
    %l_q_ : torch.Tensor [num_users=1] = placeholder[target=L_q_]
    %l_k_ : torch.Tensor [num_users=1] = placeholder[target=L_k_]
    %l_v_ : torch.Tensor [num_users=1] = placeholder[target=L_v_]
    %l_mask_kv_indices : torch.Tensor [num_users=1] = placeholder[target=L_mask_kv_indices]
    %l_mask_kv_num_blocks : torch.Tensor [num_users=1] = placeholder[target=L_mask_kv_num_blocks]
    %l_mask_full_kv_num_blocks : torch.Tensor [num_users=1] = placeholder[target=L_mask_full_kv_num_blocks]
    %l_mask_full_kv_indices : torch.Tensor [num_users=1] = placeholder[target=L_mask_full_kv_indices]
    %l_mask_q_num_blocks : torch.Tensor [num_users=1] = placeholder[target=L_mask_q_num_blocks]
    %l_mask_q_indices : torch.Tensor [num_users=1] = placeholder[target=L_mask_q_indices]
    %l_mask_full_q_num_blocks : torch.Tensor [num_users=1] = placeholder[target=L_mask_full_q_num_blocks]
    %l_mask_full_q_indices : torch.Tensor [num_users=1] = placeholder[target=L_mask_full_q_indices]
    %score_mod_0 : [num_users=1] = get_attr[target=score_mod_0]
    %mask_fn_0 : [num_users=1] = get_attr[target=mask_fn_0]
    %flex_attention : [num_users=1] = call_function[target=torch.ops.higher_order.flex_attention](args = (%l_q_, %l_k_, %l_v_, %score_mod_0, (128, 128, %l_mask_kv_num_blocks, %l_mask_kv_indices, %l_mask_full_kv_num_blocks, %l_mask_full_kv_indices, %l_mask_q_num_blocks, %l_mask_q_indices, %l_mask_full_q_num_blocks, %l_mask_full_q_indices, None, None, None, None, 128, 128, %mask_fn_0), 0.25, {BACKEND: AUTO, PRESCALE_QK: False, ROWS_GUARANTEED_SAFE: False, BLOCKS_ARE_CONTIGUOUS: False, WRITE_DQ: True, OUTPUT_LOGSUMEXP: False, OUTPUT_MAX: False}, (), ()), kwargs = {})
    %out : [num_users=1] = call_function[target=operator.getitem](args = (%flex_attention, 0), kwargs = {})
    return (out,)
