graph():
    %arg0_1 : "i64[1, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : "i64[1, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg1_1]
    %arg2_1 : "i64[1, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg2_1]
    %arg3_1 : "f32[64, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg3_1]
    %arg4_1 : "f32[2, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg4_1]
    %arg5_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg5_1]
    %arg6_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg6_1]
    %arg7_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg7_1]
    %arg8_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg8_1]
    %arg9_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg9_1]
    %arg10_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg10_1]
    %arg11_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg11_1]
    %arg12_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg12_1]
    %arg13_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg13_1]
    %arg14_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg14_1]
    %arg15_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg15_1]
    %arg16_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg16_1]
    %arg17_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg17_1]
    %arg18_1 : "f32[64, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg18_1]
    %arg19_1 : "f32[64][1]cpu" [num_users=1] = placeholder[target=arg19_1]
    %arg20_1 : "f32[32, 64][64, 1]cpu" [num_users=1] = placeholder[target=arg20_1]
    %arg21_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg21_1]
    %arg22_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg22_1]
    %arg23_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg23_1]
    %arg24_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg24_1]
    %arg25_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg25_1]
    %arg26_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg26_1]
    %arg27_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg27_1]
    %arg28_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg28_1]
    %arg29_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg29_1]
    %arg30_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg30_1]
    %arg31_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg31_1]
    %arg32_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg32_1]
    %arg33_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg33_1]
    %arg34_1 : "f32[64, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg34_1]
    %arg35_1 : "f32[64][1]cpu" [num_users=1] = placeholder[target=arg35_1]
    %arg36_1 : "f32[32, 64][64, 1]cpu" [num_users=1] = placeholder[target=arg36_1]
    %arg37_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg37_1]
    %arg38_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg38_1]
    %arg39_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg39_1]
    %arg40_1 : "f32[32, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg40_1]
    %arg41_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg41_1]
    %slice_1 : "i64[1, 4][32, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.slice.Tensor](args = (%arg1_1, 1, 0, 4), kwargs = {})
    %expand : "i64[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%arg2_1, [1, -1]), kwargs = {})
    %gather : "i64[1, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.gather.default](args = (%expand, 1, %slice_1), kwargs = {})
    %expand_1 : "i64[1, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%gather, [1, 4]), kwargs = {})
    %embedding : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.embedding.default](args = (%arg3_1, %arg0_1, 0), kwargs = {})
    %embedding_1 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.embedding.default](args = (%arg4_1, %expand_1), kwargs = {})
    %add : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%embedding, %embedding_1), kwargs = {})
    %embedding_2 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.embedding.default](args = (%arg5_1, %slice_1), kwargs = {})
    %add_1 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add, %embedding_2), kwargs = {})
    %native_layer_norm : "(f32[1, 4, 32][128, 32, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_layer_norm.default](args = (%add_1, [32], %arg6_1, %arg7_1, 1e-12), kwargs = {})
    %getitem : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=4] = call_function[target=operator.getitem](args = (%native_layer_norm, 0), kwargs = {})
    %getitem_1 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm, 1), kwargs = {})
    %getitem_2 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm, 2), kwargs = {})
    %view : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem, [4, 32]), kwargs = {})
    %t : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg8_1,), kwargs = {})
    %addmm : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg9_1, %view, %t), kwargs = {})
    %view_1 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm, [1, 4, 32]), kwargs = {})
    %view_2 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_1, [1, 4, -1, 8]), kwargs = {})
    %transpose : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_2, 1, 2), kwargs = {})
    %view_3 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem, [4, 32]), kwargs = {})
    %t_1 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg10_1,), kwargs = {})
    %addmm_1 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg11_1, %view_3, %t_1), kwargs = {})
    %view_4 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_1, [1, 4, 32]), kwargs = {})
    %view_5 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_4, [1, 4, -1, 8]), kwargs = {})
    %transpose_1 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_5, 1, 2), kwargs = {})
    %view_6 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem, [4, 32]), kwargs = {})
    %t_2 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg12_1,), kwargs = {})
    %addmm_2 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg13_1, %view_6, %t_2), kwargs = {})
    %view_7 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_2, [1, 4, 32]), kwargs = {})
    %view_8 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_7, [1, 4, -1, 8]), kwargs = {})
    %transpose_2 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_8, 1, 2), kwargs = {})
    %_scaled_dot_product_flash_attention_for_cpu : "(f32[1, 4, 4, 8][128, 8, 32, 1]cpu, f32[1, 4, 4][16, 1, 4]cpu)" [num_users=2] = call_function[target=torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default](args = (%transpose, %transpose_1, %transpose_2), kwargs = {scale: 0.3535533905932738})
    %getitem_3 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_scaled_dot_product_flash_attention_for_cpu, 0), kwargs = {})
    %getitem_4 : "f32[1, 4, 4][16, 1, 4]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%_scaled_dot_product_flash_attention_for_cpu, 1), kwargs = {})
    %view_9 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_3, [1, 4, 4, 8]), kwargs = {})
    %transpose_3 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_9, 1, 2), kwargs = {})
    %view_10 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%transpose_3, [1, 4, -1]), kwargs = {})
    %view_11 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_10, [4, 32]), kwargs = {})
    %t_3 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg14_1,), kwargs = {})
    %addmm_3 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg15_1, %view_11, %t_3), kwargs = {})
    %view_12 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_3, [1, 4, 32]), kwargs = {})
    %add_2 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view_12, %getitem), kwargs = {})
    %native_layer_norm_1 : "(f32[1, 4, 32][128, 32, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_layer_norm.default](args = (%add_2, [32], %arg16_1, %arg17_1, 1e-12), kwargs = {})
    %getitem_5 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=2] = call_function[target=operator.getitem](args = (%native_layer_norm_1, 0), kwargs = {})
    %getitem_6 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_1, 1), kwargs = {})
    %getitem_7 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_1, 2), kwargs = {})
    %view_13 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_5, [4, 32]), kwargs = {})
    %t_4 : "f32[32, 64][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg18_1,), kwargs = {})
    %addmm_4 : "f32[4, 64][64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg19_1, %view_13, %t_4), kwargs = {})
    %view_14 : "f32[1, 4, 64][256, 64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_4, [1, 4, 64]), kwargs = {})
    %gelu : "f32[1, 4, 64][256, 64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.gelu.default](args = (%view_14,), kwargs = {})
    %view_15 : "f32[4, 64][64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%gelu, [4, 64]), kwargs = {})
    %t_5 : "f32[64, 32][1, 64]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg20_1,), kwargs = {})
    %addmm_5 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg21_1, %view_15, %t_5), kwargs = {})
    %view_16 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_5, [1, 4, 32]), kwargs = {})
    %add_3 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view_16, %getitem_5), kwargs = {})
    %native_layer_norm_2 : "(f32[1, 4, 32][128, 32, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_layer_norm.default](args = (%add_3, [32], %arg22_1, %arg23_1, 1e-12), kwargs = {})
    %getitem_8 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=4] = call_function[target=operator.getitem](args = (%native_layer_norm_2, 0), kwargs = {})
    %getitem_9 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_2, 1), kwargs = {})
    %getitem_10 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_2, 2), kwargs = {})
    %view_17 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_8, [4, 32]), kwargs = {})
    %t_6 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg24_1,), kwargs = {})
    %addmm_6 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg25_1, %view_17, %t_6), kwargs = {})
    %view_18 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_6, [1, 4, 32]), kwargs = {})
    %view_19 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_18, [1, 4, -1, 8]), kwargs = {})
    %transpose_4 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_19, 1, 2), kwargs = {})
    %view_20 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_8, [4, 32]), kwargs = {})
    %t_7 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg26_1,), kwargs = {})
    %addmm_7 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg27_1, %view_20, %t_7), kwargs = {})
    %view_21 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_7, [1, 4, 32]), kwargs = {})
    %view_22 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_21, [1, 4, -1, 8]), kwargs = {})
    %transpose_5 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_22, 1, 2), kwargs = {})
    %view_23 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_8, [4, 32]), kwargs = {})
    %t_8 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg28_1,), kwargs = {})
    %addmm_8 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg29_1, %view_23, %t_8), kwargs = {})
    %view_24 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_8, [1, 4, 32]), kwargs = {})
    %view_25 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_24, [1, 4, -1, 8]), kwargs = {})
    %transpose_6 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_25, 1, 2), kwargs = {})
    %_scaled_dot_product_flash_attention_for_cpu_1 : "(f32[1, 4, 4, 8][128, 8, 32, 1]cpu, f32[1, 4, 4][16, 1, 4]cpu)" [num_users=2] = call_function[target=torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default](args = (%transpose_4, %transpose_5, %transpose_6), kwargs = {scale: 0.3535533905932738})
    %getitem_11 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_scaled_dot_product_flash_attention_for_cpu_1, 0), kwargs = {})
    %getitem_12 : "f32[1, 4, 4][16, 1, 4]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%_scaled_dot_product_flash_attention_for_cpu_1, 1), kwargs = {})
    %view_26 : "f32[1, 4, 4, 8][128, 8, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_11, [1, 4, 4, 8]), kwargs = {})
    %transpose_7 : "f32[1, 4, 4, 8][128, 32, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_26, 1, 2), kwargs = {})
    %view_27 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%transpose_7, [1, 4, -1]), kwargs = {})
    %view_28 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%view_27, [4, 32]), kwargs = {})
    %t_9 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg30_1,), kwargs = {})
    %addmm_9 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg31_1, %view_28, %t_9), kwargs = {})
    %view_29 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_9, [1, 4, 32]), kwargs = {})
    %add_4 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view_29, %getitem_8), kwargs = {})
    %native_layer_norm_3 : "(f32[1, 4, 32][128, 32, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_layer_norm.default](args = (%add_4, [32], %arg32_1, %arg33_1, 1e-12), kwargs = {})
    %getitem_13 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=2] = call_function[target=operator.getitem](args = (%native_layer_norm_3, 0), kwargs = {})
    %getitem_14 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_3, 1), kwargs = {})
    %getitem_15 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_3, 2), kwargs = {})
    %view_30 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_13, [4, 32]), kwargs = {})
    %t_10 : "f32[32, 64][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg34_1,), kwargs = {})
    %addmm_10 : "f32[4, 64][64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg35_1, %view_30, %t_10), kwargs = {})
    %view_31 : "f32[1, 4, 64][256, 64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_10, [1, 4, 64]), kwargs = {})
    %gelu_1 : "f32[1, 4, 64][256, 64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.gelu.default](args = (%view_31,), kwargs = {})
    %view_32 : "f32[4, 64][64, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%gelu_1, [4, 64]), kwargs = {})
    %t_11 : "f32[64, 32][1, 64]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg36_1,), kwargs = {})
    %addmm_11 : "f32[4, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg37_1, %view_32, %t_11), kwargs = {})
    %view_33 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm_11, [1, 4, 32]), kwargs = {})
    %add_5 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view_33, %getitem_13), kwargs = {})
    %native_layer_norm_4 : "(f32[1, 4, 32][128, 32, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu, f32[1, 4, 1][4, 1, 1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_layer_norm.default](args = (%add_5, [32], %arg38_1, %arg39_1, 1e-12), kwargs = {})
    %getitem_16 : "f32[1, 4, 32][128, 32, 1]cpu" [num_users=2] = call_function[target=operator.getitem](args = (%native_layer_norm_4, 0), kwargs = {})
    %getitem_17 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_4, 1), kwargs = {})
    %getitem_18 : "f32[1, 4, 1][4, 1, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_layer_norm_4, 2), kwargs = {})
    %select : "f32[1, 32][128, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%getitem_16, 1, 0), kwargs = {})
    %t_12 : "f32[32, 32][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg40_1,), kwargs = {})
    %addmm_12 : "f32[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg41_1, %select, %t_12), kwargs = {})
    %tanh : "f32[1, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.tanh.default](args = (%addmm_12,), kwargs = {})
    return (getitem_16, tanh)
