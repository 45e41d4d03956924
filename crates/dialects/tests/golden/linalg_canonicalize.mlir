// Copies of memory to itself and ops without elements go away; casts of memory do not matter.
func.func @f(%a: memref<4xf32>, %c: f32, %m: memref<?x?xf32>, %n: memref<?x?xf32>, %o: memref<?x?xf32>, %ti: memref<?xi32>, %v: memref<?xf32>, %h:memref<4xf16>, %b: memref<4xi1>, %z: memref<f32>, %q: memref<0xf32>, %i8: memref<?x?xi8>, %i32: memref<?x?xi32>) {
  linalg.map ins(%m : memref<?x?xf32>) outs(%o : memref<?x?xf32>) (%in: f32, %out: f32) {
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>, foo = 1 : i32} } ins(%m, %m : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>) {bar}
  linalg.map outs(%o : memref<?x?xf32>) (%out: f32) {
    linalg.yield %c : f32
  }
  linalg.map ins(%v : memref<?xf32>) outs(%v : memref<?xf32>) (%in: f32, %out: f32) {
    %i = linalg.index 0 : index
    %s = memref.load %m[%i, %i] : memref<?x?xf32>
    %t = arith.addf %s, %in : f32
    linalg.yield %t : f32
  }
  linalg.add ins(%b, %b : memref<4xi1>, memref<4xi1>) outs(%b : memref<4xi1>)
  linalg.mul ins(%b, %b : memref<4xi1>, memref<4xi1>) outs(%b : memref<4xi1>)
  linalg.abs ins(%v : memref<?xf32>) outs(%v : memref<?xf32>)
  linalg.square ins(%v : memref<?xf32>) outs(%v : memref<?xf32>)
  linalg.reciprocal ins(%v : memref<?xf32>) outs(%v : memref<?xf32>)
  linalg.max ins(%v, %v : memref<?xf32>, memref<?xf32>) outs(%v : memref<?xf32>)
  linalg.max ins(%ti, %ti : memref<?xi32>, memref<?xi32>) outs(%ti : memref<?xi32>)
  linalg.div ins(%ti, %ti : memref<?xi32>, memref<?xi32>) outs(%ti : memref<?xi32>)
  linalg.div_unsigned ins(%ti, %ti : memref<?xi32>, memref<?xi32>) outs(%ti : memref<?xi32>)
  linalg.negf ins(%v : memref<?xf32>) outs(%v : memref<?xf32>)
  linalg.copy ins(%a : memref<4xf32>) outs(%h : memref<4xf16>)
  linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%v : memref<?xf32>) outs(%ti : memref<?xi32>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%ti : memref<?xi32>) outs(%v : memref<?xf32>)
  linalg.dot ins(%v, %v : memref<?xf32>, memref<?xf32>) outs(%z : memref<f32>)
  linalg.matvec ins(%m, %v : memref<?x?xf32>, memref<?xf32>) outs(%v : memref<?xf32>)
  linalg.vecmat ins(%v, %m : memref<?xf32>, memref<?x?xf32>) outs(%v : memref<?xf32>)
  linalg.matmul ins(%i8, %i8 : memref<?x?xi8>, memref<?x?xi8>) outs(%i32 : memref<?x?xi32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%i8, %i8 : memref<?x?xi8>, memref<?x?xi8>) outs(%i32 : memref<?x?xi32>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%m, %n : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)
  linalg.fill ins(%c : f32) outs(%z : memref<f32>)
  linalg.fill ins(%c : f32) outs(%q : memref<0xf32>)
  linalg.copy ins(%m : memref<?x?xf32>) outs(%m : memref<?x?xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<?x?xf32>) outs(%m : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<?x?xf32>) outs(%m : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1, 0)>, affine_map<(d0, d1) -> (d1 * 2)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]} ins(%m, %v, %c : memref<?x?xf32>, memref<?xf32>, f32) outs(%m, %o : memref<?x?xf32>, memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %cc: f32, %o1 : f32, %o2 : f32):
    linalg.yield %x, %y : f32, f32
  }
  return
}

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d0)>
func.func @more(%a: memref<4xf32>, %c: f32, %m: memref<?x?xf32>, %n: memref<?x?xf32>, %o: memref<?x?xf32>, %ti: memref<?xi32>, %v: memref<?xf32>, %h:memref<4xf16>) {
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  linalg.fill {foo = 1 : i32} ins(%c : f32) outs(%a : memref<4xf32>)
  linalg.copy ins(%m : memref<?x?xf32>) outs(%n : memref<?x?xf32>)
  linalg.matmul ins(%m, %n : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "reduction"], doc = "x", library_call = "yy"} ins(%m, %v : memref<?x?xf32>, memref<?xf32>) outs(%o : memref<?x?xf32>) attrs = {foo = 2 : i32} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index 0 : index
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.map { arith.addf } ins(%m, %n : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)
  linalg.map ins(%m : memref<?x?xf32>) outs(%o : memref<?x?xf32>) (%in: f32, %out: f32) {
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  }
  linalg.exp ins(%m : memref<?x?xf32>) outs(%n : memref<?x?xf32>)
  linalg.add ins(%m, %o : memref<?x?xf32>, memref<?x?xf32>) outs(%n : memref<?x?xf32>)
  return
}
// A number is written, and not what is there.
func.func @number_over_memory(%m: memref<4xf32>, %number: f32) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %number : f32
  }
  return
}
