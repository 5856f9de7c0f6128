graph():
    %arg0_1 : "f32[2, 3, 16, 16][768, 256, 16, 1]cpu" [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : "f32[8, 3, 7, 7][147, 49, 7, 1]cpu" [num_users=1] = placeholder[target=arg1_1]
    %arg2_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg2_1]
    %arg3_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg3_1]
    %arg4_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg4_1]
    %arg5_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg5_1]
    %arg6_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg6_1]
    %arg7_1 : "f32[4, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg7_1]
    %arg8_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg8_1]
    %arg9_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg9_1]
    %arg10_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg10_1]
    %arg11_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg11_1]
    %arg12_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg12_1]
    %arg13_1 : "f32[4, 4, 3, 3][36, 9, 3, 1]cpu" [num_users=1] = placeholder[target=arg13_1]
    %arg14_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg14_1]
    %arg15_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg15_1]
    %arg16_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg16_1]
    %arg17_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg17_1]
    %arg18_1 : "f32[4][1]cpu" [num_users=1] = placeholder[target=arg18_1]
    %arg19_1 : "f32[16, 4, 1, 1][4, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg19_1]
    %arg20_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg20_1]
    %arg21_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg21_1]
    %arg22_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg22_1]
    %arg23_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg23_1]
    %arg24_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg24_1]
    %arg25_1 : "f32[16, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg25_1]
    %arg26_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg26_1]
    %arg27_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg27_1]
    %arg28_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg28_1]
    %arg29_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg29_1]
    %arg30_1 : "f32[16][1]cpu" [num_users=1] = placeholder[target=arg30_1]
    %arg31_1 : "f32[8, 16, 1, 1][16, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg31_1]
    %arg32_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg32_1]
    %arg33_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg33_1]
    %arg34_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg34_1]
    %arg35_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg35_1]
    %arg36_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg36_1]
    %arg37_1 : "f32[8, 8, 3, 3][72, 9, 3, 1]cpu" [num_users=1] = placeholder[target=arg37_1]
    %arg38_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg38_1]
    %arg39_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg39_1]
    %arg40_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg40_1]
    %arg41_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg41_1]
    %arg42_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg42_1]
    %arg43_1 : "f32[32, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg43_1]
    %arg44_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg44_1]
    %arg45_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg45_1]
    %arg46_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg46_1]
    %arg47_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg47_1]
    %arg48_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg48_1]
    %arg49_1 : "f32[32, 16, 1, 1][16, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg49_1]
    %arg50_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg50_1]
    %arg51_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg51_1]
    %arg52_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg52_1]
    %arg53_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg53_1]
    %arg54_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg54_1]
    %arg55_1 : "f32[8, 32, 1, 1][32, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg55_1]
    %arg56_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg56_1]
    %arg57_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg57_1]
    %arg58_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg58_1]
    %arg59_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg59_1]
    %arg60_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg60_1]
    %arg61_1 : "f32[8, 8, 3, 3][72, 9, 3, 1]cpu" [num_users=1] = placeholder[target=arg61_1]
    %arg62_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg62_1]
    %arg63_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg63_1]
    %arg64_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg64_1]
    %arg65_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg65_1]
    %arg66_1 : "f32[8][1]cpu" [num_users=1] = placeholder[target=arg66_1]
    %arg67_1 : "f32[32, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=1] = placeholder[target=arg67_1]
    %arg68_1 : "i64[][]cpu" [num_users=1] = placeholder[target=arg68_1]
    %arg69_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg69_1]
    %arg70_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg70_1]
    %arg71_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg71_1]
    %arg72_1 : "f32[32][1]cpu" [num_users=1] = placeholder[target=arg72_1]
    %arg73_1 : "f32[2, 32][32, 1]cpu" [num_users=1] = placeholder[target=arg73_1]
    %arg74_1 : "f32[2][1]cpu" [num_users=1] = placeholder[target=arg74_1]
    %convolution : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%arg0_1, %arg1_1, None, [2, 2], [3, 3], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_ : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg2_1, 1), kwargs = {})
    %empty : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm : "(f32[2, 8, 8, 8][512, 64, 8, 1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution, %arg5_1, %arg6_1, %arg3_1, %arg4_1, True, 0.1, 1e-05), kwargs = {})
    %getitem : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm, 0), kwargs = {})
    %getitem_1 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm, 1), kwargs = {})
    %getitem_2 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm, 2), kwargs = {})
    %relu : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem,), kwargs = {})
    %max_pool2d_with_indices : "(f32[2, 8, 4, 4][128, 16, 4, 1]cpu, i64[2, 8, 4, 4][128, 16, 4, 1]cpu)" [num_users=2] = call_function[target=torch.ops.aten.max_pool2d_with_indices.default](args = (%relu, [3, 3], [2, 2], [1, 1]), kwargs = {})
    %getitem_3 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=2] = call_function[target=operator.getitem](args = (%max_pool2d_with_indices, 0), kwargs = {})
    %getitem_4 : "i64[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%max_pool2d_with_indices, 1), kwargs = {})
    %convolution_1 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%getitem_3, %arg7_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__1 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg8_1, 1), kwargs = {})
    %empty_1 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_1 : "(f32[2, 4, 4, 4][64, 16, 4, 1]cpu, f32[4][1]cpu, f32[4][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_1, %arg11_1, %arg12_1, %arg9_1, %arg10_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_5 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_1, 0), kwargs = {})
    %getitem_6 : "f32[4][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_1, 1), kwargs = {})
    %getitem_7 : "f32[4][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_1, 2), kwargs = {})
    %relu_1 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_5,), kwargs = {})
    %convolution_2 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_1, %arg13_1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__2 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg14_1, 1), kwargs = {})
    %empty_2 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_2 : "(f32[2, 4, 4, 4][64, 16, 4, 1]cpu, f32[4][1]cpu, f32[4][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_2, %arg17_1, %arg18_1, %arg15_1, %arg16_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_8 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_2, 0), kwargs = {})
    %getitem_9 : "f32[4][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_2, 1), kwargs = {})
    %getitem_10 : "f32[4][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_2, 2), kwargs = {})
    %relu_2 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_8,), kwargs = {})
    %convolution_3 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_2, %arg19_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__3 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg20_1, 1), kwargs = {})
    %empty_3 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_3 : "(f32[2, 16, 4, 4][256, 16, 4, 1]cpu, f32[16][1]cpu, f32[16][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_3, %arg23_1, %arg24_1, %arg21_1, %arg22_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_11 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_3, 0), kwargs = {})
    %getitem_12 : "f32[16][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_3, 1), kwargs = {})
    %getitem_13 : "f32[16][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_3, 2), kwargs = {})
    %convolution_4 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%getitem_3, %arg25_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__4 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg26_1, 1), kwargs = {})
    %empty_4 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_4 : "(f32[2, 16, 4, 4][256, 16, 4, 1]cpu, f32[16][1]cpu, f32[16][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_4, %arg29_1, %arg30_1, %arg27_1, %arg28_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_14 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_4, 0), kwargs = {})
    %getitem_15 : "f32[16][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_4, 1), kwargs = {})
    %getitem_16 : "f32[16][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_4, 2), kwargs = {})
    %add__5 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%getitem_11, %getitem_14), kwargs = {})
    %relu_3 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.relu.default](args = (%add__5,), kwargs = {})
    %convolution_5 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_3, %arg31_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__6 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg32_1, 1), kwargs = {})
    %empty_5 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_5 : "(f32[2, 8, 4, 4][128, 16, 4, 1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_5, %arg35_1, %arg36_1, %arg33_1, %arg34_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_17 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_5, 0), kwargs = {})
    %getitem_18 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_5, 1), kwargs = {})
    %getitem_19 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_5, 2), kwargs = {})
    %relu_4 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_17,), kwargs = {})
    %convolution_6 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_4, %arg37_1, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__7 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg38_1, 1), kwargs = {})
    %empty_6 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_6 : "(f32[2, 8, 2, 2][32, 4, 2, 1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_6, %arg41_1, %arg42_1, %arg39_1, %arg40_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_20 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_6, 0), kwargs = {})
    %getitem_21 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_6, 1), kwargs = {})
    %getitem_22 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_6, 2), kwargs = {})
    %relu_5 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_20,), kwargs = {})
    %convolution_7 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_5, %arg43_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__8 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg44_1, 1), kwargs = {})
    %empty_7 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_7 : "(f32[2, 32, 2, 2][128, 4, 2, 1]cpu, f32[32][1]cpu, f32[32][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_7, %arg47_1, %arg48_1, %arg45_1, %arg46_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_23 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_7, 0), kwargs = {})
    %getitem_24 : "f32[32][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_7, 1), kwargs = {})
    %getitem_25 : "f32[32][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_7, 2), kwargs = {})
    %convolution_8 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_3, %arg49_1, None, [2, 2], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__9 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg50_1, 1), kwargs = {})
    %empty_8 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_8 : "(f32[2, 32, 2, 2][128, 4, 2, 1]cpu, f32[32][1]cpu, f32[32][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_8, %arg53_1, %arg54_1, %arg51_1, %arg52_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_26 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_8, 0), kwargs = {})
    %getitem_27 : "f32[32][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_8, 1), kwargs = {})
    %getitem_28 : "f32[32][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_8, 2), kwargs = {})
    %add__10 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%getitem_23, %getitem_26), kwargs = {})
    %relu_6 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.relu.default](args = (%add__10,), kwargs = {})
    %convolution_9 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_6, %arg55_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__11 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg56_1, 1), kwargs = {})
    %empty_9 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_9 : "(f32[2, 8, 2, 2][32, 4, 2, 1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_9, %arg59_1, %arg60_1, %arg57_1, %arg58_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_29 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_9, 0), kwargs = {})
    %getitem_30 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_9, 1), kwargs = {})
    %getitem_31 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_9, 2), kwargs = {})
    %relu_7 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_29,), kwargs = {})
    %convolution_10 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_7, %arg61_1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__12 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg62_1, 1), kwargs = {})
    %empty_10 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_10 : "(f32[2, 8, 2, 2][32, 4, 2, 1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_10, %arg65_1, %arg66_1, %arg63_1, %arg64_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_32 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_10, 0), kwargs = {})
    %getitem_33 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_10, 1), kwargs = {})
    %getitem_34 : "f32[8][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_10, 2), kwargs = {})
    %relu_8 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_32,), kwargs = {})
    %convolution_11 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_8, %arg67_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add__13 : "i64[][]cpu" [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg68_1, 1), kwargs = {})
    %empty_11 : "u8[0][1]cpu" [num_users=0] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {dtype: torch.uint8, layout: torch.strided, device: device(type='cpu')})
    %native_batch_norm_11 : "(f32[2, 32, 2, 2][128, 4, 2, 1]cpu, f32[32][1]cpu, f32[32][1]cpu)" [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%convolution_11, %arg71_1, %arg72_1, %arg69_1, %arg70_1, True, 0.1, 1e-05), kwargs = {})
    %getitem_35 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_11, 0), kwargs = {})
    %getitem_36 : "f32[32][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_11, 1), kwargs = {})
    %getitem_37 : "f32[32][1]cpu" [num_users=0] = call_function[target=operator.getitem](args = (%native_batch_norm_11, 2), kwargs = {})
    %add__14 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%getitem_35, %relu_6), kwargs = {})
    %relu_9 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add__14,), kwargs = {})
    %mean : "f32[2, 32, 1, 1][32, 1, 1, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.mean.dim](args = (%relu_9, [-1, -2], True), kwargs = {})
    %view : "f32[2, 32][32, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%mean, [2, 32]), kwargs = {})
    %t : "f32[32, 2][1, 32]cpu" [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%arg73_1,), kwargs = {})
    %addmm : "f32[2, 2][2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%arg74_1, %view, %t), kwargs = {})
    return (addmm,)
