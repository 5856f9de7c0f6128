graph():
    %x : [num_users=6] = placeholder[target=x]
    %naïve : [num_users=1] = placeholder[target=naïve](default=[1, 'a'])
    %raw : [num_users=1] = call_function[target=foo[0].bar](args = (%x, , it's: so, a (b, c) d, x ,y, a,b,c, a::b, # no remark, -> <z>, b'a, b', 100%, [, ], {: , a: }, ...[total_len=5], python.nn_module, 007, 1e-5x, --1, 0.500000000000000, ), kwargs = {k: %naïve, v: })
    %comma : [num_users=0] = call_function[target=f](args = (%x, ,), kwargs = {})
    %cut : [num_users=1] = call_function[target=torch.add](args = (%x, tensor([[1., 2.],
        [3., 4.]]), %x), kwargs = {})
    %bracket : [num_users=1] = call_function[target=f](args = (%x, :-(, %raw), kwargs = {k: foo(})
    %odd : [num_users=1] = call_function[target=f](args = (%x, a)b), kwargs = {k: %cut})
    %line : [num_users=1] = call_function[target=f](args = (%x, first line
second: line, %bracket), kwargs = {})
    return (odd, line, <object Foo(bar)>)
