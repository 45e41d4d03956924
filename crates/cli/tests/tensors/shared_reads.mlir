// Iterations that run in parallel read what others write, and tasks what is written behind them.

func.func private @reverse(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c63 = arith.constant 63 : index
  %r = scf.forall (%i) in (64) shared_outs(%o = %a) -> (tensor<64xf32>) {
    %j = arith.subi %c63, %i : index
    %s = tensor.extract_slice %o[%j] [1] [1] : tensor<64xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<64xf32>
    }
  }
  return %r : tensor<64xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 0.5 : f32
  %a = tensor.generate {
  ^bb0(%i: index):
    %int = arith.index_cast %i : index to i32
    %float = arith.sitofp %int : i32 to f32
    tensor.yield %float : f32
  } : tensor<64xf32>
  %reversed = call @reverse(%a) : (tensor<64xf32>) -> tensor<64xf32>
  %token, %later = async.execute -> !async.value<f32> {
    %0 = tensor.extract %reversed[%c1] : tensor<64xf32>
    async.yield %0 : f32
  }
  %filled = linalg.fill ins(%f : f32) outs(%reversed : tensor<64xf32>) -> tensor<64xf32>
  %read = async.await %later : !async.value<f32>
  vector.print %read : f32
  scf.for %i = %c0 to %c64 step %c1 {
    %x = tensor.extract %reversed[%i] : tensor<64xf32>
    %y = tensor.extract %filled[%i] : tensor<64xf32>
    vector.print %x : f32
    vector.print %y : f32
  }
  return
}
