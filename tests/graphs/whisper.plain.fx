graph():
    %l_args_0_ : torch.Tensor [num_users=1] = placeholder[target=L_args_0_]
    %l_self_modules_model_modules_encoder_modules_conv1_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_conv1_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_conv1_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_conv1_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_conv2_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_conv2_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_conv2_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_conv2_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_embed_positions_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_embed_positions_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_k_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_k_proj_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_final_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_final_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_final_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_final_layer_norm_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc1_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc1_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc1_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc1_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc2_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc2_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc2_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc2_parameters_bias_]
    %l_self_modules_model_modules_encoder_modules_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_encoder_modules_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_encoder_modules_layer_norm_parameters_bias_]
    %l_kwargs_decoder_input_ids_ : torch.Tensor [num_users=1] = placeholder[target=L_kwargs_decoder_input_ids_]
    %l_self_modules_model_modules_decoder_modules_embed_tokens_parameters_weight_ : torch.nn.parameter.Parameter [num_users=2] = placeholder[target=L_self_modules_model_modules_decoder_modules_embed_tokens_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_embed_positions_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_embed_positions_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_k_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_k_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_layer_norm_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_q_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_q_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_q_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_q_proj_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_k_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_k_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_v_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_v_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_v_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_v_proj_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_out_proj_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_out_proj_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_out_proj_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_out_proj_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_final_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_final_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_final_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_final_layer_norm_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc1_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc1_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc1_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc1_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc2_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc2_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc2_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc2_parameters_bias_]
    %l_self_modules_model_modules_decoder_modules_layer_norm_parameters_weight_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layer_norm_parameters_weight_]
    %l_self_modules_model_modules_decoder_modules_layer_norm_parameters_bias_ : torch.nn.parameter.Parameter [num_users=1] = placeholder[target=L_self_modules_model_modules_decoder_modules_layer_norm_parameters_bias_]
    %conv1d : [num_users=1] = call_function[target=torch.conv1d](args = (%l_args_0_, %l_self_modules_model_modules_encoder_modules_conv1_parameters_weight_, %l_self_modules_model_modules_encoder_modules_conv1_parameters_bias_, (1,), (1,), (1,), 1), kwargs = {})
    %inputs_embeds : [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%conv1d,), kwargs = {})
    %conv1d_1 : [num_users=1] = call_function[target=torch.conv1d](args = (%inputs_embeds, %l_self_modules_model_modules_encoder_modules_conv2_parameters_weight_, %l_self_modules_model_modules_encoder_modules_conv2_parameters_bias_, (2,), (1,), (1,), 1), kwargs = {})
    %inputs_embeds_1 : [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%conv1d_1,), kwargs = {})
    %inputs_embeds_2 : [num_users=1] = call_method[target=permute](args = (%inputs_embeds_1, 0, 2, 1), kwargs = {})
    %all_positions : [num_users=1] = call_function[target=torch.arange](args = (16,), kwargs = {device: cpu})
    %embedding : [num_users=1] = call_function[target=torch.nn.functional.embedding](args = (%all_positions, %l_self_modules_model_modules_encoder_modules_embed_positions_parameters_weight_, None, None, 2.0, False, False), kwargs = {})
    %hidden_states : [num_users=1] = call_function[target=operator.add](args = (%inputs_embeds_2, %embedding), kwargs = {})
    %hidden_states_1 : [num_users=2] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states,), kwargs = {p: 0.0, training: False})
    %hidden_states_2 : [num_users=3] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_1, (32,), %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %linear : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_2, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_bias_), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%linear, 0.3535533905932738), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%mul, (1, 16, -1, 8)), kwargs = {})
    %transpose : [num_users=1] = call_method[target=transpose](args = (%view, 1, 2), kwargs = {})
    %query_states : [num_users=1] = call_method[target=contiguous](args = (%transpose,), kwargs = {})
    %linear_1 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_2, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_k_proj_parameters_weight_, None), kwargs = {})
    %view_1 : [num_users=1] = call_method[target=view](args = (%linear_1, (1, -1, 4, 8)), kwargs = {})
    %transpose_1 : [num_users=1] = call_method[target=transpose](args = (%view_1, 1, 2), kwargs = {})
    %key_states : [num_users=1] = call_method[target=contiguous](args = (%transpose_1,), kwargs = {})
    %linear_2 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_2, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_bias_), kwargs = {})
    %view_2 : [num_users=1] = call_method[target=view](args = (%linear_2, (1, -1, 4, 8)), kwargs = {})
    %transpose_2 : [num_users=1] = call_method[target=transpose](args = (%view_2, 1, 2), kwargs = {})
    %value_states : [num_users=1] = call_method[target=contiguous](args = (%transpose_2,), kwargs = {})
    %attn_output : [num_users=1] = call_function[target=torch._C._nn.scaled_dot_product_attention](args = (%query_states, %key_states, %value_states), kwargs = {attn_mask: None, dropout_p: 0.0, scale: 1.0, is_causal: False})
    %attn_output_1 : [num_users=1] = call_method[target=reshape](args = (%attn_output, 1, -1, 16, 8), kwargs = {})
    %transpose_3 : [num_users=1] = call_method[target=transpose](args = (%attn_output_1, 1, 2), kwargs = {})
    %attn_output_2 : [num_users=1] = call_method[target=contiguous](args = (%transpose_3,), kwargs = {})
    %reshape_1 : [num_users=1] = call_method[target=reshape](args = (%attn_output_2, 1, 16, -1), kwargs = {})
    %attn_output_3 : [num_users=1] = call_method[target=contiguous](args = (%reshape_1,), kwargs = {})
    %attn_output_4 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%attn_output_3, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_bias_), kwargs = {})
    %hidden_states_3 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%attn_output_4,), kwargs = {p: 0.0, training: False})
    %hidden_states_4 : [num_users=2] = call_function[target=operator.add](args = (%hidden_states_1, %hidden_states_3), kwargs = {})
    %hidden_states_5 : [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_4, (32,), %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_final_layer_norm_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_final_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %linear_4 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_5, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc1_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc1_parameters_bias_), kwargs = {})
    %hidden_states_6 : [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%linear_4,), kwargs = {})
    %hidden_states_7 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states_6,), kwargs = {p: 0.0, training: False})
    %hidden_states_8 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_7, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc2_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layers_modules_0_modules_fc2_parameters_bias_), kwargs = {})
    %hidden_states_9 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states_8,), kwargs = {p: 0.0, training: False})
    %hidden_states_10 : [num_users=1] = call_function[target=operator.add](args = (%hidden_states_4, %hidden_states_9), kwargs = {})
    %hidden_states_11 : [num_users=3] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_10, (32,), %l_self_modules_model_modules_encoder_modules_layer_norm_parameters_weight_, %l_self_modules_model_modules_encoder_modules_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %inputs_embeds_3 : [num_users=1] = call_function[target=torch.nn.functional.embedding](args = (%l_kwargs_decoder_input_ids_, %l_self_modules_model_modules_decoder_modules_embed_tokens_parameters_weight_, 0, None, 2.0, False, False), kwargs = {})
    %arange_1 : [num_users=1] = call_function[target=torch.arange](args = (4,), kwargs = {device: cpu})
    %position_ids : [num_users=1] = call_function[target=operator.add](args = (%arange_1, 0), kwargs = {})
    %unsqueeze : [num_users=1] = call_method[target=unsqueeze](args = (%position_ids, 0), kwargs = {})
    %position_ids_1 : [num_users=4] = call_method[target=repeat](args = (%unsqueeze, 1, 1), kwargs = {})
    %positions : [num_users=1] = call_function[target=operator.getitem](args = (%l_self_modules_model_modules_decoder_modules_embed_positions_parameters_weight_, %position_ids_1), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%positions, cpu), kwargs = {})
    %hidden_states_12 : [num_users=1] = call_function[target=operator.add](args = (%inputs_embeds_3, %to), kwargs = {})
    %hidden_states_13 : [num_users=2] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states_12,), kwargs = {p: 0.0, training: False})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%position_ids_1, (slice(None, None, None), slice(None, 1, None))), kwargs = {})
    %first_dummy_value : [num_users=1] = call_function[target=operator.sub](args = (%getitem_1, 1), kwargs = {})
    %position_diff : [num_users=1] = call_function[target=torch.diff](args = (%position_ids_1,), kwargs = {prepend: %first_dummy_value, dim: -1})
    %ne : [num_users=1] = call_function[target=operator.ne](args = (%position_diff, 1), kwargs = {})
    %packed_sequence_mask : [num_users=2] = call_method[target=cumsum](args = (%ne, -1), kwargs = {})
    %expand : [num_users=2] = call_method[target=expand](args = (%position_ids_1, 1, -1), kwargs = {})
    %batch_arange : [num_users=1] = call_function[target=torch.arange](args = (1,), kwargs = {device: cpu})
    %head_arange : [num_users=0] = call_function[target=torch.arange](args = (1,), kwargs = {device: cpu})
    %arange_4 : [num_users=1] = call_function[target=torch.arange](args = (4,), kwargs = {device: cpu})
    %q_arange : [num_users=1] = call_function[target=operator.add](args = (%arange_4, 0), kwargs = {})
    %arange_5 : [num_users=1] = call_function[target=torch.arange](args = (4,), kwargs = {device: cpu})
    %kv_arange : [num_users=1] = call_function[target=operator.add](args = (%arange_5, 0), kwargs = {})
    %batch_indices : [num_users=4] = call_function[target=operator.getitem](args = (%batch_arange, (slice(None, None, None), None, None, None)), kwargs = {})
    %q_indices : [num_users=3] = call_function[target=operator.getitem](args = (%q_arange, (None, None, slice(None, None, None), None)), kwargs = {})
    %kv_indices : [num_users=2] = call_function[target=operator.getitem](args = (%kv_arange, (None, None, None, slice(None, None, None))), kwargs = {})
    %result : [num_users=1] = call_method[target=new_ones](args = (%q_indices, ()), kwargs = {dtype: torch.bool})
    %getitem_6 : [num_users=1] = call_function[target=operator.getitem](args = (%expand, (%batch_indices, %q_indices)), kwargs = {})
    %getitem_7 : [num_users=1] = call_function[target=operator.getitem](args = (%expand, (%batch_indices, %kv_indices)), kwargs = {})
    %le : [num_users=1] = call_function[target=operator.le](args = (%getitem_7, %getitem_6), kwargs = {})
    %to_1 : [num_users=1] = call_method[target=to](args = (%le, cpu), kwargs = {})
    %result_1 : [num_users=1] = call_function[target=operator.and_](args = (%result, %to_1), kwargs = {})
    %getitem_8 : [num_users=1] = call_function[target=operator.getitem](args = (%packed_sequence_mask, (%batch_indices, %q_indices)), kwargs = {})
    %getitem_9 : [num_users=1] = call_function[target=operator.getitem](args = (%packed_sequence_mask, (%batch_indices, %kv_indices)), kwargs = {})
    %eq : [num_users=1] = call_function[target=operator.eq](args = (%getitem_8, %getitem_9), kwargs = {})
    %to_2 : [num_users=1] = call_method[target=to](args = (%eq, cpu), kwargs = {})
    %result_2 : [num_users=1] = call_function[target=operator.and_](args = (%result_1, %to_2), kwargs = {})
    %attention_mask : [num_users=1] = call_method[target=expand](args = (%result_2, 1, -1, 4, 4), kwargs = {})
    %hidden_states_14 : [num_users=3] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_13, (32,), %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %linear_6 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_14, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_q_proj_parameters_bias_), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (%linear_6, 0.3535533905932738), kwargs = {})
    %view_3 : [num_users=1] = call_method[target=view](args = (%mul_1, (1, 4, -1, 8)), kwargs = {})
    %transpose_4 : [num_users=1] = call_method[target=transpose](args = (%view_3, 1, 2), kwargs = {})
    %query_states_1 : [num_users=1] = call_method[target=contiguous](args = (%transpose_4,), kwargs = {})
    %linear_7 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_14, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_k_proj_parameters_weight_, None), kwargs = {})
    %view_4 : [num_users=1] = call_method[target=view](args = (%linear_7, (1, -1, 4, 8)), kwargs = {})
    %transpose_5 : [num_users=1] = call_method[target=transpose](args = (%view_4, 1, 2), kwargs = {})
    %key_states_1 : [num_users=1] = call_method[target=contiguous](args = (%transpose_5,), kwargs = {})
    %linear_8 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_14, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_v_proj_parameters_bias_), kwargs = {})
    %view_5 : [num_users=1] = call_method[target=view](args = (%linear_8, (1, -1, 4, 8)), kwargs = {})
    %transpose_6 : [num_users=1] = call_method[target=transpose](args = (%view_5, 1, 2), kwargs = {})
    %value_states_1 : [num_users=1] = call_method[target=contiguous](args = (%transpose_6,), kwargs = {})
    %attn_output_5 : [num_users=1] = call_function[target=torch._C._nn.scaled_dot_product_attention](args = (%query_states_1, %key_states_1, %value_states_1), kwargs = {attn_mask: %attention_mask, dropout_p: 0.0, scale: 1.0, is_causal: False})
    %attn_output_6 : [num_users=1] = call_method[target=reshape](args = (%attn_output_5, 1, -1, 4, 8), kwargs = {})
    %transpose_7 : [num_users=1] = call_method[target=transpose](args = (%attn_output_6, 1, 2), kwargs = {})
    %attn_output_7 : [num_users=1] = call_method[target=contiguous](args = (%transpose_7,), kwargs = {})
    %reshape_3 : [num_users=1] = call_method[target=reshape](args = (%attn_output_7, 1, 4, -1), kwargs = {})
    %attn_output_8 : [num_users=1] = call_method[target=contiguous](args = (%reshape_3,), kwargs = {})
    %attn_output_9 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%attn_output_8, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_self_attn_modules_out_proj_parameters_bias_), kwargs = {})
    %hidden_states_15 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%attn_output_9,), kwargs = {p: 0.0, training: False})
    %hidden_states_16 : [num_users=2] = call_function[target=operator.add](args = (%hidden_states_13, %hidden_states_15), kwargs = {})
    %hidden_states_17 : [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_16, (32,), %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_layer_norm_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %linear_10 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_17, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_q_proj_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_q_proj_parameters_bias_), kwargs = {})
    %mul_2 : [num_users=1] = call_function[target=operator.mul](args = (%linear_10, 0.3535533905932738), kwargs = {})
    %view_6 : [num_users=1] = call_method[target=view](args = (%mul_2, (1, 4, -1, 8)), kwargs = {})
    %transpose_8 : [num_users=1] = call_method[target=transpose](args = (%view_6, 1, 2), kwargs = {})
    %query_states_2 : [num_users=1] = call_method[target=contiguous](args = (%transpose_8,), kwargs = {})
    %linear_11 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_11, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_k_proj_parameters_weight_, None), kwargs = {})
    %view_7 : [num_users=1] = call_method[target=view](args = (%linear_11, (1, -1, 4, 8)), kwargs = {})
    %transpose_9 : [num_users=1] = call_method[target=transpose](args = (%view_7, 1, 2), kwargs = {})
    %key_states_2 : [num_users=1] = call_method[target=contiguous](args = (%transpose_9,), kwargs = {})
    %linear_12 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_11, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_v_proj_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_v_proj_parameters_bias_), kwargs = {})
    %view_8 : [num_users=1] = call_method[target=view](args = (%linear_12, (1, -1, 4, 8)), kwargs = {})
    %transpose_10 : [num_users=1] = call_method[target=transpose](args = (%view_8, 1, 2), kwargs = {})
    %value_states_2 : [num_users=1] = call_method[target=contiguous](args = (%transpose_10,), kwargs = {})
    %attn_output_10 : [num_users=1] = call_function[target=torch._C._nn.scaled_dot_product_attention](args = (%query_states_2, %key_states_2, %value_states_2), kwargs = {attn_mask: None, dropout_p: 0.0, scale: 1.0, is_causal: False})
    %attn_output_11 : [num_users=1] = call_method[target=reshape](args = (%attn_output_10, 1, -1, 4, 8), kwargs = {})
    %transpose_11 : [num_users=1] = call_method[target=transpose](args = (%attn_output_11, 1, 2), kwargs = {})
    %attn_output_12 : [num_users=1] = call_method[target=contiguous](args = (%transpose_11,), kwargs = {})
    %reshape_5 : [num_users=1] = call_method[target=reshape](args = (%attn_output_12, 1, 4, -1), kwargs = {})
    %attn_output_13 : [num_users=1] = call_method[target=contiguous](args = (%reshape_5,), kwargs = {})
    %attn_output_14 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%attn_output_13, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_out_proj_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_encoder_attn_modules_out_proj_parameters_bias_), kwargs = {})
    %hidden_states_18 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%attn_output_14,), kwargs = {p: 0.0, training: False})
    %hidden_states_19 : [num_users=2] = call_function[target=operator.add](args = (%hidden_states_16, %hidden_states_18), kwargs = {})
    %hidden_states_20 : [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_19, (32,), %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_final_layer_norm_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_final_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %linear_14 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_20, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc1_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc1_parameters_bias_), kwargs = {})
    %hidden_states_21 : [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%linear_14,), kwargs = {})
    %hidden_states_22 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states_21,), kwargs = {p: 0.0, training: False})
    %hidden_states_23 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_22, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc2_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layers_modules_0_modules_fc2_parameters_bias_), kwargs = {})
    %hidden_states_24 : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states_23,), kwargs = {p: 0.0, training: False})
    %hidden_states_25 : [num_users=1] = call_function[target=operator.add](args = (%hidden_states_19, %hidden_states_24), kwargs = {})
    %hidden_states_26 : [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_25, (32,), %l_self_modules_model_modules_decoder_modules_layer_norm_parameters_weight_, %l_self_modules_model_modules_decoder_modules_layer_norm_parameters_bias_, 1e-05), kwargs = {})
    %lm_logits : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_26, %l_self_modules_model_modules_decoder_modules_embed_tokens_parameters_weight_, None), kwargs = {})
    return (lm_logits, hidden_states_11)
