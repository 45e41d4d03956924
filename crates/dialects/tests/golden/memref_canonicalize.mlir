func.func private @use(memref<*xf32>)
func.func private @usei(index)
func.func private @use2(memref<?xf32>)
func.func private @use3(memref<4xf32, strided<[?], offset: ?>>)
func.func private @usef(f32)
memref.global constant @k : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @sp : memref<4xf32> = dense<7.0>
func.func @alloc(%n: index, %f: f32) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  %a = memref.alloc(%c4, %n) {alignment = 16 : i64, foo} : memref<?x?xf32>
  %b = memref.cast %a : memref<?x?xf32> to memref<*xf32>
  func.call @use(%b) : (memref<*xf32>) -> ()
  %d = memref.dim %a, %c0 : memref<?x?xf32>
  %e = memref.dim %a, %c1 : memref<?x?xf32>
  func.call @usei(%d) : (index) -> ()
  func.call @usei(%e) : (index) -> ()
  %neg = memref.alloc(%cm) : memref<?xf32>
  func.call @use2(%neg) : (memref<?xf32>) -> ()
  %dead = memref.alloc() : memref<4xf32>
  memref.store %f, %dead[%c0] : memref<4xf32>
  memref.dealloc %dead : memref<4xf32>
  %dead2 = memref.alloca(%n) : memref<?xf32>
  memref.store %f, %dead2[%c0] : memref<?xf32>
  %dead3 = memref.alloca(%n) : memref<?xf32>
  %rd = memref.realloc %neg(%n) : memref<?xf32> to memref<?xf32>
  return
}
func.func @cast(%a: memref<4xf32>, %u: memref<*xf32>, %n: index, %f: f32) -> (index, index, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.cast %a : memref<4xf32> to memref<?xf32>
  %c = memref.cast %b : memref<?xf32> to memref<4xf32>
  %x = memref.load %b[%n] : memref<?xf32>
  memref.store %f, %b[%n] : memref<?xf32>
  %d = memref.dim %b, %c0 : memref<?xf32>
  %r = memref.rank %b : memref<?xf32>
  %s = memref.cast %b : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %t = memref.cast %s : memref<?xf32, strided<[?], offset: ?>> to memref<*xf32>
  func.call @use(%t) : (memref<*xf32>) -> ()
  %v = memref.cast %u : memref<*xf32> to memref<?xf32>
  func.call @use2(%v) : (memref<?xf32>) -> ()
  %g = memref.get_global @k : memref<4xf32>
  %g0 = memref.load %g[%c1] : memref<4xf32>
  %h = memref.get_global @sp : memref<4xf32>
  %h0 = memref.load %h[%n] : memref<4xf32>
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  memref.copy %b, %v : memref<?xf32> to memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return %d, %r, %x, %g0, %h0 : index, index, f32, f32, f32
}
func.func @sub(%a: memref<8x16xf32>, %n: index, %u: memref<*xf32>, %d: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = memref.subview %a[%c0, %n] [%c4, %c4] [%c1, 1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %1 = memref.cast %0 : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<*xf32>
  func.call @use(%1) : (memref<*xf32>) -> ()
  %2 = memref.subview %a[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  %3 = memref.cast %2 : memref<8x16xf32, strided<[16, 1]>> to memref<*xf32>
  func.call @use(%3) : (memref<*xf32>) -> ()
  %k = memref.cast %a : memref<8x16xf32> to memref<?x?xf32>
  %4 = memref.subview %k[0, 0] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1]>>
  %5 = memref.cast %4 : memref<4x4xf32, strided<[?, 1]>> to memref<*xf32>
  func.call @use(%5) : (memref<*xf32>) -> ()
  %6 = memref.dim %0, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  func.call @usei(%6) : (index) -> ()
  %7 = memref.subview %d[0, 0] [%n, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1]>>
  %8 = memref.dim %7, %c0 : memref<?x4xf32, strided<[?, 1]>>
  func.call @usei(%8) : (index) -> ()
  %9 = memref.reinterpret_cast %a to offset: [%c0], sizes: [%c4, %n], strides: [%n, %c1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %10 = memref.cast %9 : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<*xf32>
  func.call @use(%10) : (memref<*xf32>) -> ()
  %11 = memref.reinterpret_cast %k to offset: [0], sizes: [4], strides: [1] : memref<?x?xf32> to memref<4xf32>
  %12 = memref.cast %11 : memref<4xf32> to memref<*xf32>
  func.call @use(%12) : (memref<*xf32>) -> ()
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %a : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
  func.call @usei(%o) : (index) -> ()
  func.call @usei(%s#0) : (index) -> ()
  func.call @usei(%t#0) : (index) -> ()
  %b2, %o2, %s2:2, %t2:2 = memref.extract_strided_metadata %d : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  func.call @usei(%o2) : (index) -> ()
  func.call @usei(%s2#0) : (index) -> ()
  func.call @usei(%t2#0) : (index) -> ()
  return
}
func.func @reshape(%a: memref<8x16xf32>, %n: index, %bytes: memref<2048xi8>) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2]] : memref<2x4x16xf32> into memref<8x16xf32>
  %2 = memref.cast %1 : memref<8x16xf32> to memref<*xf32>
  func.call @use(%2) : (memref<*xf32>) -> ()
  %3 = memref.collapse_shape %a [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %4 = memref.expand_shape %3 [[0, 1]] output_shape [8, 16] : memref<128xf32> into memref<8x16xf32>
  %5 = memref.cast %4 : memref<8x16xf32> to memref<*xf32>
  func.call @use(%5) : (memref<*xf32>) -> ()
  %6 = memref.expand_shape %3 [[0, 1]] output_shape [4, 32] : memref<128xf32> into memref<4x32xf32>
  %7 = memref.cast %6 : memref<4x32xf32> to memref<*xf32>
  func.call @use(%7) : (memref<*xf32>) -> ()
  %8 = memref.view %bytes[%n][%c4, %n] : memref<2048xi8> to memref<?x?xf32>
  %9 = memref.cast %8 : memref<?x?xf32> to memref<*xf32>
  func.call @use(%9) : (memref<*xf32>) -> ()
  %10 = memref.dim %8, %c0 : memref<?x?xf32>
  func.call @usei(%10) : (index) -> ()
  %11 = memref.transpose %a (i, j) -> (i, j) : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  %12 = memref.cast %11 : memref<8x16xf32, strided<[16, 1]>> to memref<*xf32>
  func.call @use(%12) : (memref<*xf32>) -> ()
  %13 = memref.alloca_scope -> (f32) {
    %i = memref.alloca() : memref<f32>
    %ii = memref.load %i[] : memref<f32>
    memref.alloca_scope.return %ii : f32
  }
  func.call @usef(%13) : (f32) -> ()
  scf.for %i = %c0 to %n step %c4 {
    memref.alloca_scope {
      %j = memref.alloca() : memref<4xf32>
      %k = memref.cast %j : memref<4xf32> to memref<*xf32>
      func.call @use(%k) : (memref<*xf32>) -> ()
    }
    func.call @usei(%n) : (index) -> ()
  }
  return
}

func.func @metadata_of_cast(%a: memref<8x16xf32>) -> (index, index, index) {
  %c = memref.cast %a : memref<8x16xf32> to memref<?x16xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x16xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %t#0 : index, index, index
}
func.func @copy_tells_sizes(%a: memref<4x?xi64>, %b: memref<4x3xi64>) {
  %c = memref.cast %a : memref<4x?xi64> to memref<4x3xi64>
  memref.copy %c, %b : memref<4x3xi64> to memref<4x3xi64>
  return
}
func.func @copy_forgets_sizes(%a: memref<4x3xi64>, %b: memref<4x3xi64>) {
  %c = memref.cast %a : memref<4x3xi64> to memref<4x?xi64>
  memref.copy %c, %b : memref<4x?xi64> to memref<4x3xi64>
  return
}
func.func @copy_of_unranked(%a: memref<4x3xi64>, %b: memref<4x3xi64>) {
  %c = memref.cast %a : memref<4x3xi64> to memref<*xi64>
  %d = memref.cast %a : memref<4x3xi64> to memref<?x?xi64, strided<[?, ?], offset: ?>>
  memref.copy %c, %d : memref<*xi64> to memref<?x?xi64, strided<[?, ?], offset: ?>>
  return
}
func.func @copy_of_ranked(%a: memref<*xi64>, %b: memref<4x3xi64>) {
  %c = memref.cast %a : memref<*xi64> to memref<4x3xi64>
  memref.copy %c, %b : memref<4x3xi64> to memref<4x3xi64>
  return
}
func.func @copy_tells_layout(%a: memref<4x3xi64, strided<[?, 1], offset: ?>>, %b: memref<4x3xi64>) {
  %c = memref.cast %a : memref<4x3xi64, strided<[?, 1], offset: ?>> to memref<4x3xi64>
  memref.copy %c, %b : memref<4x3xi64> to memref<4x3xi64>
  memref.copy %b, %c : memref<4x3xi64> to memref<4x3xi64>
  return
}
func.func private @use_i32(i32)
func.func @scope_of_call(%x: i32) {
  memref.alloca_scope {
    func.call @use_i32(%x) : (i32) -> ()
  }
  func.call @use_i32(%x) : (i32) -> ()
  return
}
func.func @last_scope(%x: i32) {
  memref.alloca_scope {
    func.call @use_i32(%x) : (i32) -> ()
  }
  return
}
func.func @scope_of_effects(%x: i32, %m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  memref.alloca_scope {
    memref.store %x, %m[%c0] : memref<1xi32>
    %y = arith.addi %x, %x : i32
    %a = memref.alloc() : memref<1xi32>
    memref.store %y, %a[%c0] : memref<1xi32>
    memref.copy %a, %m : memref<1xi32> to memref<1xi32>
    memref.dealloc %a : memref<1xi32>
  }
  func.call @use_i32(%x) : (i32) -> ()
  return
}
func.func @scopes_of_regions(%x: i32, %c: i1) {
  memref.alloca_scope {
    scf.if %c {
      func.call @use_i32(%x) : (i32) -> ()
    }
  }
  memref.alloca_scope {
    scf.if %c {
      vector.print %x : i32
    }
  }
  memref.alloca_scope {
    cf.assert %c, "x"
  }
  memref.alloca_scope {
    %i = async.execute { async.yield }
    async.await %i : !async.token
  }
  func.call @use_i32(%x) : (i32) -> ()
  return
}
func.func @scope_in_branch(%x: i32, %c: i1) {
  scf.if %c {
    memref.alloca_scope {
      func.call @use_i32(%x) : (i32) -> ()
    }
  }
  return
}
