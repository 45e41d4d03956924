// RUN: --convert-vector-to-llvm

// Products of matrices and vectors, in all orders of dimensions, and under masks.
func.func @contract0(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
 return %0 : vector<2x3xf32>
}
func.func @contract1(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<3x2xf32>
 return %0 : vector<3x2xf32>
}
func.func @contract2(%a: vector<2x4xf32>, %b: vector<3x4xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xf32>, vector<3x4xf32> into vector<2x3xf32>
 return %0 : vector<2x3xf32>
}
func.func @contract3(%a: vector<2x4xf32>, %b: vector<3x4xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xf32>, vector<3x4xf32> into vector<3x2xf32>
 return %0 : vector<3x2xf32>
}
func.func @contract4(%a: vector<4x2xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x2xf32>, vector<4x3xf32> into vector<2x3xf32>
 return %0 : vector<2x3xf32>
}
func.func @contract5(%a: vector<4x2xf32>, %b: vector<4x3xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x2xf32>, vector<4x3xf32> into vector<3x2xf32>
 return %0 : vector<3x2xf32>
}
func.func @contract6(%a: vector<4x2xf32>, %b: vector<3x4xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x2xf32>, vector<3x4xf32> into vector<2x3xf32>
 return %0 : vector<2x3xf32>
}
func.func @contract7(%a: vector<4x2xf32>, %b: vector<3x4xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x2xf32>, vector<3x4xf32> into vector<3x2xf32>
 return %0 : vector<3x2xf32>
}
func.func @contract8(%a: vector<2x3xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
 return %0 : vector<2xi32>
}
func.func @contract9(%a: vector<3x2xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x2xi32>, vector<3xi32> into vector<2xi32>
 return %0 : vector<2xi32>
}
func.func @contract10(%a: vector<3xi32>, %b: vector<2x3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3xi32>, vector<2x3xi32> into vector<2xi32>
 return %0 : vector<2xi32>
}
func.func @contract11(%a: vector<3xi32>, %b: vector<3x2xi32>, %c: vector<2xi32>) -> vector<2xi32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3xi32>, vector<3x2xi32> into vector<2xi32>
 return %0 : vector<2xi32>
}
func.func @contract12(%a: vector<3xf32>, %b: vector<3xf32>, %c: f32) -> f32 {
 %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3xf32>, vector<3xf32> into f32
 return %0 : f32
}
func.func @contract13(%a: vector<2x3xf32>, %b: vector<2x3xf32>, %c: f32) -> f32 {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<2x3xf32> into f32
 return %0 : f32
}
func.func @contract14(%a: vector<2x3x4xf32>, %b: vector<2x4x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x4xf32>, vector<2x4x3xf32> into vector<2x3xf32>
 return %0 : vector<2x3xf32>
}
func.func @contract15(%a: vector<2x2x2xf32>, %b: vector<2x2x3xf32>, %c: vector<2x2x3xf32>) -> vector<2x2x3xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x2xf32>, vector<2x2x3xf32> into vector<2x2x3xf32>
 return %0 : vector<2x2x3xf32>
}
func.func @contract16(%a: vector<2x2x2xf32>, %b: vector<2x3x2xf32>, %c: vector<3x2x2xf32>) -> vector<3x2x2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2, d0)>, affine_map<(d0, d1, d2, d3) -> (d2, d0, d1)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x2xf32>, vector<2x3x2xf32> into vector<3x2x2xf32>
 return %0 : vector<3x2x2xf32>
}
func.func @contract17(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2xf32>
 return %0 : vector<2xf32>
}
func.func @contract18(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>, %m: vector<2x2x3xi1>) -> vector<2x2xf32> {
 %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32> } : vector<2x2x3xi1> -> vector<2x2xf32>
 return %0 : vector<2x2xf32>
}
func.func @contract19(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %m: vector<2x3xi1>) -> vector<2xf32> {
 %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
 return %0 : vector<2xf32>
}
func.func @contract20(%a: vector<2x3x1xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x1xf32>, vector<3x2xf32> into vector<2x2xf32>
 return %0 : vector<2x2xf32>
}
func.func @contract21(%a: vector<2x3xi8>, %b: vector<4x3xi8>, %c: vector<2x4xi8>) -> vector<2x4xi8> {
 %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi8>, vector<4x3xi8> into vector<2x4xi8>
 return %0 : vector<2x4xi8>
}
func.func @contract22(%a: vector<3x2xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %m: vector<2x3xi1>) -> vector<2xf32> {
 %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x2xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
 return %0 : vector<2xf32>
}
