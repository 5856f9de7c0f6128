graph():
    %l_args_0_ : torch.Tensor "i64[1, 1][1, 1]cpu" [num_users=1] = placeholder[target=L_args_0_]
    %l_self_modules_transformer_modules_wte_parameters_weight_ : torch.nn.parameter.Parameter "f32[64, 32][32, 1]cpu" [num_users=2] = placeholder[target=L_self_modules_transformer_modules_wte_parameters_weight_]
    %l_kwargs_cache_layers_0_keys : torch.Tensor "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = placeholder[target=L_kwargs_cache_layers_0_keys]
    %l_self_modules_transformer_modules_wpe_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_wpe_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_0_modules_ln_1_parameters_weight_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_ln_1_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_0_modules_ln_1_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_ln_1_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_attn_parameters_bias_ : torch.nn.parameter.Parameter "f32[96][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_attn_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_attn_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 96][96, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_attn_parameters_weight_]
    %l_kwargs_cache_layers_0_values : torch.Tensor "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = placeholder[target=L_kwargs_cache_layers_0_values]
    %l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_proj_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_proj_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_proj_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_proj_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_0_modules_ln_2_parameters_weight_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_ln_2_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_0_modules_ln_2_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_ln_2_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_fc_parameters_bias_ : torch.nn.parameter.Parameter "f32[128][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_fc_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_fc_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 128][128, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_fc_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_proj_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_proj_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_proj_parameters_weight_ : torch.nn.parameter.Parameter "f32[128, 32][32, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_proj_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_1_modules_ln_1_parameters_weight_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_ln_1_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_1_modules_ln_1_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_ln_1_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_attn_parameters_bias_ : torch.nn.parameter.Parameter "f32[96][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_attn_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_attn_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 96][96, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_attn_parameters_weight_]
    %l_kwargs_cache_layers_1_keys : torch.Tensor "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = placeholder[target=L_kwargs_cache_layers_1_keys]
    %l_kwargs_cache_layers_1_values : torch.Tensor "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = placeholder[target=L_kwargs_cache_layers_1_values]
    %l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_proj_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_proj_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_proj_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_proj_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_1_modules_ln_2_parameters_weight_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_ln_2_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_1_modules_ln_2_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_ln_2_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_fc_parameters_bias_ : torch.nn.parameter.Parameter "f32[128][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_fc_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_fc_parameters_weight_ : torch.nn.parameter.Parameter "f32[32, 128][128, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_fc_parameters_weight_]
    %l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_proj_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_proj_parameters_bias_]
    %l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_proj_parameters_weight_ : torch.nn.parameter.Parameter "f32[128, 32][32, 1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_proj_parameters_weight_]
    %l_self_modules_transformer_modules_ln_f_parameters_weight_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_ln_f_parameters_weight_]
    %l_self_modules_transformer_modules_ln_f_parameters_bias_ : torch.nn.parameter.Parameter "f32[32][1]cpu" [num_users=1] = placeholder[target=L_self_modules_transformer_modules_ln_f_parameters_bias_]
    %input_ids : "i64[1, 1][1, 1]cpu" [num_users=1] = call_method[target=view](args = (%l_args_0_, -1, 1), kwargs = {})
    %inputs_embeds : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.embedding](args = (%input_ids, %l_self_modules_transformer_modules_wte_parameters_weight_, None, None, 2.0, False, False), kwargs = {})
    %arange : "i64[1][1]cpu" [num_users=1] = call_function[target=torch.arange](args = (1,), kwargs = {device: device(type='cpu')})
    %position_ids : "i64[1][1]cpu" [num_users=1] = call_function[target=operator.add](args = (%arange, 4), kwargs = {})
    %position_ids_1 : "i64[1, 1][1, 1]cpu" [num_users=1] = call_method[target=unsqueeze](args = (%position_ids, 0), kwargs = {})
    %position_embeds : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.embedding](args = (%position_ids_1, %l_self_modules_transformer_modules_wpe_parameters_weight_, None, None, 2.0, False, False), kwargs = {})
    %to : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_method[target=to](args = (%position_embeds, device(type='cpu')), kwargs = {})
    %hidden_states : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%inputs_embeds, %to), kwargs = {})
    %hidden_states_1 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=2] = call_function[target=torch.nn.functional.dropout](args = (%hidden_states, 0.1, False, False), kwargs = {})
    %hidden_states_2 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_1, (32,), %l_self_modules_transformer_modules_h_modules_0_modules_ln_1_parameters_weight_, %l_self_modules_transformer_modules_h_modules_0_modules_ln_1_parameters_bias_, 1e-05), kwargs = {})
    %view_1 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_2, -1, 32), kwargs = {})
    %x : "f32[1, 96][96, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_attn_parameters_bias_, %view_1, %l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_attn_parameters_weight_), kwargs = {})
    %x_1 : "f32[1, 1, 96][96, 96, 1]cpu" [num_users=1] = call_method[target=view](args = (%x, (1, 1, 96)), kwargs = {})
    %split : "(f32[1, 1, 32][96, 96, 1]cpu, f32[1, 1, 32][96, 96, 1]+32cpu, f32[1, 1, 32][96, 96, 1]+64cpu)" [num_users=3] = call_method[target=split](args = (%x_1, 32), kwargs = {dim: 2})
    %query_states : "f32[1, 1, 32][96, 96, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%split, 0), kwargs = {})
    %key_states : "f32[1, 1, 32][96, 96, 1]+32cpu" [num_users=1] = call_function[target=operator.getitem](args = (%split, 1), kwargs = {})
    %value_states : "f32[1, 1, 32][96, 96, 1]+64cpu" [num_users=1] = call_function[target=operator.getitem](args = (%split, 2), kwargs = {})
    %view_3 : "f32[1, 1, 4, 8][96, 96, 8, 1]+32cpu" [num_users=1] = call_method[target=view](args = (%key_states, (1, 1, -1, 8)), kwargs = {})
    %key_states_1 : "f32[1, 4, 1, 8][96, 8, 96, 1]+32cpu" [num_users=1] = call_method[target=transpose](args = (%view_3, 1, 2), kwargs = {})
    %view_4 : "f32[1, 1, 4, 8][96, 96, 8, 1]+64cpu" [num_users=1] = call_method[target=view](args = (%value_states, (1, 1, -1, 8)), kwargs = {})
    %value_states_1 : "f32[1, 4, 1, 8][96, 8, 96, 1]+64cpu" [num_users=1] = call_method[target=transpose](args = (%view_4, 1, 2), kwargs = {})
    %view_5 : "f32[1, 1, 4, 8][96, 96, 8, 1]cpu" [num_users=1] = call_method[target=view](args = (%query_states, (1, 1, -1, 8)), kwargs = {})
    %query_states_1 : "f32[1, 4, 1, 8][96, 8, 96, 1]cpu" [num_users=1] = call_method[target=transpose](args = (%view_5, 1, 2), kwargs = {})
    %keys : "f32[1, 4, 5, 8][160, 40, 8, 1]cpu" [num_users=2] = call_function[target=torch.cat](args = ([%l_kwargs_cache_layers_0_keys, %key_states_1],), kwargs = {dim: -2})
    %values : "f32[1, 4, 5, 8][160, 40, 8, 1]cpu" [num_users=2] = call_function[target=torch.cat](args = ([%l_kwargs_cache_layers_0_values, %value_states_1],), kwargs = {dim: -2})
    %attn_output : "f32[1, 4, 1, 8][32, 8, 8, 1]cpu" [num_users=1] = call_function[target=torch._C._nn.scaled_dot_product_attention](args = (%query_states_1, %keys, %values), kwargs = {attn_mask: None, dropout_p: 0.0, scale: 0.3535533905932738, is_causal: False})
    %attn_output_1 : "f32[1, 4, 1, 8][32, 8, 8, 1]cpu" [num_users=1] = call_method[target=reshape](args = (%attn_output, 1, -1, 1, 8), kwargs = {})
    %transpose_3 : "f32[1, 1, 4, 8][32, 8, 8, 1]cpu" [num_users=1] = call_method[target=transpose](args = (%attn_output_1, 1, 2), kwargs = {})
    %attn_output_2 : "f32[1, 1, 4, 8][32, 8, 8, 1]cpu" [num_users=1] = call_method[target=contiguous](args = (%transpose_3,), kwargs = {})
    %reshape_1 : "f32[1, 1, 32][32, 8, 1]cpu" [num_users=1] = call_method[target=reshape](args = (%attn_output_2, 1, 1, -1), kwargs = {})
    %attn_output_3 : "f32[1, 1, 32][32, 8, 1]cpu" [num_users=1] = call_method[target=contiguous](args = (%reshape_1,), kwargs = {})
    %view_6 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_method[target=view](args = (%attn_output_3, -1, 32), kwargs = {})
    %x_2 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_proj_parameters_bias_, %view_6, %l_self_modules_transformer_modules_h_modules_0_modules_attn_modules_c_proj_parameters_weight_), kwargs = {})
    %x_3 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_method[target=view](args = (%x_2, (1, 1, 32)), kwargs = {})
    %attn_output_4 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x_3, 0.1, False, False), kwargs = {})
    %hidden_states_3 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=2] = call_function[target=operator.add](args = (%attn_output_4, %hidden_states_1), kwargs = {})
    %hidden_states_4 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_3, (32,), %l_self_modules_transformer_modules_h_modules_0_modules_ln_2_parameters_weight_, %l_self_modules_transformer_modules_h_modules_0_modules_ln_2_parameters_bias_, 1e-05), kwargs = {})
    %view_8 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_4, -1, 32), kwargs = {})
    %x_4 : "f32[1, 128][128, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_fc_parameters_bias_, %view_8, %l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_fc_parameters_weight_), kwargs = {})
    %x_5 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=3] = call_method[target=view](args = (%x_4, (1, 1, 128)), kwargs = {})
    %mul : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (0.5, %x_5), kwargs = {})
    %pow_1 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=torch.pow](args = (%x_5, 3.0), kwargs = {})
    %mul_1 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (0.044715, %pow_1), kwargs = {})
    %add_3 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%x_5, %mul_1), kwargs = {})
    %mul_2 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (0.7978845608028654, %add_3), kwargs = {})
    %tanh : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=torch.tanh](args = (%mul_2,), kwargs = {})
    %add_4 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (1.0, %tanh), kwargs = {})
    %hidden_states_5 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%mul, %add_4), kwargs = {})
    %view_10 : "f32[1, 128][128, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_5, -1, 128), kwargs = {})
    %x_6 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_proj_parameters_bias_, %view_10, %l_self_modules_transformer_modules_h_modules_0_modules_mlp_modules_c_proj_parameters_weight_), kwargs = {})
    %x_7 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_method[target=view](args = (%x_6, (1, 1, 32)), kwargs = {})
    %hidden_states_6 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x_7, 0.1, False, False), kwargs = {})
    %hidden_states_7 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=2] = call_function[target=operator.add](args = (%hidden_states_3, %hidden_states_6), kwargs = {})
    %hidden_states_8 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_7, (32,), %l_self_modules_transformer_modules_h_modules_1_modules_ln_1_parameters_weight_, %l_self_modules_transformer_modules_h_modules_1_modules_ln_1_parameters_bias_, 1e-05), kwargs = {})
    %view_12 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_8, -1, 32), kwargs = {})
    %x_8 : "f32[1, 96][96, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_attn_parameters_bias_, %view_12, %l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_attn_parameters_weight_), kwargs = {})
    %x_9 : "f32[1, 1, 96][96, 96, 1]cpu" [num_users=1] = call_method[target=view](args = (%x_8, (1, 1, 96)), kwargs = {})
    %split_1 : "(f32[1, 1, 32][96, 96, 1]cpu, f32[1, 1, 32][96, 96, 1]+32cpu, f32[1, 1, 32][96, 96, 1]+64cpu)" [num_users=3] = call_method[target=split](args = (%x_9, 32), kwargs = {dim: 2})
    %query_states_2 : "f32[1, 1, 32][96, 96, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%split_1, 0), kwargs = {})
    %key_states_2 : "f32[1, 1, 32][96, 96, 1]+32cpu" [num_users=1] = call_function[target=operator.getitem](args = (%split_1, 1), kwargs = {})
    %value_states_2 : "f32[1, 1, 32][96, 96, 1]+64cpu" [num_users=1] = call_function[target=operator.getitem](args = (%split_1, 2), kwargs = {})
    %view_14 : "f32[1, 1, 4, 8][96, 96, 8, 1]+32cpu" [num_users=1] = call_method[target=view](args = (%key_states_2, (1, 1, -1, 8)), kwargs = {})
    %key_states_3 : "f32[1, 4, 1, 8][96, 8, 96, 1]+32cpu" [num_users=1] = call_method[target=transpose](args = (%view_14, 1, 2), kwargs = {})
    %view_15 : "f32[1, 1, 4, 8][96, 96, 8, 1]+64cpu" [num_users=1] = call_method[target=view](args = (%value_states_2, (1, 1, -1, 8)), kwargs = {})
    %value_states_3 : "f32[1, 4, 1, 8][96, 8, 96, 1]+64cpu" [num_users=1] = call_method[target=transpose](args = (%view_15, 1, 2), kwargs = {})
    %view_16 : "f32[1, 1, 4, 8][96, 96, 8, 1]cpu" [num_users=1] = call_method[target=view](args = (%query_states_2, (1, 1, -1, 8)), kwargs = {})
    %query_states_3 : "f32[1, 4, 1, 8][96, 8, 96, 1]cpu" [num_users=1] = call_method[target=transpose](args = (%view_16, 1, 2), kwargs = {})
    %keys_1 : "f32[1, 4, 5, 8][160, 40, 8, 1]cpu" [num_users=2] = call_function[target=torch.cat](args = ([%l_kwargs_cache_layers_1_keys, %key_states_3],), kwargs = {dim: -2})
    %values_1 : "f32[1, 4, 5, 8][160, 40, 8, 1]cpu" [num_users=2] = call_function[target=torch.cat](args = ([%l_kwargs_cache_layers_1_values, %value_states_3],), kwargs = {dim: -2})
    %attn_output_5 : "f32[1, 4, 1, 8][32, 8, 8, 1]cpu" [num_users=1] = call_function[target=torch._C._nn.scaled_dot_product_attention](args = (%query_states_3, %keys_1, %values_1), kwargs = {attn_mask: None, dropout_p: 0.0, scale: 0.3535533905932738, is_causal: False})
    %attn_output_6 : "f32[1, 4, 1, 8][32, 8, 8, 1]cpu" [num_users=1] = call_method[target=reshape](args = (%attn_output_5, 1, -1, 1, 8), kwargs = {})
    %transpose_7 : "f32[1, 1, 4, 8][32, 8, 8, 1]cpu" [num_users=1] = call_method[target=transpose](args = (%attn_output_6, 1, 2), kwargs = {})
    %attn_output_7 : "f32[1, 1, 4, 8][32, 8, 8, 1]cpu" [num_users=1] = call_method[target=contiguous](args = (%transpose_7,), kwargs = {})
    %reshape_3 : "f32[1, 1, 32][32, 8, 1]cpu" [num_users=1] = call_method[target=reshape](args = (%attn_output_7, 1, 1, -1), kwargs = {})
    %attn_output_8 : "f32[1, 1, 32][32, 8, 1]cpu" [num_users=1] = call_method[target=contiguous](args = (%reshape_3,), kwargs = {})
    %view_17 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_method[target=view](args = (%attn_output_8, -1, 32), kwargs = {})
    %x_10 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_proj_parameters_bias_, %view_17, %l_self_modules_transformer_modules_h_modules_1_modules_attn_modules_c_proj_parameters_weight_), kwargs = {})
    %x_11 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_method[target=view](args = (%x_10, (1, 1, 32)), kwargs = {})
    %attn_output_9 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x_11, 0.1, False, False), kwargs = {})
    %hidden_states_9 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=2] = call_function[target=operator.add](args = (%attn_output_9, %hidden_states_7), kwargs = {})
    %hidden_states_10 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_9, (32,), %l_self_modules_transformer_modules_h_modules_1_modules_ln_2_parameters_weight_, %l_self_modules_transformer_modules_h_modules_1_modules_ln_2_parameters_bias_, 1e-05), kwargs = {})
    %view_19 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_10, -1, 32), kwargs = {})
    %x_12 : "f32[1, 128][128, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_fc_parameters_bias_, %view_19, %l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_fc_parameters_weight_), kwargs = {})
    %x_13 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=3] = call_method[target=view](args = (%x_12, (1, 1, 128)), kwargs = {})
    %mul_4 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (0.5, %x_13), kwargs = {})
    %pow_2 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=torch.pow](args = (%x_13, 3.0), kwargs = {})
    %mul_5 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (0.044715, %pow_2), kwargs = {})
    %add_7 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%x_13, %mul_5), kwargs = {})
    %mul_6 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (0.7978845608028654, %add_7), kwargs = {})
    %tanh_1 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=torch.tanh](args = (%mul_6,), kwargs = {})
    %add_8 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (1.0, %tanh_1), kwargs = {})
    %hidden_states_11 : "f32[1, 1, 128][128, 128, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%mul_4, %add_8), kwargs = {})
    %view_21 : "f32[1, 128][128, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_11, -1, 128), kwargs = {})
    %x_14 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.addmm](args = (%l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_proj_parameters_bias_, %view_21, %l_self_modules_transformer_modules_h_modules_1_modules_mlp_modules_c_proj_parameters_weight_), kwargs = {})
    %x_15 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_method[target=view](args = (%x_14, (1, 1, 32)), kwargs = {})
    %hidden_states_12 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x_15, 0.1, False, False), kwargs = {})
    %hidden_states_13 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%hidden_states_9, %hidden_states_12), kwargs = {})
    %hidden_states_14 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%hidden_states_13, (32,), %l_self_modules_transformer_modules_ln_f_parameters_weight_, %l_self_modules_transformer_modules_ln_f_parameters_bias_, 1e-05), kwargs = {})
    %hidden_states_15 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_method[target=view](args = (%hidden_states_14, (-1, 1, 32)), kwargs = {})
    %hidden_states_16 : "f32[1, 1, 32][32, 32, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%hidden_states_15, (slice(None, None, None), slice(0, None, None), slice(None, None, None))), kwargs = {})
    %logits : "f32[1, 1, 64][64, 64, 1]cpu" [num_users=1] = call_function[target=torch._C._nn.linear](args = (%hidden_states_16, %l_self_modules_transformer_modules_wte_parameters_weight_, None), kwargs = {})
    return (values, keys, values_1, keys_1, logits)
