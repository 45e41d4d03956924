// RUN: --convert-arith-to-llvm

func.func @integers(%a: i32, %b: i32, %i: index, %j: index, %l: i64) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.subi %a, %b overflow<nsw> : i32
  %2 = arith.muli %i, %j overflow<nuw> {foo = 1} : index
  %3 = arith.divsi %a, %b : i32
  %4 = arith.divui %a, %b : i32
  %5 = arith.remsi %a, %b : i32
  %6 = arith.remui %a, %b : i32
  %7 = arith.andi %a, %b : i32
  %8 = arith.ori %a, %b : i32
  %9 = arith.xori %a, %b : i32
  %10 = arith.shli %a, %b overflow<nsw> : i32
  %11 = arith.shrsi %a, %b : i32
  %12 = arith.shrui %a, %b : i32
  %13 = arith.maxsi %a, %b : i32
  %14 = arith.maxui %a, %b : i32
  %15 = arith.minsi %a, %b : i32
  %16 = arith.minui %a, %b : i32
  %17, %18 = arith.addui_extended %a, %b : i32, i1
  %19, %20 = arith.mulsi_extended %a, %b : i32
  %21, %22 = arith.mului_extended %a, %b : i32
  %23 = arith.extsi %a : i32 to i64
  %24 = arith.extui %a : i32 to i64
  %25 = arith.trunci %l : i64 to i32
  %26 = arith.trunci %l overflow<nsw, nuw> : i64 to i32
  %27 = arith.index_cast %i : index to i32
  %28 = arith.index_cast %a : i32 to index
  %29 = arith.index_cast %l : i64 to index
  %30 = arith.index_castui %i : index to i32
  %31 = arith.index_castui %a : i32 to index
  %32 = arith.cmpi slt, %a, %b {foo} : i32
  %33 = arith.cmpi ugt, %i, %j : index
  %34 = arith.select %32, %a, %b : i32
  %35 = arith.select %32, %i, %j {foo} : index
  // LLVM has no division that rounds up or down.
  %36 = arith.floordivsi %a, %b : i32
  %37 = arith.ceildivsi %a, %b : i32
  %38 = arith.ceildivui %a, %b : i32
  %39 = arith.bitcast %a : i32 to f32
  return
}

// Formats that LLVM lacks are left alone, but for constants, which are moved as integers.
func.func @floats(%a: f32, %b: f32, %d: f64, %h: f16, %i: i32, %q: f8E4M3FN) {
  %0 = arith.addf %a, %b fastmath<fast> : f32
  %1 = arith.subf %a, %b fastmath<nnan,contract> : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b fastmath<reassoc> : f32
  %5 = arith.negf %a {foo = 1} : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.minimumf %a, %b fastmath<ninf> : f32
  %8 = arith.maxnumf %a, %b : f32
  %9 = arith.minnumf %a, %b : f32
  %10 = arith.cmpf olt, %a, %b : f32
  %11 = arith.cmpf une, %a, %b fastmath<nnan> {foo} : f32
  %12 = arith.extf %a : f32 to f64
  %13 = arith.truncf %d : f64 to f32
  %15 = arith.sitofp %i : i32 to f32
  %16 = arith.uitofp %i : i32 to f32
  %17 = arith.fptosi %a : f32 to i32
  %18 = arith.fptoui %a : f32 to i32
  %19 = arith.addf %q, %q : f8E4M3FN
  %20 = arith.extf %q : f8E4M3FN to f32
  %21 = arith.constant 1.0 : f8E4M3FN
  %22 = arith.constant dense<1.0> : vector<2xf8E4M3FN>
  %23 = arith.constant dense<[1.0, 2.0]> : vector<2xf8E4M3FN>
  %24 = arith.extf %a fastmath<fast> : f32 to f64
  %25 = arith.truncf %d fastmath<fast> : f64 to f32
  %26 = arith.cmpf olt, %q, %q : f8E4M3FN
  return
}

// Vectors of several dimensions are taken apart.
func.func @vectors(%a: vector<4xi32>, %b: vector<2x3xi32>, %c: vector<2x3xi1>, %f: vector<2x2x[4]xf32>, %s: vector<f32>, %x: vector<2x3xindex>, %cc: i1, %d : vector<2x3xf64>, %vi: vector<4xindex>) {
  %0 = arith.addi %a, %a : vector<4xi32>
  %1 = arith.addi %b, %b overflow<nsw> : vector<2x3xi32>
  %2 = arith.cmpi eq, %b, %b : vector<2x3xi32>
  %3 = arith.mulf %f, %f fastmath<fast> : vector<2x2x[4]xf32>
  %4 = arith.addf %s, %s : vector<f32>
  %5 = arith.select %c, %b, %b : vector<2x3xi1>, vector<2x3xi32>
  %6 = arith.select %cc, %b, %b : vector<2x3xi32>
  %7 = arith.index_cast %b : vector<2x3xi32> to vector<2x3xindex>
  %8 = arith.index_castui %x : vector<2x3xindex> to vector<2x3xi32>
  %9 = arith.index_cast %vi : vector<4xindex> to vector<4xi8>
  %10, %11 = arith.addui_extended %a, %a : vector<4xi32>, vector<4xi1>
  %12, %13 = arith.addui_extended %b, %b : vector<2x3xi32>, vector<2x3xi1>
  %14, %15 = arith.mulsi_extended %a, %a : vector<4xi32>
  %16, %17 = arith.mulsi_extended %b, %b : vector<2x3xi32>
  %18 = arith.truncf %d : vector<2x3xf64> to vector<2x3xf32>
  %19 = arith.cmpf olt, %d, %d fastmath<nnan> : vector<2x3xf64>
  %20 = arith.constant dense<1> : vector<2x3xi32>
  %21 = arith.constant dense<[[1,2,3],[4,5,6]]> : vector<2x3xindex>
  %22 = arith.constant dense<1.0> : vector<f32>
  %23 = arith.constant 5 : index
  %24 = arith.constant true
  %25 = arith.constant dense<2> : tensor<2xi32>
  %26 = arith.bitcast %b : vector<2x3xi32> to vector<2x3xf32>
  %28 = arith.addi %25, %25 : tensor<2xi32>
  return
}

// The bits of small floats, which llvm has integers for.
func.func @bits(%x: f8E4M3FN, %v: vector<4xf8E5M2>, %w: vector<2x2xf8E5M2>, %i: i8) -> (i8, vector<4xi8>, vector<2x2xi8>, f8E5M2, bf16) {
  %0 = arith.bitcast %x : f8E4M3FN to i8
  %1 = arith.bitcast %v : vector<4xf8E5M2> to vector<4xi8>
  %2 = arith.bitcast %w : vector<2x2xf8E5M2> to vector<2x2xi8>
  %3 = arith.bitcast %i : i8 to f8E5M2
  %c = arith.constant 5 : i16
  %4 = arith.bitcast %c : i16 to bf16
  return %0, %1, %2, %3, %4 : i8, vector<4xi8>, vector<2x2xi8>, f8E5M2, bf16
}
