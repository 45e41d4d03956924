func.func @zero(%t: tensor<2x?xf32>, %c: f32) -> tensor<2x?xf32> {
  %0 = tensor.pad %t low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x?xf32> to tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
func.func @zero_cast(%t: tensor<2x?xf32>, %c: f32) -> tensor<?x4xf32> {
  %z = arith.constant 0 : index
  %0 = tensor.pad %t low[0, %z] high[%z, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x?xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @nofold(%t: tensor<2x3xf32>, %c: f32) -> tensor<2x3xf32> {
  %0 = tensor.pad %t nofold low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @same_type(%t: tensor<2x3xf32>, %c: f32, %n: index, %m: index) -> tensor<2x3xf32> {
  %0 = tensor.pad %t low[%n, 0] high[%m, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @source_cast(%t: tensor<2x3xf32>, %c: f32) -> (tensor<?x?xf32>, tensor<4x?xf32>, tensor<4x5xf32>) {
  %s = tensor.cast %t : tensor<2x3xf32> to tensor<?x?xf32>
  %0 = tensor.pad %s low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.pad %s low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<4x?xf32>
  %2 = tensor.pad %s low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<4x5xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<4x?xf32>, tensor<4x5xf32>
}
func.func @source_cast_same(%t: tensor<2x3xf32>, %c: f32, %n: index) -> (tensor<?x?xf32>) {
  %s = tensor.cast %t : tensor<2x3xf32> to tensor<?x?xf32>
  %0 = tensor.pad %s low[%n, %n] high[%n, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {a = 1 : i32} : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @target_cast(%t: tensor<?x?xf32>, %c: f32, %n: index) -> (tensor<8x?xf32>) {
  %0 = tensor.pad %t low[%n, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {a = 1 : i32} : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<8x?xf32>
  return %1 : tensor<8x?xf32>
}
func.func @target_cast2(%t: tensor<?x?xf32>, %c: f32, %n: index) -> (tensor<8x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.pad %t low[%n, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<8x?xf32>
  return %1, %0 : tensor<8x?xf32>, tensor<?x?xf32>
}
func.func @constants(%t: tensor<2x?x4xf32>, %c: f32, %n: index) -> (tensor<?x?x?xf32>) {
  %one = arith.constant 1 : index
  %neg = arith.constant -1 : index
  %0 = tensor.pad %t low[%n, %one, %neg] high[1, %n, %one] {
  ^bb0(%i: index, %j: index, %k: index):
    %x = arith.addi %i, %j : index
    %y = arith.index_cast %x : index to i32
    %z = arith.sitofp %y : i32 to f32
    tensor.yield %z : f32
  } {a = 1 : i32} : tensor<2x?x4xf32> to tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @constants2(%t: tensor<2x?x4xf32>, %c: f32, %n: index) -> (tensor<?x?x4xf32>) {
  %one = arith.constant 1 : index
  %0 = tensor.pad %t nofold low[%n, %one, 0] high[1, %one, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %c : f32
  } : tensor<2x?x4xf32> to tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}
func.func @constants3(%t: tensor<2x?x4xf32>, %c: f32, %n: index) -> (tensor<?x?x4xf32>) {
  %one = arith.constant 1 : index
  %0 = tensor.pad %t low[%one, %one, 0] high[1, %n, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %c : f32
  } : tensor<2x?x4xf32> to tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}
func.func @other_dims(%t: tensor<40x48xf32>, %size0: index, %size1: index, %high0: index, %high1: index) -> tensor<8x4xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[8, 0] [%size0, 48] [1, 1] : tensor<40x48xf32> to tensor<?x48xf32>
  %1 = tensor.pad %0 low[0, 0] high[%high0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<?x48xf32> to tensor<8x48xf32>
  %2 = tensor.extract_slice %1[0, 12] [8, %size1] [1, 1] : tensor<8x48xf32> to tensor<8x?xf32>
  %3 = tensor.pad %2 nofold low[0, 0] high[0, %high1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<8x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
func.func @other_dims_values(%t: tensor<40x48xf32>, %size0: index, %size1: index, %high0: index, %high1: index) -> tensor<8x4xf32> {
  %cst = arith.constant 0.0 : f32
  %cst1 = arith.constant 1.0 : f32
  %0 = tensor.extract_slice %t[8, 0] [%size0, 48] [1, 1] : tensor<40x48xf32> to tensor<?x48xf32>
  %1 = tensor.pad %0 low[0, 0] high[%high0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<?x48xf32> to tensor<8x48xf32>
  %2 = tensor.extract_slice %1[0, 12] [8, %size1] [1, 1] : tensor<8x48xf32> to tensor<8x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, %high1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst1 : f32
    } : tensor<8x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
func.func @other_dims_sizes(%t: tensor<40x48xf32>, %size0: index, %size1: index, %high0: index, %high1: index) -> tensor<8x4xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[8, 0] [%size0, 48] [1, 1] : tensor<40x48xf32> to tensor<?x48xf32>
  %1 = tensor.pad %0 low[0, 0] high[%high0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<?x48xf32> to tensor<8x48xf32>
  %2 = tensor.extract_slice %1[0, 12] [7, %size1] [1, 1] : tensor<8x48xf32> to tensor<7x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[1, %high1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<7x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
func.func @dims(%t: tensor<?x?xf32>, %c: f32, %n: index) -> (index, index) {
  %0 = tensor.pad %t low[%n, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<?x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %1 = tensor.dim %0, %c0 : tensor<?x8xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x8xf32>
  return %1, %2 : index, index
}
func.func @bits(%t: tensor<4xi32>) -> (tensor<4xui32>, tensor<4xi32>, tensor<?xf32>) {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xf32>
  %1 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xui32>
  %2 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xi32>
  %3 = tensor.bitcast %0 : tensor<4xf32> to tensor<?xf32>
  return %1, %2, %3 : tensor<4xui32>, tensor<4xi32>, tensor<?xf32>
}
func.func @bits_const() -> tensor<4xf32> {
  %t = arith.constant dense<1> : tensor<4xi32>
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @concat_one(%t: tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x4xf32>, tensor<?x?xf32>) {
  %0 = tensor.concat dim(0) %t : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = tensor.concat dim(0) %t : (tensor<2x?xf32>) -> tensor<2x4xf32>
  %2 = tensor.concat dim(0) %t : (tensor<2x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<2x?xf32>, tensor<2x4xf32>, tensor<?x?xf32>
}
func.func @concat_operands(%t: tensor<2x?xf32>, %u: tensor<?x3xf32>, %v: tensor<?x?xf32>) -> (tensor<8x3xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<5x3xf32>) {
  %0 = tensor.concat dim(0) %t, %u, %v {x} : (tensor<2x?xf32>, tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<8x3xf32>
  %1 = tensor.concat dim(0) %t, %u, %v : (tensor<2x?xf32>, tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = tensor.concat dim(1) %t, %v : (tensor<2x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = tensor.concat dim(0) %t, %v : (tensor<2x?xf32>, tensor<?x?xf32>) -> tensor<5x3xf32>
  return %0, %1, %2, %3 : tensor<8x3xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<5x3xf32>
}
func.func @concat_cast(%t: tensor<2x3xf32>, %u: tensor<4x3xf32>) -> (tensor<6x3xf32>, tensor<?x?xf32>) {
  %a = tensor.cast %t : tensor<2x3xf32> to tensor<?x3xf32>
  %b = tensor.cast %u : tensor<4x3xf32> to tensor<?x?xf32>
  %0 = tensor.concat dim(0) %a, %b {x} : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<6x3xf32>
  %1 = tensor.concat dim(0) %a, %b {x} : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<6x3xf32>, tensor<?x?xf32>
}
func.func @gathers(%i: tensor<3x1xindex>, %t : tensor<4xf32>) -> (tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>) {
  %t0 = arith.constant dense<2.0> : tensor<4xf32>
  %t1 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tensor.gather %t0[%i] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3x1xf32>
  %1 = tensor.gather %t0[%i] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  %2 = tensor.gather %t1[%i] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>
}
func.func @other_dims_low(%t: tensor<40x48xf32>, %a: index, %b: index, %c: index, %d: index) -> tensor<8x4xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[%a, 0] [%b, 48] [1, 1] : tensor<40x48xf32> to tensor<?x48xf32>
  %1 = tensor.pad %0 low[1, 0] high[%c, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<?x48xf32> to tensor<8x48xf32>
  %2 = tensor.extract_slice %1[0, %d] [8, 3] [1, 1] : tensor<8x48xf32> to tensor<8x3xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<8x3xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
func.func @other_dims_attributes(%t: tensor<40x48xf32>, %a: index, %b: index, %c: index, %d: index) -> tensor<8x4xf32> {
  %0 = tensor.extract_slice %t[%a, 0] [%b, 48] [1, 1] : tensor<40x48xf32> to tensor<?x48xf32>
  %1 = tensor.pad %0 low[0, 0] high[%c, 0] {
    ^bb0(%i: index, %j: index):
      %cst = arith.constant 2.0 : f32
      tensor.yield %cst : f32
    } {first} : tensor<?x48xf32> to tensor<8x48xf32>
  %2 = tensor.extract_slice %1[0, %d] [8, 3] [1, 1] : tensor<8x48xf32> to tensor<8x3xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, 1] {
    ^bb0(%i: index, %j: index):
      %cst = arith.constant 2.0 : f32
      tensor.yield %cst : f32
    } {second} : tensor<8x3xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
func.func @same_dim_twice(%t: tensor<40x48xf32>, %a: index, %b: index, %c: index) -> tensor<8x48xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[%a, 0] [%b, 48] [1, 1] : tensor<40x48xf32> to tensor<?x48xf32>
  %1 = tensor.pad %0 low[0, 0] high[%c, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<?x48xf32> to tensor<6x48xf32>
  %2 = tensor.extract_slice %1[0, 0] [6, 48] [1, 1] : tensor<6x48xf32> to tensor<6x48xf32>
  %3 = tensor.pad %2 low[0, 0] high[2, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<6x48xf32> to tensor<8x48xf32>
  return %3 : tensor<8x48xf32>
}
func.func @source_cast_attributes(%t: tensor<2x3xf32>, %c: f32) -> tensor<?x?xf32> {
  %s = tensor.cast %t : tensor<2x3xf32> to tensor<?x?xf32>
  %0 = tensor.pad %s low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {a} : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @target_cast_to_less(%t: tensor<4x?xf32>, %c: f32, %n: index) -> tensor<?x7xf32> {
  %0 = tensor.pad %t low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  %1 = tensor.cast %0 : tensor<4x?xf32> to tensor<?x7xf32>
  return %1 : tensor<?x7xf32>
}
func.func @pad_of_pad_a(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index, %v: f32) -> tensor<?x?xf32> {
  %1 = tensor.pad %t low[%a, 1] high[%c, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } {first} : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %1 low[3, %b] high[%c, %a] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } {second} : tensor<?x?xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @pad_of_pad_b(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?xf32> {
  %1 = tensor.pad %t low[1, 1] high[2, 2] {
    ^bb0(%i: index, %j: index):
      %v = arith.constant 1.0 : f32
      tensor.yield %v : f32
    } {first} : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %1 low[3, 3] high[4, 4] {
    ^bb0(%i: index, %j: index):
      %v = arith.constant 1.0 : f32
      tensor.yield %v : f32
    } {second} : tensor<?x?xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @pad_of_pad_c(%t: tensor<?x?xf32>, %m: memref<4xindex>, %v : f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %m[%c0] : memref<4xindex>
  %b = memref.load %m[%c1] : memref<4xindex>
  %1 = tensor.pad %t low[1, %a] high[2, %b] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %1 low[3, %b] high[4, %c1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @pad_of_pad_d(%t: tensor<?x?xf32>, %m: memref<4xindex>, %v : f32, %a : index) -> (tensor<?x?xf32>) {
  %1 = tensor.pad %t low[1, %a] high[2, -1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %1 nofold low[3, 1] high[4, 3] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @pad_of_pad_e(%t: tensor<?x?xf32>, %m: memref<4xindex>, %v : f32, %a : index) -> (tensor<?x8xf32>) {
  %1 = tensor.pad %t low[1, %a] high[2, -1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x7xf32>
  %2 = tensor.pad %1 low[3, 1] high[4, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x7xf32> to tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
func.func @pad_of_pad_f(%t: tensor<?x?xf32>, %x: index, %v : f32) -> (tensor<?x?xf32>) {
  %a = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%x]
  %1 = tensor.pad %t low[1, %a] high[2, %x] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %1 low[3, 3] high[4, %a] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @nothing(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index, %s: tensor<0x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert_slice %a into %b[0, 0] [%c0, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %1 = tensor.insert_slice %s into %b[0, 0] [0, 4] [1, 1] : tensor<0x4xf32> into tensor<?x?xf32>
  %2 = tensor.insert_slice %a into %b[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
