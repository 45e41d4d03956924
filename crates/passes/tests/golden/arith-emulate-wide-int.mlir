// RUN: --arith-emulate-wide-int
// Operands are not folded with their own kind here, so that something is left to emulate.
func.func @arithmetic(%a: i64, %b: i64, %v: vector<3xi64>, %w: vector<3xi64>) -> (i64, i64, i64, vector<3xi64>, vector<3xi64>) {
  %0 = arith.addi %a, %b overflow<nsw> {tag} : i64
  %1 = arith.subi %a, %b : i64
  %2 = arith.muli %a, %b : i64
  %3 = arith.addi %v, %w : vector<3xi64>
  %4 = arith.muli %3, %w : vector<3xi64>
  return %0, %1, %2, %3, %4 : i64, i64, i64, vector<3xi64>, vector<3xi64>
}

func.func @bits(%a: i64, %b: i64, %v: vector<2x3xi64>, %w: vector<2x3xi64>) -> (i64, i64, i64, i64, vector<2x3xi64>) {
  %0 = arith.andi %a, %b : i64
  %1 = arith.shli %a, %b : i64
  %2 = arith.shrui %a, %b : i64
  %3 = arith.shrsi %a, %b exact : i64
  %4 = arith.xori %v, %w : vector<2x3xi64>
  %5 = arith.shrsi %4, %w : vector<2x3xi64>
  return %0, %1, %2, %3, %5 : i64, i64, i64, i64, vector<2x3xi64>
}

func.func @constants() -> (i64, i64, vector<2xi64>, vector<2xi64>, vector<2xi64>, vector<i64>, i32, tensor<2xi64>) {
  %0 = arith.constant 12345678901 : i64
  %1 = arith.constant -1 : i64
  %2 = arith.constant dense<-4294967297> : vector<2xi64>
  %3 = arith.constant dense<[1, -1]> : vector<2xi64>
  %4 = arith.constant dense<0> : vector<2xi64>
  %5 = arith.constant dense<5> : vector<i64>
  %6 = arith.constant 5 : i32
  %7 = arith.constant dense<5> : tensor<2xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : i64, i64, vector<2xi64>, vector<2xi64>, vector<2xi64>, vector<i64>, i32, tensor<2xi64>
}

func.func @choice(%a: i64, %b: i64, %c: i1, %v: vector<2xi64>, %w: vector<2xi64>, %m: vector<2xi1>) -> (i1, i1, i1, vector<2xi1>, i64, i64, vector<2xi64>, vector<2xi64>) {
  %0 = arith.cmpi eq, %a, %b : i64
  %1 = arith.cmpi ne, %a, %b : i64
  %2 = arith.cmpi sle, %a, %b : i64
  %3 = arith.cmpi ugt, %v, %w : vector<2xi64>
  %4 = arith.select %c, %a, %b : i64
  %5 = arith.maxsi %a, %b : i64
  %6 = arith.select %m, %v, %w : vector<2xi1>, vector<2xi64>
  %7 = arith.minui %v, %w : vector<2xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : i1, i1, i1, vector<2xi1>, i64, i64, vector<2xi64>, vector<2xi64>
}

func.func @casts(%a: i64, %b: i32, %c: i1, %i: index, %v: vector<2xi16>, %w: vector<2xi64>) -> (i64, i64, i64, i32, i8, index, i64, i64, vector<2xi64>, vector<2xi32>, vector<2xindex>) {
  %0 = arith.extsi %b : i32 to i64
  %1 = arith.extui %c : i1 to i64
  %2 = arith.extui %b : i32 to i64
  %3 = arith.trunci %a : i64 to i32
  %4 = arith.trunci %a : i64 to i8
  %5 = arith.index_cast %a : i64 to index
  %6 = arith.index_cast %i : index to i64
  %7 = arith.index_castui %i : index to i64
  %8 = arith.extsi %v : vector<2xi16> to vector<2xi64>
  %9 = arith.trunci %w : vector<2xi64> to vector<2xi32>
  %10 = arith.index_castui %w : vector<2xi64> to vector<2xindex>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i64, i64, i64, i32, i8, index, i64, i64, vector<2xi64>, vector<2xi32>, vector<2xindex>
}

func.func @floats(%a: i64, %f: f32, %h: f16, %v: vector<2xf64>, %w: vector<2xi64>) -> (f32, f16, vector<2xf64>, i64, i64, vector<2xi64>) {
  %0 = arith.sitofp %a : i64 to f32
  %1 = arith.uitofp %a : i64 to f16
  %2 = arith.uitofp %w : vector<2xi64> to vector<2xf64>
  %3 = arith.fptosi %f : f32 to i64
  %4 = arith.fptoui %h : f16 to i64
  %5 = arith.fptoui %v : vector<2xf64> to vector<2xi64>
  return %0, %1, %2, %3, %4, %5 : f32, f16, vector<2xf64>, i64, i64, vector<2xi64>
}

func.func private @declared(i64, i32) -> (i64, i1)

func.func @calls(%a: i64 {my.tag}, %b: i32, %t: tensor<2xi64>) -> (i64, i1) attributes {tag} {
  %0:2 = call @declared(%a, %b) {tag} : (i64, i32) -> (i64, i1)
  vector.print %0#0 : i64
  vector.print str "done"
  %1 = arith.addi %t, %t : tensor<2xi64>
  return %0#0, %0#1 : i64, i1
}

func.func @blocks(%a: i64, %b: i64) -> i64 {
  %0 = arith.addi %a, %b : i64
  cf.br ^next
^next:
  %1 = arith.addi %0, %b : i64
  return %1 : i64
}

// Other blocks than the entry keep the types of their arguments.
func.func @unconverted(%a: i64) {
  %0 = "test.make"() : () -> i64
  cf.br ^next(%0 : i64)
^next(%b: i64):
  "test.use"(%b) : (i64) -> ()
  return
}
