// RUN: --canonicalize

// Which ops look through casts, and which regions are written in short.
func.func @map(%a: memref<4xf32>, %b: memref<4xf32>) {
  %x = memref.cast %a : memref<4xf32> to memref<?xf32>
  %y = memref.cast %b : memref<4xf32> to memref<?xf32>
  linalg.map { math.exp } ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return }
func.func @transpose(%a: memref<4x5xf32>, %b: memref<5x4xf32>) {
  %x = memref.cast %a : memref<4x5xf32> to memref<?x?xf32>
  %y = memref.cast %b : memref<5x4xf32> to memref<?x?xf32>
  linalg.transpose ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) permutation = [1, 0]
  return }
func.func @broadcast(%a: memref<4xf32>, %b: memref<4x5xf32>) {
  %x = memref.cast %a : memref<4xf32> to memref<?xf32>
  %y = memref.cast %b : memref<4x5xf32> to memref<?x?xf32>
  linalg.broadcast ins(%x : memref<?xf32>) outs(%y : memref<?x?xf32>) dimensions = [1]
  return }
func.func @reduce(%a: memref<4xf32>, %b: memref<4x5xf32>) {
  %x = memref.cast %a : memref<4xf32> to memref<?xf32>
  %y = memref.cast %b : memref<4x5xf32> to memref<?x?xf32>
  linalg.reduce { arith.addf } ins(%y : memref<?x?xf32>) outs(%x : memref<?xf32>) dimensions = [1]
  return }
func.func @matmul(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  %x = memref.cast %a : memref<4x4xf32> to memref<?x?xf32>
  linalg.matmul ins(%x, %x: memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<4x4xf32>)
  linalg.exp ins(%x: memref<?x?xf32>) outs(%c : memref<4x4xf32>)
  linalg.contract indexing_maps = [affine_map<(d0, d1, d2)->(d0,d2)>,affine_map<(d0, d1, d2)->(d2,d1)>,affine_map<(d0, d1, d2)->(d0,d1)>] ins(%x, %x: memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<4x4xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x: memref<?x?xf32>) outs(%c : memref<4x4xf32>)
  return }
func.func @ids(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  linalg.broadcast ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>) dimensions = []
  linalg.broadcast ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) dimensions = []
  linalg.transpose ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>) permutation = [0,1]
  linalg.transpose ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) permutation = [0,1]
  linalg.copy ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return }
func.func @short(%a: memref<4xi32>, %b: memref<4x5xi32>, %o: memref<64xf32>, %d: memref<4x5xi32>) {
  linalg.map outs(%o : memref<64xf32>) (%z: f32) {
    %0 = arith.constant 0.0 : f32
    linalg.yield %0 : f32
  }
  linalg.reduce { arith.addi } ins(%b : memref<4x5xi32>) outs(%a : memref<4xi32>) dimensions = [1]
  linalg.reduce { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%b : memref<4x5xi32>) outs(%a : memref<4xi32>) dimensions = [1]
  linalg.map { arith.addi } ins(%b, %b : memref<4x5xi32>, memref<4x5xi32>) outs(%d : memref<4x5xi32>)
  linalg.map { arith.shli } ins(%b, %b : memref<4x5xi32>, memref<4x5xi32>) outs(%d : memref<4x5xi32>)
  return }
func.func @short2(%a: memref<4xi32>, %b: memref<4x5xi32>, %o: memref<64xf32>, %d: memref<4x5xi32>) {
  linalg.reduce ins(%b : memref<4x5xi32>) outs(%a : memref<4xi32>) dimensions = [1] (%x: i32, %y: i32) { %0 = arith.addi %y, %x : i32 linalg.yield %0 : i32 }
  linalg.reduce ins(%b : memref<4x5xi32>) outs(%a : memref<4xi32>) dimensions = [1] (%x: i32, %y: i32) { %0 = arith.addi %y, %x overflow<nsw> : i32 linalg.yield %0 : i32 }
  linalg.map ins(%b, %b : memref<4x5xi32>, memref<4x5xi32>) outs(%d : memref<4x5xi32>)  (%x: i32, %y: i32, %z: i32) { %0 = arith.addi %x, %y  : i32 linalg.yield %0 : i32 }
  return }
