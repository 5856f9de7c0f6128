graph():
    %primals_1 : "f32[2, 3, 16, 16][768, 256, 16, 1]cpu" [num_users=2] = placeholder[target=primals_1]
    %primals_2 : "f32[8, 3, 7, 7][147, 49, 7, 1]cpu" [num_users=2] = placeholder[target=primals_2]
    %primals_3 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_3]
    %primals_4 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_4]
    %primals_5 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_5]
    %primals_6 : "f32[8][1]cpu" [num_users=2] = placeholder[target=primals_6]
    %primals_7 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_7]
    %primals_8 : "f32[4, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_8]
    %primals_9 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_9]
    %primals_10 : "f32[4][1]cpu" [num_users=1] = placeholder[target=primals_10]
    %primals_11 : "f32[4][1]cpu" [num_users=1] = placeholder[target=primals_11]
    %primals_12 : "f32[4][1]cpu" [num_users=2] = placeholder[target=primals_12]
    %primals_13 : "f32[4][1]cpu" [num_users=1] = placeholder[target=primals_13]
    %primals_14 : "f32[4, 4, 3, 3][36, 9, 3, 1]cpu" [num_users=2] = placeholder[target=primals_14]
    %primals_15 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_15]
    %primals_16 : "f32[4][1]cpu" [num_users=1] = placeholder[target=primals_16]
    %primals_17 : "f32[4][1]cpu" [num_users=1] = placeholder[target=primals_17]
    %primals_18 : "f32[4][1]cpu" [num_users=2] = placeholder[target=primals_18]
    %primals_19 : "f32[4][1]cpu" [num_users=1] = placeholder[target=primals_19]
    %primals_20 : "f32[16, 4, 1, 1][4, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_20]
    %primals_21 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_21]
    %primals_22 : "f32[16][1]cpu" [num_users=1] = placeholder[target=primals_22]
    %primals_23 : "f32[16][1]cpu" [num_users=1] = placeholder[target=primals_23]
    %primals_24 : "f32[16][1]cpu" [num_users=2] = placeholder[target=primals_24]
    %primals_25 : "f32[16][1]cpu" [num_users=1] = placeholder[target=primals_25]
    %primals_26 : "f32[16, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_26]
    %primals_27 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_27]
    %primals_28 : "f32[16][1]cpu" [num_users=1] = placeholder[target=primals_28]
    %primals_29 : "f32[16][1]cpu" [num_users=1] = placeholder[target=primals_29]
    %primals_30 : "f32[16][1]cpu" [num_users=2] = placeholder[target=primals_30]
    %primals_31 : "f32[16][1]cpu" [num_users=1] = placeholder[target=primals_31]
    %primals_32 : "f32[8, 16, 1, 1][16, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_32]
    %primals_33 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_33]
    %primals_34 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_34]
    %primals_35 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_35]
    %primals_36 : "f32[8][1]cpu" [num_users=2] = placeholder[target=primals_36]
    %primals_37 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_37]
    %primals_38 : "f32[8, 8, 3, 3][72, 9, 3, 1]cpu" [num_users=2] = placeholder[target=primals_38]
    %primals_39 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_39]
    %primals_40 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_40]
    %primals_41 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_41]
    %primals_42 : "f32[8][1]cpu" [num_users=2] = placeholder[target=primals_42]
    %primals_43 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_43]
    %primals_44 : "f32[32, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_44]
    %primals_45 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_45]
    %primals_46 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_46]
    %primals_47 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_47]
    %primals_48 : "f32[32][1]cpu" [num_users=2] = placeholder[target=primals_48]
    %primals_49 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_49]
    %primals_50 : "f32[32, 16, 1, 1][16, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_50]
    %primals_51 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_51]
    %primals_52 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_52]
    %primals_53 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_53]
    %primals_54 : "f32[32][1]cpu" [num_users=2] = placeholder[target=primals_54]
    %primals_55 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_55]
    %primals_56 : "f32[8, 32, 1, 1][32, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_56]
    %primals_57 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_57]
    %primals_58 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_58]
    %primals_59 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_59]
    %primals_60 : "f32[8][1]cpu" [num_users=2] = placeholder[target=primals_60]
    %primals_61 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_61]
    %primals_62 : "f32[8, 8, 3, 3][72, 9, 3, 1]cpu" [num_users=2] = placeholder[target=primals_62]
    %primals_63 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_63]
    %primals_64 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_64]
    %primals_65 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_65]
    %primals_66 : "f32[8][1]cpu" [num_users=2] = placeholder[target=primals_66]
    %primals_67 : "f32[8][1]cpu" [num_users=1] = placeholder[target=primals_67]
    %primals_68 : "f32[32, 8, 1, 1][8, 1, 1, 1]cpu" [num_users=2] = placeholder[target=primals_68]
    %primals_69 : "i64[][]cpu" [num_users=1] = placeholder[target=primals_69]
    %primals_70 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_70]
    %primals_71 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_71]
    %primals_72 : "f32[32][1]cpu" [num_users=2] = placeholder[target=primals_72]
    %primals_73 : "f32[32][1]cpu" [num_users=1] = placeholder[target=primals_73]
    %primals_74 : "f32[2, 32][32, 1]cpu" [num_users=1] = placeholder[target=primals_74]
    %primals_75 : "f32[2][1]cpu" [num_users=1] = placeholder[target=primals_75]
    %convolution : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%primals_1, %primals_2, None, [2, 2], [3, 3], [1, 1], False, [0, 0], 1), kwargs = {})
    %add : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_3, 1), kwargs = {})
    %_native_batch_norm_legit_functional : "(f32[2, 8, 8, 8][512, 64, 8, 1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution, %primals_6, %primals_7, %primals_4, %primals_5, True, 0.1, 1e-05), kwargs = {})
    %getitem : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional, 0), kwargs = {})
    %getitem_1 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional, 1), kwargs = {})
    %getitem_2 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional, 2), kwargs = {})
    %getitem_3 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional, 3), kwargs = {})
    %getitem_4 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional, 4), kwargs = {})
    %relu : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem,), kwargs = {})
    %detach : "f32[2, 8, 8, 8][512, 64, 8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu,), kwargs = {})
    %max_pool2d_with_indices : "(f32[2, 8, 4, 4][128, 16, 4, 1]cpu, i64[2, 8, 4, 4][128, 16, 4, 1]cpu)" [num_users=2] = call_function[target=torch.ops.aten.max_pool2d_with_indices.default](args = (%relu, [3, 3], [2, 2], [1, 1]), kwargs = {})
    %getitem_5 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=3] = call_function[target=operator.getitem](args = (%max_pool2d_with_indices, 0), kwargs = {})
    %getitem_6 : "i64[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%max_pool2d_with_indices, 1), kwargs = {})
    %convolution_1 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%getitem_5, %primals_8, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_1 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_9, 1), kwargs = {})
    %_native_batch_norm_legit_functional_1 : "(f32[2, 4, 4, 4][64, 16, 4, 1]cpu, f32[4][1]cpu, f32[4][1]cpu, f32[4][1]cpu, f32[4][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_1, %primals_12, %primals_13, %primals_10, %primals_11, True, 0.1, 1e-05), kwargs = {})
    %getitem_7 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_1, 0), kwargs = {})
    %getitem_8 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_1, 1), kwargs = {})
    %getitem_9 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_1, 2), kwargs = {})
    %getitem_10 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_1, 3), kwargs = {})
    %getitem_11 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_1, 4), kwargs = {})
    %relu_1 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_7,), kwargs = {})
    %detach_1 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_1,), kwargs = {})
    %convolution_2 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_1, %primals_14, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_2 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_15, 1), kwargs = {})
    %_native_batch_norm_legit_functional_2 : "(f32[2, 4, 4, 4][64, 16, 4, 1]cpu, f32[4][1]cpu, f32[4][1]cpu, f32[4][1]cpu, f32[4][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_2, %primals_18, %primals_19, %primals_16, %primals_17, True, 0.1, 1e-05), kwargs = {})
    %getitem_12 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_2, 0), kwargs = {})
    %getitem_13 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_2, 1), kwargs = {})
    %getitem_14 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_2, 2), kwargs = {})
    %getitem_15 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_2, 3), kwargs = {})
    %getitem_16 : "f32[4][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_2, 4), kwargs = {})
    %relu_2 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_12,), kwargs = {})
    %detach_2 : "f32[2, 4, 4, 4][64, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_2,), kwargs = {})
    %convolution_3 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_2, %primals_20, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_3 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_21, 1), kwargs = {})
    %_native_batch_norm_legit_functional_3 : "(f32[2, 16, 4, 4][256, 16, 4, 1]cpu, f32[16][1]cpu, f32[16][1]cpu, f32[16][1]cpu, f32[16][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_3, %primals_24, %primals_25, %primals_22, %primals_23, True, 0.1, 1e-05), kwargs = {})
    %getitem_17 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_3, 0), kwargs = {})
    %getitem_18 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_3, 1), kwargs = {})
    %getitem_19 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_3, 2), kwargs = {})
    %getitem_20 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_3, 3), kwargs = {})
    %getitem_21 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_3, 4), kwargs = {})
    %convolution_4 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%getitem_5, %primals_26, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_4 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_27, 1), kwargs = {})
    %_native_batch_norm_legit_functional_4 : "(f32[2, 16, 4, 4][256, 16, 4, 1]cpu, f32[16][1]cpu, f32[16][1]cpu, f32[16][1]cpu, f32[16][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_4, %primals_30, %primals_31, %primals_28, %primals_29, True, 0.1, 1e-05), kwargs = {})
    %getitem_22 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_4, 0), kwargs = {})
    %getitem_23 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_4, 1), kwargs = {})
    %getitem_24 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_4, 2), kwargs = {})
    %getitem_25 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_4, 3), kwargs = {})
    %getitem_26 : "f32[16][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_4, 4), kwargs = {})
    %add_5 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_17, %getitem_22), kwargs = {})
    %relu_3 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=4] = call_function[target=torch.ops.aten.relu.default](args = (%add_5,), kwargs = {})
    %detach_3 : "f32[2, 16, 4, 4][256, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_3,), kwargs = {})
    %convolution_5 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_3, %primals_32, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_6 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_33, 1), kwargs = {})
    %_native_batch_norm_legit_functional_5 : "(f32[2, 8, 4, 4][128, 16, 4, 1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_5, %primals_36, %primals_37, %primals_34, %primals_35, True, 0.1, 1e-05), kwargs = {})
    %getitem_27 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_5, 0), kwargs = {})
    %getitem_28 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_5, 1), kwargs = {})
    %getitem_29 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_5, 2), kwargs = {})
    %getitem_30 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_5, 3), kwargs = {})
    %getitem_31 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_5, 4), kwargs = {})
    %relu_4 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_27,), kwargs = {})
    %detach_4 : "f32[2, 8, 4, 4][128, 16, 4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_4,), kwargs = {})
    %convolution_6 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_4, %primals_38, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_7 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_39, 1), kwargs = {})
    %_native_batch_norm_legit_functional_6 : "(f32[2, 8, 2, 2][32, 4, 2, 1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_6, %primals_42, %primals_43, %primals_40, %primals_41, True, 0.1, 1e-05), kwargs = {})
    %getitem_32 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_6, 0), kwargs = {})
    %getitem_33 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_6, 1), kwargs = {})
    %getitem_34 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_6, 2), kwargs = {})
    %getitem_35 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_6, 3), kwargs = {})
    %getitem_36 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_6, 4), kwargs = {})
    %relu_5 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_32,), kwargs = {})
    %detach_5 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_5,), kwargs = {})
    %convolution_7 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_5, %primals_44, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_8 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_45, 1), kwargs = {})
    %_native_batch_norm_legit_functional_7 : "(f32[2, 32, 2, 2][128, 4, 2, 1]cpu, f32[32][1]cpu, f32[32][1]cpu, f32[32][1]cpu, f32[32][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_7, %primals_48, %primals_49, %primals_46, %primals_47, True, 0.1, 1e-05), kwargs = {})
    %getitem_37 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_7, 0), kwargs = {})
    %getitem_38 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_7, 1), kwargs = {})
    %getitem_39 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_7, 2), kwargs = {})
    %getitem_40 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_7, 3), kwargs = {})
    %getitem_41 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_7, 4), kwargs = {})
    %convolution_8 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_3, %primals_50, None, [2, 2], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_9 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_51, 1), kwargs = {})
    %_native_batch_norm_legit_functional_8 : "(f32[2, 32, 2, 2][128, 4, 2, 1]cpu, f32[32][1]cpu, f32[32][1]cpu, f32[32][1]cpu, f32[32][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_8, %primals_54, %primals_55, %primals_52, %primals_53, True, 0.1, 1e-05), kwargs = {})
    %getitem_42 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_8, 0), kwargs = {})
    %getitem_43 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_8, 1), kwargs = {})
    %getitem_44 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_8, 2), kwargs = {})
    %getitem_45 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_8, 3), kwargs = {})
    %getitem_46 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_8, 4), kwargs = {})
    %add_10 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_37, %getitem_42), kwargs = {})
    %relu_6 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=4] = call_function[target=torch.ops.aten.relu.default](args = (%add_10,), kwargs = {})
    %detach_6 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_6,), kwargs = {})
    %convolution_9 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_6, %primals_56, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_11 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_57, 1), kwargs = {})
    %_native_batch_norm_legit_functional_9 : "(f32[2, 8, 2, 2][32, 4, 2, 1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_9, %primals_60, %primals_61, %primals_58, %primals_59, True, 0.1, 1e-05), kwargs = {})
    %getitem_47 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_9, 0), kwargs = {})
    %getitem_48 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_9, 1), kwargs = {})
    %getitem_49 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_9, 2), kwargs = {})
    %getitem_50 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_9, 3), kwargs = {})
    %getitem_51 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_9, 4), kwargs = {})
    %relu_7 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_47,), kwargs = {})
    %detach_7 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_7,), kwargs = {})
    %convolution_10 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_7, %primals_62, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_12 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_63, 1), kwargs = {})
    %_native_batch_norm_legit_functional_10 : "(f32[2, 8, 2, 2][32, 4, 2, 1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu, f32[8][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_10, %primals_66, %primals_67, %primals_64, %primals_65, True, 0.1, 1e-05), kwargs = {})
    %getitem_52 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_10, 0), kwargs = {})
    %getitem_53 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_10, 1), kwargs = {})
    %getitem_54 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_10, 2), kwargs = {})
    %getitem_55 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_10, 3), kwargs = {})
    %getitem_56 : "f32[8][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_10, 4), kwargs = {})
    %relu_8 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=3] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_52,), kwargs = {})
    %detach_8 : "f32[2, 8, 2, 2][32, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_8,), kwargs = {})
    %convolution_11 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.convolution.default](args = (%relu_8, %primals_68, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {})
    %add_13 : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%primals_69, 1), kwargs = {})
    %_native_batch_norm_legit_functional_11 : "(f32[2, 32, 2, 2][128, 4, 2, 1]cpu, f32[32][1]cpu, f32[32][1]cpu, f32[32][1]cpu, f32[32][1]cpu)" [num_users=5] = call_function[target=torch.ops.aten._native_batch_norm_legit_functional.default](args = (%convolution_11, %primals_72, %primals_73, %primals_70, %primals_71, True, 0.1, 1e-05), kwargs = {})
    %getitem_57 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_11, 0), kwargs = {})
    %getitem_58 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_11, 1), kwargs = {})
    %getitem_59 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_11, 2), kwargs = {})
    %getitem_60 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_11, 3), kwargs = {})
    %getitem_61 : "f32[32][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_functional_11, 4), kwargs = {})
    %add_14 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_57, %relu_6), kwargs = {})
    %relu_9 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.relu.default](args = (%add_14,), kwargs = {})
    %detach_9 : "f32[2, 32, 2, 2][128, 4, 2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_9,), kwargs = {})
    %mean : "f32[2, 32, 1, 1][32, 1, 1, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.mean.dim](args = (%relu_9, [-1, -2], True), kwargs = {})
    %view : "f32[2, 32][32, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.view.default](args = (%mean, [2, 32]), kwargs = {})
    %t : "f32[32, 2][1, 32]cpu" [num_users=2] = call_function[target=torch.ops.aten.t.default](args = (%primals_74,), kwargs = {})
    %addmm : "f32[2, 2][2, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%primals_75, %view, %t), kwargs = {})
    return (add, getitem_3, getitem_4, add_1, getitem_10, getitem_11, add_2, getitem_15, getitem_16, add_3, getitem_20, getitem_21, add_4, getitem_25, getitem_26, add_6, getitem_30, getitem_31, add_7, getitem_35, getitem_36, add_8, getitem_40, getitem_41, add_9, getitem_45, getitem_46, add_11, getitem_50, getitem_51, add_12, getitem_55, getitem_56, add_13, getitem_60, getitem_61, addmm, primals_1, primals_2, primals_6, primals_8, primals_12, primals_14, primals_18, primals_20, primals_24, primals_26, primals_30, primals_32, primals_36, primals_38, primals_42, primals_44, primals_48, primals_50, primals_54, primals_56, primals_60, primals_62, primals_66, primals_68, primals_72, convolution, getitem_1, getitem_2, getitem_3, getitem_4, relu, detach, getitem_5, getitem_6, convolution_1, getitem_8, getitem_9, getitem_10, getitem_11, relu_1, detach_1, convolution_2, getitem_13, getitem_14, getitem_15, getitem_16, relu_2, detach_2, convolution_3, getitem_18, getitem_19, getitem_20, getitem_21, convolution_4, getitem_23, getitem_24, getitem_25, getitem_26, relu_3, detach_3, convolution_5, getitem_28, getitem_29, getitem_30, getitem_31, relu_4, detach_4, convolution_6, getitem_33, getitem_34, getitem_35, getitem_36, relu_5, detach_5, convolution_7, getitem_38, getitem_39, getitem_40, getitem_41, convolution_8, getitem_43, getitem_44, getitem_45, getitem_46, relu_6, detach_6, convolution_9, getitem_48, getitem_49, getitem_50, getitem_51, relu_7, detach_7, convolution_10, getitem_53, getitem_54, getitem_55, getitem_56, relu_8, detach_8, convolution_11, getitem_58, getitem_59, getitem_60, getitem_61, detach_9, view, t)
