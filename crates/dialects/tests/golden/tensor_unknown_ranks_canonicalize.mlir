// What a cast to a tensor of unknown rank forgets is not needed if a second cast says as much.

func.func @through_unknown(%t: tensor<2x?xi8>) -> (tensor<?x?xi8>, tensor<2x?xi8>, tensor<2x4xi8>, tensor<*xi8>) {
  %u = tensor.cast %t : tensor<2x?xi8> to tensor<*xi8>
  %a = tensor.cast %u : tensor<*xi8> to tensor<?x?xi8>
  %b = tensor.cast %u : tensor<*xi8> to tensor<2x?xi8>
  %c = tensor.cast %u : tensor<*xi8> to tensor<2x4xi8>
  %d = tensor.cast %a : tensor<?x?xi8> to tensor<*xi8>
  return %a, %b, %c, %d : tensor<?x?xi8>, tensor<2x?xi8>, tensor<2x4xi8>, tensor<*xi8>
}

// This one says more: the rank, or a size.
func.func @says_more(%t: tensor<*xi8>) -> (tensor<*xi8>, tensor<?x?xi8>) {
  %a = tensor.cast %t : tensor<*xi8> to tensor<3x?xi8>
  %b = tensor.cast %a : tensor<3x?xi8> to tensor<*xi8>
  %c = tensor.cast %a : tensor<3x?xi8> to tensor<?x?xi8>
  return %b, %c : tensor<*xi8>, tensor<?x?xi8>
}

func.func @other_rank(%t: tensor<3xi8>) -> tensor<?x?xi8> {
  %a = tensor.cast %t : tensor<3xi8> to tensor<*xi8>
  %b = tensor.cast %a : tensor<*xi8> to tensor<?x?xi8>
  return %b : tensor<?x?xi8>
}

// Parts may be taken again and again from one place, but not be written there.
func.func @no_stride(%t: tensor<4xi8>, %s: tensor<1xi8>) -> (tensor<3xi8>, tensor<4xi8>) {
  %zero = arith.constant 0 : index
  %a = tensor.extract_slice %t[1] [3] [%zero] : tensor<4xi8> to tensor<3xi8>
  %b = tensor.insert_slice %s into %t[1] [1] [%zero] : tensor<1xi8> into tensor<4xi8>
  return %a, %b : tensor<3xi8>, tensor<4xi8>
}

// An index that becomes a constant only when its op is folded.
func.func @computed_index(%t: tensor<?x?xi8>, %u: tensor<5x6xi8>, %v: i8) -> i8 {
  %two = arith.constant 2 : index
  %a = tensor.insert %v into %t[%two, %two] : tensor<?x?xi8>
  %rank = tensor.rank %u : tensor<5x6xi8>
  %b = tensor.extract %a[%rank, %two] : tensor<?x?xi8>
  return %b : i8
}

// Elements are counted without a look at each index.
func.func @out_of_row(%v: i8, %w: i8) -> (i8, i8, i8) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : index
  %back = arith.constant -2 : index
  %t = tensor.from_elements %v, %v, %w, %w : tensor<2x2xi8>
  %a = tensor.extract %t[%zero, %three] : tensor<2x2xi8>
  %b = tensor.extract %t[%zero, %seven] : tensor<2x2xi8>
  %c = tensor.extract %t[%three, %back] : tensor<2x2xi8>
  return %a, %b, %c : i8, i8, i8
}
