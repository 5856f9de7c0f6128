graph():
    %primals_1 : [num_users=1] = placeholder[target=primals_1]
    %primals_2 : [num_users=1] = placeholder[target=primals_2]
    %primals_6 : [num_users=1] = placeholder[target=primals_6]
    %primals_8 : [num_users=1] = placeholder[target=primals_8]
    %primals_12 : [num_users=1] = placeholder[target=primals_12]
    %primals_14 : [num_users=1] = placeholder[target=primals_14]
    %primals_18 : [num_users=1] = placeholder[target=primals_18]
    %primals_20 : [num_users=1] = placeholder[target=primals_20]
    %primals_24 : [num_users=1] = placeholder[target=primals_24]
    %primals_26 : [num_users=1] = placeholder[target=primals_26]
    %primals_30 : [num_users=1] = placeholder[target=primals_30]
    %primals_32 : [num_users=1] = placeholder[target=primals_32]
    %primals_36 : [num_users=1] = placeholder[target=primals_36]
    %primals_38 : [num_users=1] = placeholder[target=primals_38]
    %primals_42 : [num_users=1] = placeholder[target=primals_42]
    %primals_44 : [num_users=1] = placeholder[target=primals_44]
    %primals_48 : [num_users=1] = placeholder[target=primals_48]
    %primals_50 : [num_users=1] = placeholder[target=primals_50]
    %primals_54 : [num_users=1] = placeholder[target=primals_54]
    %primals_56 : [num_users=1] = placeholder[target=primals_56]
    %primals_60 : [num_users=1] = placeholder[target=primals_60]
    %primals_62 : [num_users=1] = placeholder[target=primals_62]
    %primals_66 : [num_users=1] = placeholder[target=primals_66]
    %primals_68 : [num_users=1] = placeholder[target=primals_68]
    %primals_72 : [num_users=1] = placeholder[target=primals_72]
    %convolution : [num_users=1] = placeholder[target=convolution]
    %getitem_1 : [num_users=1] = placeholder[target=getitem_1]
    %getitem_2 : [num_users=1] = placeholder[target=getitem_2]
    %getitem_3 : [num_users=1] = placeholder[target=getitem_3]
    %getitem_4 : [num_users=1] = placeholder[target=getitem_4]
    %relu : [num_users=1] = placeholder[target=relu]
    %detach : [num_users=1] = placeholder[target=detach]
    %getitem_5 : [num_users=2] = placeholder[target=getitem_5]
    %getitem_6 : [num_users=1] = placeholder[target=getitem_6]
    %convolution_1 : [num_users=1] = placeholder[target=convolution_1]
    %getitem_8 : [num_users=1] = placeholder[target=getitem_8]
    %getitem_9 : [num_users=1] = placeholder[target=getitem_9]
    %getitem_10 : [num_users=1] = placeholder[target=getitem_10]
    %getitem_11 : [num_users=1] = placeholder[target=getitem_11]
    %relu_1 : [num_users=1] = placeholder[target=relu_1]
    %detach_1 : [num_users=1] = placeholder[target=detach_1]
    %convolution_2 : [num_users=1] = placeholder[target=convolution_2]
    %getitem_13 : [num_users=1] = placeholder[target=getitem_13]
    %getitem_14 : [num_users=1] = placeholder[target=getitem_14]
    %getitem_15 : [num_users=1] = placeholder[target=getitem_15]
    %getitem_16 : [num_users=1] = placeholder[target=getitem_16]
    %relu_2 : [num_users=1] = placeholder[target=relu_2]
    %detach_2 : [num_users=1] = placeholder[target=detach_2]
    %convolution_3 : [num_users=1] = placeholder[target=convolution_3]
    %getitem_18 : [num_users=1] = placeholder[target=getitem_18]
    %getitem_19 : [num_users=1] = placeholder[target=getitem_19]
    %getitem_20 : [num_users=1] = placeholder[target=getitem_20]
    %getitem_21 : [num_users=1] = placeholder[target=getitem_21]
    %convolution_4 : [num_users=1] = placeholder[target=convolution_4]
    %getitem_23 : [num_users=1] = placeholder[target=getitem_23]
    %getitem_24 : [num_users=1] = placeholder[target=getitem_24]
    %getitem_25 : [num_users=1] = placeholder[target=getitem_25]
    %getitem_26 : [num_users=1] = placeholder[target=getitem_26]
    %relu_3 : [num_users=2] = placeholder[target=relu_3]
    %detach_3 : [num_users=1] = placeholder[target=detach_3]
    %convolution_5 : [num_users=1] = placeholder[target=convolution_5]
    %getitem_28 : [num_users=1] = placeholder[target=getitem_28]
    %getitem_29 : [num_users=1] = placeholder[target=getitem_29]
    %getitem_30 : [num_users=1] = placeholder[target=getitem_30]
    %getitem_31 : [num_users=1] = placeholder[target=getitem_31]
    %relu_4 : [num_users=1] = placeholder[target=relu_4]
    %detach_4 : [num_users=1] = placeholder[target=detach_4]
    %convolution_6 : [num_users=1] = placeholder[target=convolution_6]
    %getitem_33 : [num_users=1] = placeholder[target=getitem_33]
    %getitem_34 : [num_users=1] = placeholder[target=getitem_34]
    %getitem_35 : [num_users=1] = placeholder[target=getitem_35]
    %getitem_36 : [num_users=1] = placeholder[target=getitem_36]
    %relu_5 : [num_users=1] = placeholder[target=relu_5]
    %detach_5 : [num_users=1] = placeholder[target=detach_5]
    %convolution_7 : [num_users=1] = placeholder[target=convolution_7]
    %getitem_38 : [num_users=1] = placeholder[target=getitem_38]
    %getitem_39 : [num_users=1] = placeholder[target=getitem_39]
    %getitem_40 : [num_users=1] = placeholder[target=getitem_40]
    %getitem_41 : [num_users=1] = placeholder[target=getitem_41]
    %convolution_8 : [num_users=1] = placeholder[target=convolution_8]
    %getitem_43 : [num_users=1] = placeholder[target=getitem_43]
    %getitem_44 : [num_users=1] = placeholder[target=getitem_44]
    %getitem_45 : [num_users=1] = placeholder[target=getitem_45]
    %getitem_46 : [num_users=1] = placeholder[target=getitem_46]
    %relu_6 : [num_users=1] = placeholder[target=relu_6]
    %detach_6 : [num_users=1] = placeholder[target=detach_6]
    %convolution_9 : [num_users=1] = placeholder[target=convolution_9]
    %getitem_48 : [num_users=1] = placeholder[target=getitem_48]
    %getitem_49 : [num_users=1] = placeholder[target=getitem_49]
    %getitem_50 : [num_users=1] = placeholder[target=getitem_50]
    %getitem_51 : [num_users=1] = placeholder[target=getitem_51]
    %relu_7 : [num_users=1] = placeholder[target=relu_7]
    %detach_7 : [num_users=1] = placeholder[target=detach_7]
    %convolution_10 : [num_users=1] = placeholder[target=convolution_10]
    %getitem_53 : [num_users=1] = placeholder[target=getitem_53]
    %getitem_54 : [num_users=1] = placeholder[target=getitem_54]
    %getitem_55 : [num_users=1] = placeholder[target=getitem_55]
    %getitem_56 : [num_users=1] = placeholder[target=getitem_56]
    %relu_8 : [num_users=1] = placeholder[target=relu_8]
    %detach_8 : [num_users=1] = placeholder[target=detach_8]
    %convolution_11 : [num_users=1] = placeholder[target=convolution_11]
    %getitem_58 : [num_users=1] = placeholder[target=getitem_58]
    %getitem_59 : [num_users=1] = placeholder[target=getitem_59]
    %getitem_60 : [num_users=1] = placeholder[target=getitem_60]
    %getitem_61 : [num_users=1] = placeholder[target=getitem_61]
    %detach_9 : [num_users=1] = placeholder[target=detach_9]
    %view : [num_users=1] = placeholder[target=view]
    %t : [num_users=1] = placeholder[target=t]
    %tangents_1 : [num_users=3] = placeholder[target=tangents_1]
    %t_1 : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%t,), kwargs = {})
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%tangents_1, %t_1), kwargs = {})
    %t_2 : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%tangents_1,), kwargs = {})
    %mm_1 : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%t_2, %view), kwargs = {})
    %t_3 : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%mm_1,), kwargs = {})
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%tangents_1, [0], True), kwargs = {})
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%sum_1, [2]), kwargs = {})
    %t_4 : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%t_3,), kwargs = {})
    %view_2 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%mm, [2, 32, 1, 1]), kwargs = {})
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%view_2, [2, 32, 2, 2]), kwargs = {})
    %div : [num_users=1] = call_function[target=torch.ops.aten.div.Scalar](args = (%expand, 4), kwargs = {})
    %detach_10 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_9,), kwargs = {})
    %threshold_backward : [num_users=2] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%div, %detach_10, 0), kwargs = {})
    %native_batch_norm_backward : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward, %convolution_11, %primals_72, %getitem_60, %getitem_61, %getitem_58, %getitem_59, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_62 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward, 0), kwargs = {})
    %getitem_63 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward, 1), kwargs = {})
    %getitem_64 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward, 2), kwargs = {})
    %convolution_backward : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_62, %relu_8, %primals_68, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_65 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward, 0), kwargs = {})
    %getitem_66 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward, 1), kwargs = {})
    %detach_11 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_8,), kwargs = {})
    %threshold_backward_1 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%getitem_65, %detach_11, 0), kwargs = {})
    %native_batch_norm_backward_1 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_1, %convolution_10, %primals_66, %getitem_55, %getitem_56, %getitem_53, %getitem_54, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_68 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_1, 0), kwargs = {})
    %getitem_69 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_1, 1), kwargs = {})
    %getitem_70 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_1, 2), kwargs = {})
    %convolution_backward_1 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_68, %relu_7, %primals_62, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_71 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_1, 0), kwargs = {})
    %getitem_72 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_1, 1), kwargs = {})
    %detach_12 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_7,), kwargs = {})
    %threshold_backward_2 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%getitem_71, %detach_12, 0), kwargs = {})
    %native_batch_norm_backward_2 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_2, %convolution_9, %primals_60, %getitem_50, %getitem_51, %getitem_48, %getitem_49, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_74 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_2, 0), kwargs = {})
    %getitem_75 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_2, 1), kwargs = {})
    %getitem_76 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_2, 2), kwargs = {})
    %convolution_backward_2 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_74, %relu_6, %primals_56, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_77 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_2, 0), kwargs = {})
    %getitem_78 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_2, 1), kwargs = {})
    %add_15 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%threshold_backward, %getitem_77), kwargs = {})
    %detach_13 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_6,), kwargs = {})
    %threshold_backward_3 : [num_users=2] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%add_15, %detach_13, 0), kwargs = {})
    %native_batch_norm_backward_3 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_3, %convolution_8, %primals_54, %getitem_45, %getitem_46, %getitem_43, %getitem_44, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_80 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_3, 0), kwargs = {})
    %getitem_81 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_3, 1), kwargs = {})
    %getitem_82 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_3, 2), kwargs = {})
    %convolution_backward_3 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_80, %relu_3, %primals_50, [0], [2, 2], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_83 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_3, 0), kwargs = {})
    %getitem_84 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_3, 1), kwargs = {})
    %native_batch_norm_backward_4 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_3, %convolution_7, %primals_48, %getitem_40, %getitem_41, %getitem_38, %getitem_39, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_86 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_4, 0), kwargs = {})
    %getitem_87 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_4, 1), kwargs = {})
    %getitem_88 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_4, 2), kwargs = {})
    %convolution_backward_4 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_86, %relu_5, %primals_44, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_89 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_4, 0), kwargs = {})
    %getitem_90 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_4, 1), kwargs = {})
    %detach_14 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_5,), kwargs = {})
    %threshold_backward_4 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%getitem_89, %detach_14, 0), kwargs = {})
    %native_batch_norm_backward_5 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_4, %convolution_6, %primals_42, %getitem_35, %getitem_36, %getitem_33, %getitem_34, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_92 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_5, 0), kwargs = {})
    %getitem_93 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_5, 1), kwargs = {})
    %getitem_94 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_5, 2), kwargs = {})
    %convolution_backward_5 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_92, %relu_4, %primals_38, [0], [2, 2], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_95 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_5, 0), kwargs = {})
    %getitem_96 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_5, 1), kwargs = {})
    %detach_15 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_4,), kwargs = {})
    %threshold_backward_5 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%getitem_95, %detach_15, 0), kwargs = {})
    %native_batch_norm_backward_6 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_5, %convolution_5, %primals_36, %getitem_30, %getitem_31, %getitem_28, %getitem_29, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_98 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_6, 0), kwargs = {})
    %getitem_99 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_6, 1), kwargs = {})
    %getitem_100 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_6, 2), kwargs = {})
    %convolution_backward_6 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_98, %relu_3, %primals_32, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_101 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_6, 0), kwargs = {})
    %getitem_102 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_6, 1), kwargs = {})
    %add_16 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_83, %getitem_101), kwargs = {})
    %detach_16 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_3,), kwargs = {})
    %threshold_backward_6 : [num_users=2] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%add_16, %detach_16, 0), kwargs = {})
    %native_batch_norm_backward_7 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_6, %convolution_4, %primals_30, %getitem_25, %getitem_26, %getitem_23, %getitem_24, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_104 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_7, 0), kwargs = {})
    %getitem_105 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_7, 1), kwargs = {})
    %getitem_106 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_7, 2), kwargs = {})
    %convolution_backward_7 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_104, %getitem_5, %primals_26, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_107 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_7, 0), kwargs = {})
    %getitem_108 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_7, 1), kwargs = {})
    %native_batch_norm_backward_8 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_6, %convolution_3, %primals_24, %getitem_20, %getitem_21, %getitem_18, %getitem_19, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_110 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_8, 0), kwargs = {})
    %getitem_111 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_8, 1), kwargs = {})
    %getitem_112 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_8, 2), kwargs = {})
    %convolution_backward_8 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_110, %relu_2, %primals_20, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_113 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_8, 0), kwargs = {})
    %getitem_114 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_8, 1), kwargs = {})
    %detach_17 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_2,), kwargs = {})
    %threshold_backward_7 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%getitem_113, %detach_17, 0), kwargs = {})
    %native_batch_norm_backward_9 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_7, %convolution_2, %primals_18, %getitem_15, %getitem_16, %getitem_13, %getitem_14, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_116 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_9, 0), kwargs = {})
    %getitem_117 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_9, 1), kwargs = {})
    %getitem_118 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_9, 2), kwargs = {})
    %convolution_backward_9 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_116, %relu_1, %primals_14, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_119 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_9, 0), kwargs = {})
    %getitem_120 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_9, 1), kwargs = {})
    %detach_18 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach_1,), kwargs = {})
    %threshold_backward_8 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%getitem_119, %detach_18, 0), kwargs = {})
    %native_batch_norm_backward_10 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_8, %convolution_1, %primals_12, %getitem_10, %getitem_11, %getitem_8, %getitem_9, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_122 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_10, 0), kwargs = {})
    %getitem_123 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_10, 1), kwargs = {})
    %getitem_124 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_10, 2), kwargs = {})
    %convolution_backward_10 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_122, %getitem_5, %primals_8, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]), kwargs = {})
    %getitem_125 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_10, 0), kwargs = {})
    %getitem_126 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_10, 1), kwargs = {})
    %add_17 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_107, %getitem_125), kwargs = {})
    %max_pool2d_with_indices_backward : [num_users=1] = call_function[target=torch.ops.aten.max_pool2d_with_indices_backward.default](args = (%add_17, %relu, [3, 3], [2, 2], [1, 1], [1, 1], False, %getitem_6), kwargs = {})
    %detach_19 : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%detach,), kwargs = {})
    %threshold_backward_9 : [num_users=1] = call_function[target=torch.ops.aten.threshold_backward.default](args = (%max_pool2d_with_indices_backward, %detach_19, 0), kwargs = {})
    %native_batch_norm_backward_11 : [num_users=3] = call_function[target=torch.ops.aten.native_batch_norm_backward.default](args = (%threshold_backward_9, %convolution, %primals_6, %getitem_3, %getitem_4, %getitem_1, %getitem_2, True, 1e-05, [True, True, True]), kwargs = {})
    %getitem_128 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_11, 0), kwargs = {})
    %getitem_129 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_11, 1), kwargs = {})
    %getitem_130 : [num_users=1] = call_function[target=operator.getitem](args = (%native_batch_norm_backward_11, 2), kwargs = {})
    %convolution_backward_11 : [num_users=1] = call_function[target=torch.ops.aten.convolution_backward.default](args = (%getitem_128, %primals_1, %primals_2, [0], [2, 2], [3, 3], [1, 1], False, [0, 0], 1, [False, True, False]), kwargs = {})
    %getitem_132 : [num_users=1] = call_function[target=operator.getitem](args = (%convolution_backward_11, 1), kwargs = {})
    return (None, getitem_132, None, None, None, getitem_129, getitem_130, getitem_126, None, None, None, getitem_123, getitem_124, getitem_120, None, None, None, getitem_117, getitem_118, getitem_114, None, None, None, getitem_111, getitem_112, getitem_108, None, None, None, getitem_105, getitem_106, getitem_102, None, None, None, getitem_99, getitem_100, getitem_96, None, None, None, getitem_93, getitem_94, getitem_90, None, None, None, getitem_87, getitem_88, getitem_84, None, None, None, getitem_81, getitem_82, getitem_78, None, None, None, getitem_75, getitem_76, getitem_72, None, None, None, getitem_69, getitem_70, getitem_66, None, None, None, getitem_63, getitem_64, t_4, view_1)
