"""Programs that were once rewritten wrongly, as the fuzzer found and shrank them.

Each has a name that says what went wrong. They are run as the table of ``programs.py`` is.
"""

from __future__ import annotations

import torch

from programs import Program, floats, ints, mask, program, strided, values

MASK_OF_ONE = mask(true=0)

REGRESSIONS: dict[str, Program] = {
    # Dtypes.
    "cumsum_ keeps int32": program("x.cumsum_(0)", x=ints(3, dtype=torch.int32)),
    "cumprod_ keeps int32": program("x.cumprod_(0); return x", x=ints(3, dtype=torch.int32)),
    "cumsum_ of a number keeps int32": program("x.cumsum_(0)", x=values(3, torch.int32)),
    # Results of out= are the tensors that were given.
    "results of out= are written later": program(
        "r = torch.max(z, -1, out=(x, y)); y.add_(1); return r[1], r[0]",
        x=floats(5),
        y=ints(5),
        z=floats(5, 2),
    ),
    "out= is returned, running statistics are written as well": program(
        "torch.ops.aten._native_batch_norm_legit.out("
        "z, None, None, m, v, True, 0.1, 1e-5, out=x, save_mean=s, save_invstd=t)",
        x=floats(3, 2),
        z=floats(3, 2),
        m=floats(2),
        v=floats(2),
        s=floats(2),
        t=floats(2),
    ),
    "a result of out= is written": program(
        "r = torch.min(z, -1, out=(x, y)); r[1].add_(3)", x=floats(3), y=ints(3), z=floats(3, 2)
    ),
    "out= writes a view of another shape": program(
        "v = x.unflatten(0, (2, 2)); torch.max(z, -1, out=(v, y)); return v",
        x=floats(4),
        y=ints(2, 2),
        z=floats(2, 2, 3),
    ),
    "out= of max and a view taken before": program(
        "c = torch.unbind(x); r = torch.max(z, 0, out=(x, y)); c[0].fill_(9.); return r[0]",
        x=floats(2, 3),
        y=ints(2, 3),
        z=floats(4, 2, 3),
    ),
    # An integer in a tensor selects as a Python integer does: the result is a view.
    "a number in a tensor takes a view": program(
        "t = x[i]; x.add_(1); return t", only="dynamo", i=values(2)
    ),
    "a mask of no dimensions and no values": program(
        "x[m] = v", only="dynamo", x=floats(1, 6), m=MASK_OF_ONE, v=floats(0, 1, 6), may_refuse=True
    ),
    # Views in place.
    "a view of an input gets another shape": program(
        "v = x[:]; v.unsqueeze_(1); return v", may_refuse=True
    ),
    "a view of an input is transposed in place": program(
        "v = x[:5]; v.t_(); v[-4] = w; return v, x[:1]", w=floats(4), may_refuse=True
    ),
    "leading ones of a value, region without annotation": program(
        "v = x.view(1); v[()] = z; v.unsqueeze_(0)", x=floats(), z=floats(1, 1), may_refuse=True
    ),
    "leading ones of a value, row without annotation": program(
        "t = x[3]; t.squeeze_(); t[2] = u", u=floats(1), may_refuse=True
    ),
    "one chunk of three that are asked for": program(
        "t = x + 1; c = torch.chunk(t, 3); torch.relu_(c[0]); t.t_(); return t",
        x=floats(1),
        may_refuse=True,
    ),
    "an alias of an object that became another view": program(
        "t = x * 1; v = t[:]; t.unsqueeze_(0); v.add_(1); v.mul_(2); return t, v",
        may_refuse=True,
    ),
    "positive returns its argument itself": program(
        "t = x * 1; v = torch.positive(t); t.t_(); v.add_(w); return t, v",
        w=floats(6, 4),
        may_refuse=True,
    ),
    "a view that positive returned is transposed": program(
        "v = x[0].reshape(2, 3); w = torch.positive(v); w.swapaxes_(1, 0); return v",
        may_refuse=True,
    ),
    "atleast_2d returns its argument itself": program(
        "v = x[0][None]; w = torch.atleast_2d(v); w.unsqueeze_(0); return v", may_refuse=True
    ),
    "an alias of an input is written, then gets another shape": program(
        "v = x[()]; v.masked_fill_(m, 0); v.unsqueeze_(0)",
        x=floats(),
        m=mask(true=0),
        may_refuse=True,
    ),
    "arithmetic of another dtype, annotation lost": program(
        "v = x.adjoint(); v -= y; v.squeeze_()",
        x=floats(1, 4, dtype=torch.float16),
        y=floats(4, 1),
        may_refuse=True,
    ),
    # What lists of tensors return are the tensors.
    "_foreach_add_ returns what it wrote": program(
        "r = torch._foreach_add_([x, y], 1); r[1].add_(1); x.mul_(2); return r[0]",
        only="dynamo",
        y=floats(3),
        may_refuse=True,
    ),
    # The elements of a conjugate are others.
    "a conjugate is no buffer of its input": program(
        "return x.conj()", x=floats(3, dtype=torch.complex64)
    ),
    # as_strided counts from the start of the memory.
    "as_strided of a written row": program(
        "v = x[1]; v.add_(1); return v.as_strided((2,), (1,), 7)"
    ),
    "as_strided of a written column": program(
        "v = x.t(); v.add_(1); return v.as_strided((4,), (1,))"
    ),
    "a write through as_strided beyond its argument": program(
        "v = b[:2]; w = v.as_strided((3,), (1,), 1); w.add_(1); return b * 1", b=floats(6)
    ),
    "rows of a row": program("b[0].as_strided((2, 6), (6, 1)).add_(1)", b=floats(4, 6)),
    "a column from its first element": program(
        "b.select(0, 0).select(0, 0).as_strided((4,), (6,)).zero_()", b=floats(4, 6)
    ),
    "as_strided beyond its argument read after a write to that": program(
        "v = b[:2]; w = v.as_strided((3,), (1,), 1); v.add_(1); return w * 1", b=floats(6)
    ),
    "as_strided in memory order": program(
        "w = x.as_strided((3, 2), (2, 1), 1); w.mul_(2); return x.as_strided((5,), (3,))",
        x=strided((2, 3, 4), (4, 8, 1)),
    ),
    "as_strided in place beyond what it was": program(
        "t = x + 1; v = t[0]; v.as_strided_((3, 2), (6, 1), 1); v.add_(1); return t, v"
    ),
    "as_strided of a view of another dtype": program(
        "v = x.view(torch.int32); w = v[0].as_strided((2,), (6,), 3); w.add_(1); return v * 1"
    ),
    "as_strided of a conjugate": program(
        "v = x.conj()[1:]; w = v.as_strided((2,), (2,), 1); x.mul_(2j); return w * 1",
        x=floats(4, dtype=torch.complex64),
        may_refuse=True,
    ),
    "a write to memory in which the input has no element": program(
        "x.as_strided((3,), (1,), 0).add_(1); return x", x=strided((5,), (2,)), may_refuse=True
    ),
    "memory in which the input has no element, read after a write": program(
        "w = x.as_strided((3,), (1,), 8); x.add_(1); return w * 1",
        x=strided((5,), (2,)),
        may_refuse=True,
    ),
    # The strides of what was written are those it had.
    "as_strided_copy of a written input with gaps": program(
        "x.add_(1); return torch.as_strided_copy(x, (3,), (4,))", x=strided((6,), (2,))
    ),
    "as_strided_scatter of a written view": program(
        "v = x[:, 2]; v.add_(1); return torch.as_strided_scatter(v, y, (2,), (12,), 8)",
        only="aten",  # Dynamo cannot capture it of a view
        y=floats(2),
    ),
    "as_strided_copy of what follows from a written input": program(
        "x.zero_(); x[0] = 1.; t = x * 2; return torch.as_strided_copy(t, (4, 6), (1, 4))",
        x=strided((4, 6), (1, 5)),
    ),
    "a stride of a written input": program(
        "x.mul_(2); return torch.full((2,), x.stride(0)), x * x.stride()[1]",
        x=strided((3, 4), (9, 2)),
    ),
    "whether a written input is contiguous": program(
        "x.mul_(2); return x * x.is_contiguous()", x=strided((3, 4), (9, 2))
    ),
    "whether a permuted input is channels-last after a write": program(
        "x[0] = 1.; return x * x.is_contiguous(memory_format=torch.channels_last)",
        x=strided((2, 3, 4, 5), (60, 1, 15, 3)),
    ),
    "the diagonal of a strided input": program(
        "x.fill_diagonal_(9.)", x=strided((4, 2), (1, 4), 3), may_refuse=True
    ),
    # Lists that are written.
    "items of a written list are its tensors": program(
        "r = torch._foreach_add_([x, y], 1); r[1][1] = x[0, 0]; return r[0]",
        only="dynamo",
        y=floats(2),
    ),
    "an item of a tuple of views changes its shape": program(
        "c = x.chunk(2, 1); c[1].unsqueeze_(0); return c[1]"
    ),
    "a result of atleast_2d is its argument": program(
        "v = x[0][None]; w = torch.atleast_2d(v); w.squeeze_(); w.add_(1); return v, x",
        may_refuse=True,
    ),
    "a contiguous tensor is its own contiguous": program(
        "t = x + 1; w = t.contiguous(); w.t_(); t.mul_(2); return t, w",
        may_refuse=True,
    ),
    "a tensor of a dtype is its own to(dtype)": program(
        "t = x + 1; w = t.to(torch.float32); t.unsqueeze_(0); w[0, 1] = 3.; return t, w",
        may_refuse=True,
    ),
    "one node for two objects, one of which changes its shape": program(
        "t = x[0].clone(); v = t[...]; t.unsqueeze_(1); v.copy_(x[1]); v[0] = 1.; return t, v"
    ),
    "an array seen as wider elements after a write": program(
        "v = i.view(torch.int32); v[m] = 2; return v, i", i=ints(3, 2), m=mask(3, 4, true=5)
    ),
    "the object of a view became another view, the tensor itself is written": program(
        "v = x[:,]; v.swapaxes_(1, 0); v.clip_(min=-1); x.clamp_(0)", may_refuse=True
    ),
    "one node for a tensor and its alias, which becomes another view": program(
        "v = x[()]; w = v[()]; r = w.squeeze_(); r.fill_(1.); v.unsqueeze_(0); return r",
        may_refuse=True,
    ),
    "the place of a view is written, then the view": program(
        "v = x[i]; i.sub_(1); v.add_(1); return v", only="dynamo", i=values(2), may_refuse=True
    ),
    # Calls that read what they write.
    "columns shifted in place": program("x[:, 1:] = x[:, :-1]", may_refuse=True),
    "rows divided by their first element": program("x.div_(x[:, 0:1])", may_refuse=True),
    "a list that holds a tensor twice": program(
        "torch._foreach_add_([x, x], [1.0, 2.0])", may_refuse=True
    ),
    "a list of a tensor and its transpose": program(
        "torch._foreach_mul_([x, x.t()], 2.0)", may_refuse=True, x=floats(3, 3)
    ),
    "a list of overlapping pieces": program(
        "torch._foreach_mul_([x[:3], x[1:]], 2.0)", may_refuse=True
    ),
    "an entry of a list reads what another wrote": program(
        "torch._foreach_mul_([x, y], [x, x])", may_refuse=True, y=floats(4, 6)
    ),
    "a list copied in a circle": program(
        "torch._foreach_copy_([x, y], [y, x])", may_refuse=True, y=floats(4, 6)
    ),
    "a list multiplied by a member": program(
        "torch._foreach_mul_([s, x], s)", may_refuse=True, s=floats()
    ),
    "a column permuted in place": program(
        "x[p, 0] = x[:, 0]", only="dynamo", may_refuse=True, p=values([1, 2, 3, 0])
    ),
    "rows added to rows of the same tensor": program(
        "x[:, 0].index_add_(0, i, x[:, 0])", may_refuse=True, i=values([0, 1, 1, 2])
    ),
    "a tensor scattered into itself": program("x.masked_scatter_(x > 0, x)", may_refuse=True),
    "a product over its factor": program(
        "torch.mm(x, w, out=x)", may_refuse=True, x=floats(3, 3), w=floats(3, 3)
    ),
    "an input whose elements overlap": program(
        "x.mul_(2)", may_refuse=True, x=strided((3, 4), (2, 1))
    ),
    "an input that is expanded": program(
        "x[0].add_(1)", may_refuse=True, x=strided((3, 4), (0, 1))
    ),
    "a write through a conjugate, then real parts": program(
        "x.conj().add_(1); return torch.view_as_real(x)",
        may_refuse=True,
        x=floats(4, dtype=torch.complex64),
    ),
    "statistics of a batch norm that overlap": program(
        "torch.nn.functional.batch_norm(x, s[:2], s[1:], training=True); return s",
        may_refuse=True,
        x=floats(4, 2),
        s=floats(3),
    ),
    "an input is transposed in place": program(
        "x.t_(); return x + 1", only="aten", may_refuse=True
    ),
    "a fused optimizer step": program(
        "torch._fused_sgd_([x], [g], [], weight_decay=0.0, momentum=0.0, lr=0.1, dampening=0.0, nesterov=False, maximize=False, is_first_step=False)",
        may_refuse=True,
        g=floats(4, 6),
    ),
    "a row from another row": program("x[0] = x[1]; return x"),
    "a column from another column": program("x[:, 0] = x[:, 1]; return x"),
    # Indexes.
    "a mask that is a column of what is written": program(
        "x[x[:, 0]] = False", only="dynamo", may_refuse=True, x=mask(4, 4, true=9)
    ),
    "indices that are a column of what is written": program(
        "x[x[:, 0]] = v",
        only="dynamo",
        may_refuse=True,
        x=values([[1, 0], [0, 1]]),
        v=ints(2, 2),
    ),
    "the value under a mask is an element": program("x[x > 0] = x[0, 0]"),
    "a mask is what is written": program("x[x] = True", x=mask(4, true=2)),
    "True is one more dimension": program("x[True] = v", only="dynamo", v=floats(1, 4, 6)),
    "True beside an index beyond a slice": program(
        "x[True, :, [0, 2]] = v", only="dynamo", v=floats(2, 4)
    ),
    "True twice, around a slice": program("x[True, :, True] = v", only="dynamo", v=floats(1, 4, 6)),
    "False selects nothing": program("x[:, False] = 1; return x + 1", only="dynamo"),
    "a number in a tensor before a slice and an index": program(
        "x[i, :, [0, 2]] = v", only="dynamo", x=floats(2, 3, 4), v=floats(3, 2), i=values(-1)
    ),
    "a number in a tensor behind an index and a slice": program(
        "x[:, [0, 1], :, i] = v",
        only="dynamo",
        x=floats(2, 3, 2, 4),
        v=floats(2, 2, 2),
        i=values(-1),
    ),
    # Sizes.
    "a batch of no elements": program(
        "return F.batch_norm(x, m, v, training=True), m, v",
        only="dynamo",
        x=floats(0, 3, 2),
        m=floats(3),
        v=floats(3),
    ),
    "an instance norm keeps statistics": program(
        "y = F.instance_norm(x, m, v, w, None, True, 0.5); m.add_(1); return y, v",
        only="dynamo",
        x=floats(2, 3, 4),
        m=floats(3),
        v=floats(3),
        w=floats(3),
    ),
    "an instance norm of no instances": program(
        "return F.instance_norm(x, m, v)",
        only="dynamo",
        x=floats(0, 3, 4),
        m=floats(3),
        v=floats(3),
    ),
    "mT of no dimensions": program("x.mT.add_(1)", x=floats()),
    "mH of no dimensions": program("x.mH.add_(1)", x=floats()),
    "adjoint of a number, complex": program(
        "x.adjoint().add_(1j)", x=floats(dtype=torch.complex64)
    ),
    "a view expanded to no elements": program("x.expand(3, 0).fill_(7.)", x=floats(1)),
    # Of tensors that change their shape in place a graph tells nothing: their operators do.
    "what a conversion returned as it is changes its shape": program(
        "v = x[:]; w = v.resolve_conj(); v.unsqueeze_(0); w.add_(1); return v, w", only="dynamo"
    ),
    # out= over a tensor that is read, and of another dtype.
    "a sum over what it sums": program(
        "torch.sum(x, 1, keepdim=True, out=x)", may_refuse=True, x=floats(3, 1)
    ),
    "the largest of a row over the row": program(
        "torch.amax(x, 1, keepdim=True, out=x)", may_refuse=True, x=floats(3, 1)
    ),
    "a linear layer over its input": program(
        "torch.ops.aten.linear.out(x, w, out=x)", may_refuse=True, x=floats(3, 3), w=floats(3, 3)
    ),
    "sums of floats into integers": program(
        "torch.cumsum(z * 3, 0, out=x)", x=ints(8), z=floats(8)
    ),
    "a sum into float64": program(
        "torch.sum(z, 0, out=x)", x=floats(4, dtype=torch.float64), z=floats(99, 4)
    ),
    "a deviation into float64": program(
        "torch.std(z, 0, out=x)",
        may_refuse=True,
        x=floats(4, dtype=torch.float64),
        z=floats(9, 4),
    ),
    "random numbers by probability into another tensor": program(
        "torch.bernoulli(z.sigmoid(), out=x)", x=floats(99), z=floats(99)
    ),
    "addr_ with vectors of another dtype": program(
        "x.addr_(u, v); return x[..., 1:]",
        x=floats(2, 3, dtype=torch.bfloat16),
        u=floats(2),
        v=floats(3),
    ),
    "out= beside device=": program(
        "torch.randint(9, (8,), out=x, device='cpu'); return x * 1",
        may_refuse=True,
        x=ints(8),
    ),
    # `contiguous` leaves any stride to a dimension of one element.
    "elements of another width of what has a dimension of one element": program(
        "v = x.view(torch.float64); v[:] = y; return x * 1",
        x=floats(5, 2),
        y=strided((1, 5, 1), (10, 2, 10)),
    ),
    # A tensor of no dimensions has no strides to tell, but begins somewhere.
    "one element reshaped in place to more of its memory": program(
        "v = x[1]; x.copy_(y); v.as_strided_((2,), (1,)); return v",
        may_refuse=True,
        x=floats(3),
        y=floats(3),
    ),
    # Whoever sees the memory otherwise sees plain numbers.
    "a write through a negative view of what is viewed as integers": program(
        "v = x.view(torch.int32); w = torch._neg_view(x); w[()] = 1; return v * 1", x=floats(3)
    ),
    "no elements of half the width": program(
        "v = x[:, 4:].view(torch.int32); v.mul_(2); return v * 1", x=ints(1, 4)
    ),
    "no elements of twice the width": program(
        "v = x[:, 4:].view(torch.int64); x.mul_(2); return v * 1",
        x=ints(1, 4, dtype=torch.int32),
    ),
    "an element of another dtype, written and then reshaped in place": program(
        "v = x.view(torch.int32); r = v.masked_fill_(y, 1); v.as_strided_((1,), (1,), 0); return r",
        may_refuse=True,
        x=floats(),
        y=mask(true=1),
    ),
}
