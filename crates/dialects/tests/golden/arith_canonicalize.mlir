// One function for each folding and pattern.

func.func @cmp1(%i8: i8, %j8: i8) -> i1 {
%e0 = arith.extui %i8 : i8 to i32
%e1 = arith.extui %j8 : i8 to i32
%r = arith.cmpi slt, %e0, %e1 : i32
return %r : i1
}
func.func @cmp2(%i8: i8, %j8: i8) -> i1 {
%e0 = arith.extui %i8 : i8 to i32
%e1 = arith.extui %j8 : i8 to i32
%r = arith.cmpi ult, %e0, %e1 : i32
return %r : i1
}
func.func @cmp3(%i8: i8, %j8: i8) -> i1 {
%e0 = arith.extsi %i8 : i8 to i32
%e1 = arith.extsi %j8 : i8 to i32
%r = arith.cmpi ult, %e0, %e1 : i32
return %r : i1
}
func.func @cmp4(%i8: i8, %j8: i8) -> i1 {
%e0 = arith.extsi %i8 : i8 to i32
%e1 = arith.extsi %j8 : i8 to i32
%r = arith.cmpi slt, %e0, %e1 : i32
return %r : i1
}
func.func @cmp5(%i8: i8, %j8: i8) -> i1 {
%e0 = arith.extsi %i8 : i8 to i32
%e1 = arith.extsi %j8 : i8 to i32
%r = arith.cmpi eq, %e0, %e1 : i32
return %r : i1
}
func.func @cmp6(%i8: i8, %j8: i8) -> i1 {
%e0 = arith.extui %i8 : i8 to i32
%e1 = arith.extui %j8 : i8 to i32
%r = arith.cmpi eq, %e0, %e1 : i32
return %r : i1
}
func.func @sel1(%p: i1, %q: i1, %a: i32, %b: i32) -> i32 {
%0 = arith.select %q, %a, %b : i32
%r = arith.select %p, %0, %b : i32
return %r : i32
}
func.func @sel2(%p: i1, %q: i1, %a: i32, %b: i32) -> i32 {
%0 = arith.select %q, %a, %b : i32
%r = arith.select %p, %a, %0 : i32
return %r : i32
}
func.func @sel3(%p: i1, %q: i1, %a: i32, %b: i32) -> i32 {
%0 = arith.select %q, %a, %b : i32
%r = arith.select %p, %b, %0 : i32
return %r : i32
}
func.func @sel4(%p: i1, %q: i1, %a: i32, %b: i32) -> i32 {
%0 = arith.select %q, %a, %b : i32
%r = arith.select %p, %0, %a : i32
return %r : i32
}
func.func @sel5(%p: i1) -> i32 {
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%r = arith.select %p, %c0, %c1 : i32
return %r : i32
}
func.func @sel6(%p: i1) -> index {
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%r = arith.select %p, %c1, %c0 : index
return %r : index
}
func.func @sel7(%p: i1, %q: i1) -> i1 {
%c0 = arith.constant true
%r = arith.select %p, %q, %c0 : i1
return %r : i1
}
func.func @sel8(%p: i1) -> i32 {
%c0 = arith.constant 0 : i32
%c1 = arith.constant -1 : i32
%r = arith.select %p, %c1, %c0 : i32
return %r : i32
}
func.func @ic1(%a: i8) -> i8 {
%0 = arith.index_cast %a : i8 to index
%r = arith.index_cast %0 : index to i8
return %r : i8
}
func.func @ic2(%a: i8) -> i32 {
%0 = arith.index_cast %a : i8 to index
%r = arith.index_cast %0 : index to i32
return %r : i32
}
func.func @ic3(%a: index) -> index {
%0 = arith.index_cast %a : index to i8
%r = arith.index_cast %0 : i8 to index
return %r : index
}
func.func @ic4(%a: i8) -> index {
%0 = arith.extsi %a : i8 to i32
%r = arith.index_cast %0 : i32 to index
return %r : index
}
func.func @ic5(%a: i8) -> index {
%0 = arith.extui %a : i8 to i32
%r = arith.index_castui %0 : i32 to index
return %r : index
}
func.func @ic6(%a: i8) -> index {
%0 = arith.extui %a : i8 to i32
%r = arith.index_cast %0 : i32 to index
return %r : index
}
func.func @ic7(%a: i8) -> i8 {
%0 = arith.index_castui %a : i8 to index
%r = arith.index_castui %0 : index to i8
return %r : i8
}
func.func @ic8(%a: index) -> index {
%0 = arith.index_cast %a : index to i64
%r = arith.index_cast %0 : i64 to index
return %r : index
}
func.func @es1(%a: i8) -> i32 {
%0 = arith.extui %a : i8 to i16
%r = arith.extsi %0 : i16 to i32
return %r : i32
}
func.func @tr1(%a: i8) -> i16 {
%0 = arith.extsi %a : i8 to i32
%r = arith.trunci %0 : i32 to i16
return %r : i16
}
func.func @tr2(%a: i8) -> i16 {
%0 = arith.extui %a : i8 to i32
%r = arith.trunci %0 : i32 to i16
return %r : i16
}
func.func @tr3(%a: i32) -> i16 {
%c = arith.constant 16 : i32
%0 = arith.shrsi %a, %c : i32
%r = arith.trunci %0 : i32 to i16
return %r : i16
}
func.func @tr4(%a: i32) -> i16 {
%c = arith.constant 8 : i32
%0 = arith.shrsi %a, %c : i32
%r = arith.trunci %0 : i32 to i16
return %r : i16
}
func.func @tf1(%a: i32) -> f16 {
%0 = arith.sitofp %a : i32 to f32
%r = arith.truncf %0 : f32 to f16
return %r : f16
}
func.func @tf2(%a: i32) -> f16 {
%0 = arith.uitofp %a : i32 to f32
%r = arith.truncf %0 : f32 to f16
return %r : f16
}
func.func @tf3(%a: f64) -> f16 {
%0 = arith.truncf %a : f64 to f32
%r = arith.truncf %0 : f32 to f16
return %r : f16
}
func.func @tf4(%a: bf16) -> f16 {
%0 = arith.extf %a : bf16 to f32
%r = arith.truncf %0 : f32 to f16
return %r : f16
}
func.func @tf5(%a: f32) -> f16 {
%0 = arith.extf %a : f32 to f64
%r = arith.truncf %0 : f64 to f16
return %r : f16
}
func.func @ef1(%a: f16) -> f64 {
%0 = arith.extf %a : f16 to f32
%r = arith.extf %0 : f32 to f64
return %r : f64
}
func.func @bc1(%a: f32) -> i32 {
%0 = arith.bitcast %a : f32 to i32
%r = arith.addi %0, %0 : i32
return %r : i32
}
func.func @bc2(%a: i32) -> i32 {
%0 = arith.bitcast %a : i32 to f32
%r = arith.bitcast %0 : f32 to i32
return %r : i32
}
func.func @cf1(%a: i32) -> i1 {
%c = arith.constant 3.5 : f32
%0 = arith.sitofp %a : i32 to f32
%r = arith.cmpf olt, %0, %c : f32
return %r : i1
}
func.func @cf2(%a: f32) -> i1 {
%c = arith.constant 3.5 : f32
%r = arith.cmpf olt, %c, %a : f32
return %r : i1
}
func.func @cf3(%a: f32) -> i1 {
%c = arith.constant 0x7FC00000 : f32
%r = arith.cmpf olt, %c, %a : f32
return %r : i1
}
func.func @ad1(%a: i32, %b: i32) -> i32 {
%0 = arith.subi %a, %b : i32
%1 = arith.subi %0, %a : i32
%r = arith.addi %1, %1 : i32
return %r : i32
}
func.func @ad2(%a: f32) -> f32 {
%c = arith.constant 0.0 : f32
%r = arith.addf %a, %c : f32
return %r : f32
}
func.func @ad3(%a: f32) -> f32 {
%c = arith.constant 0.0 : f32
%r = arith.addf %a, %c fastmath<nsz>: f32
return %r : f32
}
func.func @ad4(%a: f32) -> f32 {
%c = arith.constant -0.0 : f32
%r = arith.addf %c, %a : f32
return %r : f32
}
func.func @mu1(%a: f32) -> f32 {
%c = arith.constant 0.0 : f32
%r = arith.mulf %a, %c fastmath<nnan,nsz>: f32
return %r : f32
}
func.func @mu2(%a: f32) -> f32 {
%c = arith.constant -0.0 : f32
%r = arith.mulf %a, %c fastmath<nnan,nsz>: f32
return %r : f32
}
func.func @mu3(%a: f32) -> f32 {
%c = arith.constant -0.0 : f32
%r = arith.subf %a, %c fastmath<nnan,nsz>: f32
return %r : f32
}
func.func @mx1(%a: f32) -> f32 {
%c = arith.constant 0x7FC00000 : f32
%r = arith.maxnumf %a, %c : f32
return %r : f32
}
func.func @mx2(%a: f32) -> f32 {
%c = arith.constant 0x7FC00000 : f32
%r = arith.maximumf %a, %c : f32
return %r : f32
}
func.func @mx3(%a: f32) -> f32 {
%c = arith.constant 0xFF800000 : f32
%r = arith.maxnumf %a, %c : f32
return %r : f32
}
func.func @me1(%a: i32) -> i32 {
%c = arith.constant 1 : i32
%r, %h = arith.mulsi_extended %a, %c : i32
return %r : i32
}
func.func @me2(%a: i32) -> i32 {
%c = arith.constant 1 : i32
%h, %r = arith.mulsi_extended %a, %c : i32
return %r : i32
}
func.func @me3(%a: i32) -> i32 {
%c = arith.constant 1 : i32
%h, %r = arith.mului_extended %a, %c : i32
return %r : i32
}
func.func @an1(%a: i32, %b: i32) -> i32 {
%0 = arith.andi %a, %b : i32
%r = arith.andi %0, %a : i32
return %r : i32
}
func.func @an2(%a: i32, %b: i32) -> i32 {
%c = arith.constant 5 : i32
%d = arith.constant 6 : i32
%0 = arith.andi %a, %c : i32
%r = arith.andi %0, %d : i32
return %r : i32
}
func.func @an3(%a: i32, %b: i32) -> i32 {
%r = arith.andi %a, %a : i32
return %r : i32
}
func.func @or1(%a: i32, %b: i32) -> i32 {
%m = arith.constant -1 : i32
%0 = arith.xori %a, %m : i32
%r = arith.ori %0, %a : i32
return %r : i32
}
func.func @xo1(%a: i32, %b: i32) -> i32 {
%m = arith.constant 5 : i32
%0 = arith.xori %a, %m : i32
%r = arith.xori %0, %m : i32
return %r : i32
}
func.func @xo2(%a: i32, %b: i32) -> i32 {
%m = arith.constant 5 : i32
%n = arith.constant 9 : i32
%0 = arith.xori %a, %m : i32
%r = arith.xori %0, %n : i32
return %r : i32
}
func.func @dv0(%a: i32) -> i32 {
%c0 = arith.constant 0 : i32
%r = arith.divsi %c0, %a : i32
return %r : i32
}
func.func @dv1(%a: i32) -> i32 {
%c0 = arith.constant 7 : i32
%c1 = arith.constant 0 : i32
%r = arith.divsi %c0, %c1 : i32
return %r : i32
}
func.func @rm0(%a: i32) -> i32 {
%c0 = arith.constant 0 : i32
%r = arith.remsi %c0, %a : i32
return %r : i32
}
func.func @sh0(%a: i32) -> i32 {
%c0 = arith.constant 7 : i32
%c1 = arith.constant 40 : i32
%r = arith.shli %c0, %c1 : i32
return %r : i32
}
func.func @sh1(%a: i32) -> i32 {
%c0 = arith.constant 0 : i32
%r = arith.shli %c0, %a : i32
return %r : i32
}
func.func @mn0(%a: i32) -> i32 {
%c0 = arith.constant 5 : i32
%c1 = arith.constant 7 : i32
%0 = arith.maxsi %a, %c0 : i32
%r = arith.maxsi %0, %c1 : i32
return %r : i32
}
func.func @te1(%a: f32) -> f16 {
%c = arith.constant 3.3 : f32
%r = arith.truncf %c : f32 to f16
return %r : f16
}
func.func @te2(%a: f32) -> f16 {
%c = arith.constant 3.3 : f32
%r = arith.truncf %c downward : f32 to f16
return %r : f16
}
func.func @cmpz(%a: index) -> i1 {
%c = arith.constant 3 : index
%r = arith.cmpi slt, %c, %a : index
return %r : i1
}
func.func @uie(%a: i32) -> i1 {
%c = arith.constant -1 : i32
%d = arith.constant 2 : i32
%s, %r = arith.addui_extended %c, %d : i32, i1
return %r : i1
}
func.func @vsel(%a: vector<4xi1>, %b: vector<4xi32>, %c: vector<4xi32>) -> vector<4xi32> {
%m = arith.constant dense<[true,false,true,false]> : vector<4xi1>
%t = arith.constant dense<true> : vector<4xi1>
%n = arith.xori %a, %t : vector<4xi1>
%r = arith.select %n, %b, %c : vector<4xi1>, vector<4xi32>
return %r : vector<4xi32>
}
func.func @add_subr(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.subi %a, %c5 overflow<nsw,nuw> : i32
%r = arith.addi %0, %c7 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @add_subl(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.subi %c5, %a overflow<nsw,nuw> : i32
%r = arith.addi %0, %c7 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @addr_sub(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.subi %c5, %a overflow<nsw,nuw> : i32
%r = arith.subi %0, %c7 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @c_minus_add(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.addi %a, %c5 overflow<nsw,nuw> : i32
%r = arith.subi %c7, %0 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @c_minus_subr(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.subi %a, %c5 overflow<nsw,nuw> : i32
%r = arith.subi %c7, %0 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @c_minus_subl(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.subi %c5, %a overflow<nsw,nuw> : i32
%r = arith.subi %c7, %0 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @mul(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.muli %a, %c5 overflow<nsw,nuw> : i32
%r = arith.muli %0, %c7 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @neg(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.muli %a, %m1 overflow<nsw,nuw> : i32
%r = arith.addi %0, %b overflow<nsw,nuw> : i32
return %r : i32
}
func.func @subsub(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.subi %a, %b overflow<nsw,nuw> : i32
%r = arith.subi %0, %a overflow<nsw,nuw> : i32
return %r : i32
}
func.func @half(%a: i32, %b: i32) -> i32 {
%c5 = arith.constant 5 : i32
%c7 = arith.constant 7 : i32
%m1 = arith.constant -1 : i32
%0 = arith.addi %a, %c5 overflow<nsw> : i32
%r = arith.addi %0, %c7 overflow<nsw,nuw> : i32
return %r : i32
}
func.func @nested_selects(%p: i1, %a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
  %0 = arith.select %p, %a, %b : i32
  %1 = arith.select %p, %c, %d : i32
  %2 = arith.select %p, %0, %1 : i32
  return %2 : i32
}
func.func @nested_negated_selects(%p: i1, %a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
  %true = arith.constant true
  %n = arith.xori %p, %true : i1
  %0 = arith.select %n, %a, %b : i32
  %1 = arith.select %n, %c, %d : i32
  %2 = arith.select %n, %0, %1 : i32
  return %2 : i32
}
func.func @or_of_flipped(%a: i32, %v: vector<2xi8>) -> (i32, i32, vector<2xi8>) {
  %m1 = arith.constant -1 : i32
  %v1 = arith.constant dense<-1> : vector<2xi8>
  %n = arith.xori %a, %m1 : i32
  %w = arith.xori %v, %v1 : vector<2xi8>
  %0 = arith.ori %a, %n : i32
  %1 = arith.ori %n, %a : i32
  %2 = arith.ori %w, %v : vector<2xi8>
  return %0, %1, %2 : i32, i32, vector<2xi8>
}

// Unordered relations of constants, and of converted integers with constants.
func.func @unordered(%i: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %x = arith.sitofp %i : i32 to f32
  %0 = arith.cmpf ueq, %f1, %f1 : f32
  %1 = arith.cmpf ueq, %f1, %f2 : f32
  %2 = arith.cmpf ugt, %f2, %f1 : f32
  %3 = arith.cmpf uge, %f1, %f2 : f32
  %4 = arith.cmpf ult, %f1, %f2 : f32
  %5 = arith.cmpf ule, %f2, %f1 : f32
  %6 = arith.cmpf une, %f1, %f1 : f32
  %7 = arith.cmpf uno, %f1, %f2 : f32
  %8 = arith.cmpf uno, %f1, %nan : f32
  %9 = arith.cmpf ult, %f1, %nan : f32
  %10 = arith.cmpf ueq, %x, %f1 : f32
  %11 = arith.cmpf ult, %x, %f2 : f32
  %12 = arith.cmpf uno, %x, %f2 : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// Quotients that overflow stay.
func.func @overflowing_quotients() -> (i32, i32, i32, i32, i32) {
  %min = arith.constant -2147483648 : i32
  %m1 = arith.constant -1 : i32
  %k0 = arith.constant 0 : i32
  %k5 = arith.constant 5 : i32
  %0 = arith.divsi %min, %m1 : i32
  %1 = arith.floordivsi %min, %m1 : i32
  %2 = arith.ceildivsi %min, %k5 : i32
  %3 = arith.ceildivsi %k5, %min : i32
  %4 = arith.ceildivsi %k0, %min : i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// Shifts by too many places give poison; whether vectors of them are folded depends on the last element.
func.func @wide_shifts() -> (vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>) {
  %v = arith.constant dense<[-3, 5]> : vector<2xi8>
  %first = arith.constant dense<[9, 1]> : vector<2xi8>
  %last = arith.constant dense<[1, 9]> : vector<2xi8>
  %0 = arith.shli %v, %first : vector<2xi8>
  %1 = arith.shrui %v, %first : vector<2xi8>
  %2 = arith.shrsi %v, %first : vector<2xi8>
  %3 = arith.shrsi %v, %last : vector<2xi8>
  return %0, %1, %2, %3 : vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>
}

// A product divided by a factor, if it does not wrap around.
func.func @divided_products(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %signed = arith.muli %a, %b overflow<nsw> : i32
  %unsigned = arith.muli %a, %b overflow<nuw> : i32
  %0 = arith.divsi %signed, %b : i32
  %1 = arith.divui %unsigned, %a : i32
  %2 = arith.divui %signed, %b : i32
  %3 = arith.divsi %unsigned, %a : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// Constants of vectors are not added to each other; a format without sign, zero and fraction keeps less than others.
func.func @vectors_of_constants(%x: vector<2xi32>, %y: i32) -> (vector<2xi32>, i32) {
  %a = arith.constant dense<127> : vector<2xi32>
  %b = arith.constant dense<100> : vector<2xi32>
  %c = arith.constant 127 : i32
  %d = arith.constant 100 : i32
  %0 = arith.addi %x, %a : vector<2xi32>
  %1 = arith.addi %0, %b : vector<2xi32>
  %2 = arith.addi %y, %c : i32
  %3 = arith.addi %2, %d : i32
  return %1, %3 : vector<2xi32>, i32
}
func.func @through_exponents(%x: f4E2M1FN, %y: f6E3M2FN, %z: f8E8M0FNU) -> (f4E2M1FN, f4E2M1FN, f4E2M1FN, f8E8M0FNU) {
  %0 = arith.extf %x : f4E2M1FN to f8E8M0FNU
  %1 = arith.truncf %0 : f8E8M0FNU to f4E2M1FN
  %2 = arith.extf %y : f6E3M2FN to f8E8M0FNU
  %3 = arith.truncf %2 : f8E8M0FNU to f4E2M1FN
  %4 = arith.extf %x : f4E2M1FN to f8E4M3FN
  %5 = arith.truncf %4 : f8E4M3FN to f4E2M1FN
  %6 = arith.extf %z : f8E8M0FNU to f32
  %7 = arith.truncf %6 : f32 to f8E8M0FNU
  return %1, %3, %5, %7 : f4E2M1FN, f4E2M1FN, f4E2M1FN, f8E8M0FNU
}
