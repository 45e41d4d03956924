// Parentheses where one element is expected hold several, as if they were a complex number. What is behind the last element
// of the type is dropped.

module {
  "test.pairs"() {
    all = dense<(1, 2)> : tensor<2xi32>,
    equal = dense<(1, 1)> : tensor<3xi32>,
    first_of_pair = dense<(1, 2)> : tensor<i32>,
    no_room = dense<(1, 2)> : tensor<0xi32>,
    in_list = dense<[(1, 2), (3, 4)]> : tensor<2xi32>,
    in_lists = dense<[[(1, 2)], [(3, 4)]]> : tensor<2x1xi32>,
    alone = dense<[(1, 2)]> : tensor<1xi32>,
    nested = dense<((1, 2), (3, 4))> : vector<2xi8>,
    floats = dense<[1.0, (2.0, 3.0)]> : vector<2xf16>,
    bits = dense<[true, (true, false)]> : tensor<2xi1>,
    some_bits = dense<[false, (true, false)]> : tensor<2xi1>,
    strings = dense<[("a", "b"), "c"]> : tensor<2x!strings.string>,
    equal_strings = dense<[("a", "a"), "a"]> : tensor<2x!strings.string>
  } : () -> ()
  "test.complex"() {
    all = dense<(1, 2)> : tensor<2xcomplex<i32>>,
    none = dense<(1, 2)> : tensor<0xcomplex<i32>>,
    mixed = dense<[((1, 2), (3, 4)), 5, 6]> : tensor<3xcomplex<i32>>
  } : () -> ()
  "test.sparse"() {
    indices = sparse<[(0, 1), (1, 2)], (1, 2)> : tensor<3xi32>,
    values = sparse<[0, 2], [(1, 2), 3]> : tensor<3xi32>,
    one = sparse<(0, 5), 3> : tensor<2xi32>
  } : () -> ()
  // One element may stand for more than can be counted.
  "test.many"() {
    most = dense<0> : tensor<4611686018427387904x3xi32>,
    more = dense<1.0> : tensor<4611686018427387904x4xf32>,
    lanes = dense<true> : vector<9223372036854775807x9223372036854775807xi1>
  } : () -> ()
}
