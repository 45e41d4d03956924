// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})
// Unlike MLIR: MLIR writes memory that is still read, or that must not be written.

// Iterations that read what others write read a copy.
func.func @shared(%a: tensor<8xf32>, %k: index) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %a) -> (tensor<8xf32>) {
    %x = tensor.extract %o[%k] : tensor<8xf32>
    %s = tensor.extract_slice %o[%i][1][1] : tensor<8xf32> to tensor<1xf32>
    %z = linalg.fill ins(%x : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %o[%i][1][1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
func.func @reverse(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c7 = arith.constant 7 : index
  %r = scf.forall (%i) in (8) shared_outs(%o = %a) -> (tensor<8xf32>) {
    %j = arith.subi %c7, %i : index
    %s = tensor.extract_slice %o[%j][1][1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i][1][1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// Both results of the switch may be the memory of %a.
func.func @switch(%c: index, %a: tensor<?xf32>, %f: f32, %i: index) -> (tensor<?xf32>, f32) {
  %0 = scf.index_switch %c -> tensor<?xf32>
  case 2 {
    scf.yield %a : tensor<?xf32>
  }
  default {
    scf.yield %a : tensor<?xf32>
  }
  %1 = tensor.insert %f into %0[%i] : tensor<?xf32>
  %2 = tensor.extract %a[%i] : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, f32
}

// What a loop gives on may be written: no constants, and nothing twice.
func.func @loop(%a: tensor<4xf32>, %n: index, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %int = arith.index_cast %k : index to i32
    %float = arith.sitofp %int : i32 to f32
    %new = tensor.empty() : tensor<4xf32>
    %filled = linalg.fill ins(%float : f32) outs(%new : tensor<4xf32>) -> tensor<4xf32>
    %constant = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    scf.yield %filled, %filled, %constant : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  %1 = tensor.insert %f into %0#0[%i] : tensor<4xf32>
  %2 = tensor.insert %f into %0#2[%i] : tensor<4xf32>
  return %1, %0#1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func private @constant() -> tensor<2xf32> {
  %0 = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func private @twice(%f: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.splat %f : tensor<2xf32>
  return %0, %0 : tensor<2xf32>, tensor<2xf32>
}

func.func @calls(%f: f32, %i: index) -> (tensor<2xf32>, tensor<2xf32>, f32) {
  %0 = call @constant() : () -> tensor<2xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<2xf32>
  %2:2 = call @twice(%f) : (f32) -> (tensor<2xf32>, tensor<2xf32>)
  %3 = tensor.insert %f into %2#0[%i] : tensor<2xf32>
  %4 = tensor.extract %2#1[%i] : tensor<2xf32>
  return %1, %3, %4 : tensor<2xf32>, tensor<2xf32>, f32
}

// Tasks run beside the code that starts them, and iterations beside each other.
func.func @tasks(%a: tensor<4xf32>, %f: f32, %i: index, %n: index) -> (tensor<4xf32>, !async.value<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %token, %value = async.execute -> !async.value<f32> {
    %0 = tensor.extract %a[%i] : tensor<4xf32>
    async.yield %0 : f32
  }
  %1 = tensor.insert %f into %a[%i] : tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  scf.parallel (%k) = (%c0) to (%n) step (%c1) {
    %int = arith.index_cast %k : index to i32
    %float = arith.sitofp %int : i32 to f32
    %2 = linalg.fill ins(%float : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %3 = tensor.extract %2[%k] : tensor<4xf32>
    vector.print %3 : f32
  }
  return %1, %value : tensor<4xf32>, !async.value<f32>
}
