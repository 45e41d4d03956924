// A switch between blocks that take tensors.

func.func private @choose(%a: tensor<4xf32>, %b: tensor<4xf32>, %flag: i32, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  cf.switch %flag : i32, [
    default: ^end(%a, %b : tensor<4xf32>, tensor<4xf32>),
    1: ^end(%b, %a : tensor<4xf32>, tensor<4xf32>),
    2: ^other(%f : f32)
  ]
^other(%g: f32):
  %empty = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%g : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^end(%filled, %a : tensor<4xf32>, tensor<4xf32>)
^end(%c: tensor<4xf32>, %d: tensor<4xf32>):
  %0 = tensor.insert %f into %c[%i] : tensor<4xf32>
  return %0, %d : tensor<4xf32>, tensor<4xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 9.0 : f32
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = tensor.generate {
  ^bb0(%i: index):
    %int = arith.index_cast %i : index to i32
    %float = arith.sitofp %int : i32 to f32
    tensor.yield %float : f32
  } : tensor<4xf32>
  scf.for %k = %c0 to %c4 step %c1 {
    %flag = arith.index_cast %k : index to i32
    %c, %d = func.call @choose(%a, %b, %flag, %f, %c1) : (tensor<4xf32>, tensor<4xf32>, i32, f32, index) -> (tensor<4xf32>, tensor<4xf32>)
    scf.for %i = %c0 to %c4 step %c1 {
      %x = tensor.extract %c[%i] : tensor<4xf32>
      %y = tensor.extract %d[%i] : tensor<4xf32>
      vector.print %x : f32
      vector.print %y : f32
    }
  }
  return
}
