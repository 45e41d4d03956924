// Every op, and every way to print.

func.func @f(%a: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %m: memref<?x8xf32>, %i: index, %k: vector<4xi1>, %t: tensor<8xf32>, %u: vector<[4]xf32>, %ix: vector<4xindex>) {
  vector.print %v : vector<4xf32>
  vector.print %a : f32
  vector.print %a : f32 punctuation <comma>
  vector.print punctuation <newline>
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print punctuation <no_punctuation>
  vector.print str "hello"
  vector.print str "hello" punctuation <newline>
  %0 = vector.broadcast %a : f32 to vector<4xf32>
  %1 = vector.extract %v[2] : f32 from vector<4xf32>
  %2 = vector.extract %w[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %w[%i, 2] : f32 from vector<2x4xf32>
  %4 = vector.insert %a, %v [2] : f32 into vector<4xf32>
  %5 = vector.insert %a, %w [%i, 1] : f32 into vector<2x4xf32>
  %6 = vector.from_elements %a, %a : vector<2xf32>
  %7:4 = vector.to_elements %v : vector<4xf32>
  %8 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %9 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %10 = vector.fma %v, %v, %v : vector<4xf32>
  %11 = vector.reduction <add>, %v : vector<4xf32> into f32
  %12 = vector.reduction <add>, %v, %a fastmath<fast> : vector<4xf32> into f32
  %13 = vector.load %m[%i, %i] : memref<?x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<?x8xf32>, vector<4xf32>
  %14 = vector.shuffle %v, %v [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
  %15 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %16 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %17 = vector.insert_strided_slice %16, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  %18 = vector.transfer_read %m[%i, %i], %a : memref<?x8xf32>, vector<4xf32>
  %19 = vector.transfer_read %m[%i, %i], %a, %k {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x8xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x8xf32>
  vector.transfer_write %v, %m[%i, %i], %k : vector<4xf32>, memref<?x8xf32>
  %20 = vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<8xf32>
  %21 = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  %22 = vector.outerproduct %v, %a {kind = #vector.kind<mul>} : vector<4xf32>, f32
  %23 = vector.multi_reduction <add>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
  %24 = vector.create_mask %i : vector<4xi1>
  %25 = vector.constant_mask [2] : vector<4xi1>
  %26 = vector.maskedload %m[%i, %i], %k, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %k, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  %27 = vector.gather %m[%i, %i] [%ix], %k, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%ix], %k, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %28 = vector.vscale
  %29 = vector.step : vector<4xindex>
  %30 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %31, %32 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %33, %34 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0} : vector<2x4xf32>, vector<4xf32>
  %35 = vector.scalable.extract %u[0] : vector<4xf32> from vector<[4]xf32>
  %36 = vector.scalable.insert %v, %u[0] : vector<4xf32> into vector<[4]xf32>
  %37 = vector.extract %w[] : vector<2x4xf32> from vector<2x4xf32>
  return
}
func.func @vectors_of_one(%v: vector<4xf32>, %w: vector<4x1xf32>) -> (vector<1xf32>, f32) {
  %0 = vector.extract %v[0] : vector<1xf32> from vector<4xf32>
  %1 = vector.extract %w[1] : f32 from vector<4x1xf32>
  return %0, %1 : vector<1xf32>, f32
}
