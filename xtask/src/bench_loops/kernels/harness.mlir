func.func private @rtclock() -> f64
func.func @measure(%n: index, %elements: index, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // Small arrays begin with a cache line, and not a multiple of 4096 bytes apart: processors take a load for one of what
  // was just stored if it is. Otherwise what else was allocated would decide how fast the shortest loops are.
  %apart = arith.constant 336 : index
  %room = arith.addi %elements, %apart : index
  %x = memref.alloc(%room) {alignment = 64} : memref<?xf32>
  %y = memref.alloc(%room) {alignment = 64} : memref<?xf32>
  %z = memref.alloc(%room) {alignment = 64} : memref<?xf32>
  scf.for %i = %c0 to %elements step %c1 {
    %r = arith.remui %i, %c3 : index
    %ri = arith.index_cast %r : index to i32
    %f = arith.sitofp %ri : i32 to f32
    memref.store %f, %x[%i] : memref<?xf32>
    memref.store %f, %y[%i] : memref<?xf32>
    memref.store %f, %z[%i] : memref<?xf32>
  }
  func.call @kernel(%n, %x, %y, %z) : (index, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  %t0 = func.call @rtclock() : () -> f64
  scf.for %r = %c0 to %rounds step %c1 {
    // No round does what the one before did.
    %odd = arith.andi %r, %c1 : index
    %oddi = arith.index_cast %odd : index to i32
    %oddf = arith.sitofp %oddi : i32 to f32
    memref.store %oddf, %x[%c0] : memref<?xf32>
    func.call @kernel(%n, %x, %y, %z) : (index, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  }
  %t1 = func.call @rtclock() : () -> f64
  %d = arith.subf %t1, %t0 : f64
  %count = arith.index_cast %rounds : index to i64
  %countf = arith.sitofp %count : i64 to f64
  %seconds = arith.divf %d, %countf : f64
  %million = arith.constant 1.0e6 : f64
  %micros = arith.mulf %seconds, %million : f64
  vector.print %micros : f64
  // Somebody reads the results, so they have to be computed.
  %vx = memref.load %x[%c0] : memref<?xf32>
  %vy = memref.load %y[%c0] : memref<?xf32>
  %vz = memref.load %z[%c0] : memref<?xf32>
  %xy = arith.mulf %vx, %vy : f32
  %xyz = arith.mulf %xy, %vz : f32
  %strange = arith.constant 1.25e-30 : f32
  %is_fine = arith.cmpf une, %xyz, %strange : f32
  cf.assert %is_fine, "the results are strange"
  memref.dealloc %x : memref<?xf32>
  memref.dealloc %y : memref<?xf32>
  memref.dealloc %z : memref<?xf32>
  return
}
