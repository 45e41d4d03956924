// RUN: --generate-runtime-verification

func.func @elements(%t: tensor<?x3xi8>, %s: tensor<i8>, %i: index, %v: i8) -> (i8, tensor<?x3xi8>, i8, tensor<i8>) {
  %two = arith.constant 2 : index
  %a = tensor.extract %t[%i, %two] : tensor<?x3xi8>
  %b = tensor.insert %v into %t[%two, %i] : tensor<?x3xi8>
  %c = tensor.extract %s[] : tensor<i8>
  %d = tensor.insert %v into %s[] : tensor<i8>
  return %a, %b, %c, %d : i8, tensor<?x3xi8>, i8, tensor<i8>
}

func.func @casts(%t: tensor<*xi8>, %u: tensor<5x?xi8>) -> (tensor<5x?xi8>, tensor<?x2xi8>, tensor<*xi8>) {
  %a = tensor.cast %t : tensor<*xi8> to tensor<5x?xi8>
  %b = tensor.cast %u : tensor<5x?xi8> to tensor<?x2xi8>
  %c = tensor.cast %u : tensor<5x?xi8> to tensor<*xi8>
  return %a, %b, %c : tensor<5x?xi8>, tensor<?x2xi8>, tensor<*xi8>
}

func.func @part(%t: tensor<?x9xi8>, %i: index, %n: index) -> tensor<?x3xi8> {
  %p = tensor.extract_slice %t[2, %i] [%n, 3] [%n, 2] : tensor<?x9xi8> to tensor<?x3xi8>
  return %p : tensor<?x3xi8>
}
