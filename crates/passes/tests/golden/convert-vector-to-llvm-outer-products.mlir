// RUN: --convert-vector-to-llvm=vector-contract-lowering=outerproduct

func.func @matrices(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %r = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %r : vector<2x2xf32>
}

// The result is transposed, and so are both operands.
func.func @turned(%a: vector<2x2xi32>, %b: vector<1x2xi32>, %c: vector<1x2xi32>) -> vector<1x2xi32> {
  %r = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, i)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } %a, %b, %c : vector<2x2xi32>, vector<1x2xi32> into vector<1x2xi32>
  return %r : vector<1x2xi32>
}

// The elements are widened; the loop that sums is the first one.
func.func @vector_times_matrix(%a: vector<2xf16>, %b: vector<2x2xf16>, %c: vector<2xf32>) -> vector<2xf32> {
  %r = vector.contract {
    indexing_maps = [affine_map<(k, j) -> (k)>, affine_map<(k, j) -> (k, j)>, affine_map<(k, j) -> (j)>],
    iterator_types = ["reduction", "parallel"]
  } %a, %b, %c : vector<2xf16>, vector<2x2xf16> into vector<2xf32>
  return %r : vector<2xf32>
}

// No product of matrices.
func.func @sum(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %r = vector.contract {
    indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>],
    iterator_types = ["reduction"]
  } %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return %r : f32
}

// Products may be combined in other ways, too.
func.func @least(%a: vector<2x2xi32>, %b: vector<2xi32>, %c: vector<2xi32>) -> vector<2xi32> {
  %r = vector.contract {
    indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<minsi>
  } %a, %b, %c : vector<2x2xi32>, vector<2xi32> into vector<2xi32>
  return %r : vector<2xi32>
}
