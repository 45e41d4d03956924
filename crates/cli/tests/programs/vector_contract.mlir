// RUN: --lower-vector-multi-reduction --lower-vector-mask --convert-vector-to-scf --lower-affine --convert-scf-to-cf --convert-vector-to-llvm --finalize-memref-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-ub-to-llvm --reconcile-unrealized-casts
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, 0.5], [-1.0, 2.0], [3.0, 0.25]]> : vector<3x2xf32>
  %acc = arith.constant dense<10.0> : vector<2x2xf32>
  %product = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
  } %a, %b, %acc : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %product : vector<2x2xf32>
  %all = vector.contract {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>
  } %a, %b, %one : vector<2x3xf32>, vector<3x2xf32> into f32
  vector.print %all : f32
  %rows = arith.constant dense<[0.5, 1.5]> : vector<2xf32>
  %sums = vector.multi_reduction <add>, %a, %rows [1] : vector<2x3xf32> to vector<2xf32>
  vector.print %sums : vector<2xf32>
  %columns = arith.constant dense<0.0> : vector<3xf32>
  %largest = vector.multi_reduction <maximumf>, %a, %columns [0] : vector<2x3xf32> to vector<3xf32>
  vector.print %largest : vector<3xf32>
  %everything = vector.multi_reduction <mul>, %a, %one [0, 1] : vector<2x3xf32> to f32
  vector.print %everything : f32
  %bits = vector.create_mask %c1, %c2 : vector<2x3xi1>
  %some = vector.mask %bits { vector.multi_reduction <add>, %a, %one [0, 1] : vector<2x3xf32> to f32 } : vector<2x3xi1> -> f32
  vector.print %some : f32
  %lanes = vector.create_mask %c2 : vector<3xi1>
  %part = vector.mask %lanes { vector.reduction <add>, %largest, %one : vector<3xf32> into f32 } : vector<3xi1> -> f32
  vector.print %part : f32
  %ints = arith.constant dense<[7, -3, 12]> : vector<3xi32>
  %least = vector.mask %lanes { vector.reduction <minsi>, %ints : vector<3xi32> into i32 } : vector<3xi1> -> i32
  vector.print %least : i32
  %smallest = vector.mask %lanes { vector.reduction <minimumf>, %largest : vector<3xf32> into f32 } : vector<3xi1> -> f32
  vector.print %smallest : f32
  %memory = memref.alloc() : memref<3xf32>
  vector.transfer_write %columns, %memory[%c0] {in_bounds = [true]} : vector<3xf32>, memref<3xf32>
  vector.mask %lanes { vector.transfer_write %largest, %memory[%c0] {in_bounds = [true]} : vector<3xf32>, memref<3xf32> } : vector<3xi1>
  %written = vector.transfer_read %memory[%c0], %zero {in_bounds = [true]} : memref<3xf32>, vector<3xf32>
  vector.print %written : vector<3xf32>
  memref.dealloc %memory : memref<3xf32>
  return
}
