// Vectors: lanes, splats, lanes that are undefined, bits in lanes of another size, and vectors of unknown length.

llvm.mlir.global internal @here(1 : i32) : i32
llvm.func @bits(vector<4xi1>)
llvm.func @bytes(vector<4xi8>)
llvm.func @halves(vector<2xi16>)
llvm.func @ints(vector<4xi32>)
llvm.func @pointers(vector<2x!llvm.ptr>)
llvm.func @many(vector<[4]xi32>)
llvm.func @i32(i32)

llvm.func @lanes() {
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i64) : i64
  %i9 = llvm.mlir.constant(9 : i32) : i32
  %undef = llvm.mlir.undef : vector<4xi32>
  %all = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
  %twos = llvm.mlir.constant(dense<2> : vector<4xi32>) : vector<4xi32>
  %0 = llvm.insertelement %i9, %undef[%i0 : i32] : vector<4xi32>
  %1 = llvm.insertelement %i9, %0[%i9 : i32] : vector<4xi32>
  %2 = llvm.extractelement %all[%i1 : i64] : vector<4xi32>
  %3 = llvm.shufflevector %0, %all [0, 0, 0, 0] : vector<4xi32>
  %4 = llvm.shufflevector %0, %all [7, -1, 1, 0] : vector<4xi32>
  %5 = llvm.mul %all, %twos : vector<4xi32>
  %6 = llvm.add %0, %all : vector<4xi32>
  %7 = llvm.icmp "slt" %all, %twos : vector<4xi32>
  %8 = llvm.select %7, %all, %0 : vector<4xi1>, vector<4xi32>
  %9 = llvm.trunc %all : vector<4xi32> to vector<4xi8>
  %10 = llvm.bitcast %9 : vector<4xi8> to vector<2xi16>
  %11 = llvm.bitcast %10 : vector<2xi16> to i32
  llvm.call @ints(%0) : (vector<4xi32>) -> ()
  llvm.call @ints(%1) : (vector<4xi32>) -> ()
  llvm.call @i32(%2) : (i32) -> ()
  llvm.call @ints(%3) : (vector<4xi32>) -> ()
  llvm.call @ints(%4) : (vector<4xi32>) -> ()
  llvm.call @ints(%5) : (vector<4xi32>) -> ()
  llvm.call @ints(%6) : (vector<4xi32>) -> ()
  llvm.call @bits(%7) : (vector<4xi1>) -> ()
  llvm.call @ints(%8) : (vector<4xi32>) -> ()
  llvm.call @bytes(%9) : (vector<4xi8>) -> ()
  llvm.call @halves(%10) : (vector<2xi16>) -> ()
  llvm.call @i32(%11) : (i32) -> ()
  llvm.return
}

llvm.func @addresses() {
  %0 = llvm.mlir.addressof @here : !llvm.ptr
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %unknown = llvm.ptrtoint %0 : !llvm.ptr to i64
  %none = llvm.mlir.undef : vector<2x!llvm.ptr>
  %1 = llvm.insertelement %0, %none[%i0 : i32] : vector<2x!llvm.ptr>
  %2 = llvm.insertelement %0, %1[%i1 : i32] : vector<2x!llvm.ptr>
  %3 = llvm.getelementptr %2[3] : (vector<2x!llvm.ptr>) -> vector<2x!llvm.ptr>, i32
  %4 = llvm.insertelement %0, %none[%unknown : i64] : vector<2x!llvm.ptr>
  llvm.call @pointers(%1) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @pointers(%2) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @pointers(%3) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @pointers(%4) : (vector<2x!llvm.ptr>) -> ()
  llvm.return
}

llvm.func @scalable() {
  %five = llvm.mlir.constant(5 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %poison = llvm.mlir.poison : vector<[4]xi32>
  %threes = llvm.mlir.constant(dense<3> : vector<[4]xi32>) : vector<[4]xi32>
  %0 = llvm.insertelement %five, %poison[%zero : i64] : vector<[4]xi32>
  %1 = llvm.shufflevector %0, %poison [0, 0, 0, 0] : vector<[4]xi32>
  %2 = llvm.add %1, %threes : vector<[4]xi32>
  %3 = llvm.add %0, %threes : vector<[4]xi32>
  llvm.call @many(%0) : (vector<[4]xi32>) -> ()
  llvm.call @many(%1) : (vector<[4]xi32>) -> ()
  llvm.call @many(%2) : (vector<[4]xi32>) -> ()
  llvm.call @many(%3) : (vector<[4]xi32>) -> ()
  llvm.return
}

// Masks of instructions.
llvm.func @masks(%a: vector<4xi32>, %b: vector<[4]xi32>) {
  %0 = llvm.shufflevector %a, %a [0, 0] : vector<4xi32>
  %1 = llvm.shufflevector %a, %a [1, 1] : vector<4xi32>
  %2 = llvm.shufflevector %a, %a [-1, -1] : vector<4xi32>
  %3 = llvm.shufflevector %b, %b [0, 0, 0, 0] : vector<[4]xi32>
  llvm.return
}
