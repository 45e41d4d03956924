// Memory of tensors is freed beside that which the program itself allocates and frees.
func.func private @next(%t: tensor<262144xf32>) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = tensor.extract %t[%zero] : tensor<262144xf32>
  %y = arith.addf %x, %one : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %r = tensor.insert %y into %empty[%zero] : tensor<262144xf32>
  return %r : tensor<262144xf32>
}
func.func @make(%t: tensor<262144xf32>) -> memref<262144xf32> {
  %m = memref.alloc() : memref<262144xf32>
  bufferization.materialize_in_destination %t in writable %m : (tensor<262144xf32>, memref<262144xf32>) -> ()
  return %m : memref<262144xf32>
}
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %n = arith.constant 4000 : index
  %first = arith.constant 0.0 : f32
  %step = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %start = tensor.insert %first into %empty[%zero] : tensor<262144xf32>
  %last = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> tensor<262144xf32> {
    %a = func.call @next(%t) : (tensor<262144xf32>) -> tensor<262144xf32>
    %m = func.call @make(%a) : (tensor<262144xf32>) -> memref<262144xf32>
    %x = memref.load %m[%zero] : memref<262144xf32>
    memref.dealloc %m : memref<262144xf32>
    %made = tensor.empty() : tensor<262144xf32>
    %b = tensor.insert %x into %made[%zero] : tensor<262144xf32>
    %next = func.call @next(%b) : (tensor<262144xf32>) -> tensor<262144xf32>
    scf.yield %next : tensor<262144xf32>
  }
  %number = tensor.extract %last[%zero] : tensor<262144xf32>
  vector.print %number : f32
  return
}
