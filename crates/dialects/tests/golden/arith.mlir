// Every op on integers, floats and both.

func.func @integers(%a: i32, %b: i32, %i: index, %v: vector<4xi8>, %t: tensor<?xi64>) {
  %addi = arith.addi %a, %b : i32
  %subi = arith.subi %a, %b : i32
  %muli = arith.muli %a, %b : i32
  %divui = arith.divui %a, %b : i32
  %divsi = arith.divsi %a, %b : i32
  %ceildivui = arith.ceildivui %a, %b : i32
  %ceildivsi = arith.ceildivsi %a, %b : i32
  %floordivsi = arith.floordivsi %a, %b : i32
  %remui = arith.remui %a, %b : i32
  %remsi = arith.remsi %a, %b : i32
  %andi = arith.andi %a, %b : i32
  %ori = arith.ori %a, %b : i32
  %xori = arith.xori %a, %b : i32
  %shli = arith.shli %a, %b : i32
  %shrui = arith.shrui %a, %b : i32
  %shrsi = arith.shrsi %a, %b : i32
  %maxsi = arith.maxsi %a, %b : i32
  %maxui = arith.maxui %a, %b : i32
  %minsi = arith.minsi %a, %b : i32
  %minui = arith.minui %a, %b : i32
  %w0 = arith.addi %i, %i overflow<nsw> : index
  %w1 = arith.subi %v, %v overflow<nuw> : vector<4xi8>
  %w2 = arith.muli %t, %t overflow<nuw, nsw> {note = "both"} : tensor<?xi64>
  %w3 = arith.shli %a, %b overflow<none> : i32
  %x0 = arith.divui %a, %b exact : i32
  %x1 = arith.divsi %a, %b exact {note} : i32
  %x2 = arith.shrui %a, %b exact : i32
  %x3 = arith.shrsi %v, %v exact : vector<4xi8>
  %s, %o = arith.addui_extended %a, %b : i32, i1
  %s1, %o1 = arith.addui_extended %v, %v : vector<4xi8>, vector<4xi1>
  %l0, %h0 = arith.mulsi_extended %a, %b : i32
  %l1, %h1 = arith.mului_extended %v, %v : vector<4xi8>
  return
}

func.func @floats(%a: f32, %b: f32, %v: vector<2x[4]xf64>, %h: bf16) {
  %addf = arith.addf %a, %b : f32
  %subf = arith.subf %a, %b : f32
  %mulf = arith.mulf %a, %b : f32
  %divf = arith.divf %a, %b : f32
  %remf = arith.remf %a, %b : f32
  %maximumf = arith.maximumf %a, %b : f32
  %maxnumf = arith.maxnumf %a, %b : f32
  %minimumf = arith.minimumf %a, %b : f32
  %minnumf = arith.minnumf %a, %b : f32
  %neg = arith.negf %a : f32
  %neg1 = arith.negf %v fastmath<nnan> : vector<2x[4]xf64>
  %f0 = arith.addf %a, %b fastmath<fast> : f32
  %f1 = arith.subf %v, %v fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : vector<2x[4]xf64>
  %f2 = arith.mulf %h, %h fastmath<contract, nsz> {note = 1 : i8} : bf16
  %f3 = arith.divf %a, %b fastmath<none> : f32
  %f4 = arith.cmpf oeq, %a, %b fastmath<nnan> : f32
  return
}

func.func @conversions(%i8: i8, %i32: i32, %i: index, %f: f32, %h: f16, %v: vector<4xi32>, %m: memref<4xi32>, %t: tensor<2x?xf32>) {
  %0 = arith.extui %i8 : i8 to i32
  %1 = arith.extsi %i8 : i8 to i64
  %2 = arith.extf %h : f16 to f32
  %3 = arith.extf %h fastmath<nnan> : f16 to f64
  %4 = arith.trunci %i32 : i32 to i8
  %5 = arith.trunci %i32 overflow<nsw> {x} : i32 to i1
  %6 = arith.truncf %f : f32 to f16
  %7 = arith.truncf %f upward : f32 to bf16
  %8 = arith.truncf %f toward_zero fastmath<ninf> {x} : f32 to f16
  %9 = arith.truncf %f fastmath<nsz> : f32 to f16
  %10 = arith.sitofp %i32 : i32 to f64
  %11 = arith.uitofp %v : vector<4xi32> to vector<4xf16>
  %12 = arith.fptosi %f : f32 to i32
  %13 = arith.fptoui %t : tensor<2x?xf32> to tensor<2x?xi16>
  %14 = arith.index_cast %i : index to i32
  %15 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  %16 = arith.index_castui %v : vector<4xi32> to vector<4xindex>
  %17 = arith.bitcast %f : f32 to i32
  %18 = arith.bitcast %v : vector<4xi32> to vector<4xf32>
  %19 = arith.scaling_extf %h, %h : f16, f16 to f32
  %20 = arith.scaling_truncf %f, %f to_nearest_even : f32, f32 to f16
  return
}

func.func @comparisons(%a: i32, %f: f32, %i: index, %v: vector<4xi32>, %vf: tensor<?xf64>, %c: i1, %vc: vector<4xi1>) {
  %eq = arith.cmpi eq, %a, %a : i32
  %ne = arith.cmpi ne, %a, %a : i32
  %slt = arith.cmpi slt, %a, %a : i32
  %sle = arith.cmpi sle, %a, %a : i32
  %sgt = arith.cmpi sgt, %a, %a : i32
  %sge = arith.cmpi sge, %a, %a : i32
  %ult = arith.cmpi ult, %a, %a : i32
  %ule = arith.cmpi ule, %a, %a : i32
  %ugt = arith.cmpi ugt, %a, %a : i32
  %uge = arith.cmpi uge, %a, %a : i32
  %ffalse = arith.cmpf false, %f, %f : f32
  %foeq = arith.cmpf oeq, %f, %f : f32
  %fogt = arith.cmpf ogt, %f, %f : f32
  %foge = arith.cmpf oge, %f, %f : f32
  %folt = arith.cmpf olt, %f, %f : f32
  %fole = arith.cmpf ole, %f, %f : f32
  %fone = arith.cmpf one, %f, %f : f32
  %ford = arith.cmpf ord, %f, %f : f32
  %fueq = arith.cmpf ueq, %f, %f : f32
  %fugt = arith.cmpf ugt, %f, %f : f32
  %fuge = arith.cmpf uge, %f, %f : f32
  %fult = arith.cmpf ult, %f, %f : f32
  %fule = arith.cmpf ule, %f, %f : f32
  %fune = arith.cmpf une, %f, %f : f32
  %funo = arith.cmpf uno, %f, %f : f32
  %ftrue = arith.cmpf true, %f, %f : f32
  %0 = arith.cmpi sgt, %v, %v {x} : vector<4xi32>
  %1 = arith.cmpi ult, %i, %i : index
  %2 = arith.cmpf ogt, %vf, %vf : tensor<?xf64>
  %3 = arith.select %c, %a, %a : i32
  %4 = arith.select %c, %v, %v {x = 1 : i32} : vector<4xi32>
  %5 = arith.select %vc, %v, %v : vector<4xi1>, vector<4xi32>
  return
}
