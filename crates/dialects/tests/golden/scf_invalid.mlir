// Wrong programs and what is said about them.

func.func private @a() -> i32 {
  %0 = arith.constant 1 : i32
  // expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}

// -----

func.func @f(%a: i1) -> i32 {
  // expected-error @+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.if %a -> i32 {
    // expected-note @+1 {{region branch point}}
    scf.yield
  } else {
    scf.yield
  }
  return %0 : i32
}

// -----

func.func @f(%a: i1, %b: f32) -> i32 {
  // expected-error @+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.if %a -> i32 {
    // expected-note @+1 {{region branch point}}
    scf.yield %b : f32
  } else {
    scf.yield %b : f32
  }
  return %0 : i32
}

// -----

func.func @f(%a: i1, %b: i32) -> i32 {
  // expected-error @+1 {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %a -> i32 {
    scf.yield %b : i32
  }
  return %0 : i32
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 1 operands, but region successor needs 0 inputs}}
  scf.if %a {
    // expected-note @+1 {{region branch point}}
    scf.yield %b : i32
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%a) ({
  ^bb0(%q: i32):
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'i1' vs 'i32'}}
  scf.if %b {
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'index' vs 'i32'}}
  scf.for %i = %a to %a step %b {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%a, %a, %b) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index, i32) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: i32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%a, %a, %a, %b) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index, index, i32) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%a, %a, %a, %b) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'}}
  %0 = "scf.for"(%a, %a, %a, %b) ({
  ^bb0(%i: index, %j: f32):
    scf.yield %b : i32
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'i32' != 'f32'}}
  %0 = "scf.for"(%a, %a, %a, %b) ({
  ^bb0(%i: index, %j: i32):
    scf.yield %b : i32
  }) : (index, index, index, i32) -> f32
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 =
  // expected-error @+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'index'}}
  scf.for %i = %a to %a step %a iter_args(%j = %b) -> (i32) {
    scf.yield %a : index
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 =
  // expected-error @+1 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  scf.for %i = %a to %a step %a iter_args(%j = %b) -> (i32) {
    // expected-note @+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 =
  // expected-error @+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  scf.for %i = %a to %a step %a iter_args(%j = %b) -> (i32) {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 =
  // expected-error @+1 {{mismatch in number of loop-carried values and defined values}}
  scf.for %i = %a to %a step %a iter_args(%j = %b) -> (i32, i32) {
    scf.yield %b : i32
  }
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  // expected-error @+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
  scf.for %i = %b to %b step %b : f32 {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
  scf.while : () -> () {
  } do {
    scf.yield
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  scf.while : () -> () {
    scf.condition(%a)
  } do {
    // expected-note @+1 {{terminator here}}
    func.return
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.while : () -> (i32) {
    // expected-note @+1 {{region branch point}}
    scf.condition(%a)
  } do {
  ^bb0(%x: i32):
    scf.yield
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %0 = scf.while : () -> (i32) {
    // expected-note @+1 {{region branch point}}
    scf.condition(%a) %b : i32
  } do {
  ^bb0(%x: f32):
    scf.yield
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %0 = scf.while : () -> (f32) {
    // expected-note @+1 {{region branch point}}
    scf.condition(%a) %b : i32
  } do {
  ^bb0(%x: i32):
    scf.yield
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.while (%q = %b): (i32) -> (i32) {
    scf.condition(%a) %b : i32
  } do {
  ^bb0(%x: i32):
    // expected-note @+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'i1' should match successor input type #0 'i32'}}
  %0 = scf.while (%q = %b): (i32) -> (i32) {
    scf.condition(%a) %b : i32
  } do {
  ^bb0(%x: i32):
    // expected-note @+1 {{region branch point}}
    scf.yield %a : i1
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = scf.while (%q = %b): (f32) -> (i32) {
    scf.condition(%a) %b : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %a : i1
  }
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  // expected-error @+1 {{expected as many input types as operands (expected 1 got 0)}}
  %0 = scf.while (%q = %b): () -> (i32) {
    scf.condition(%a) %b : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %a : i1
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{expected 2 operands}}
  scf.parallel (%i, %j) = (%a, %a) to (%a) step (%a, %a) {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"() <{operandSegmentSizes=array<i32:0,0,0,0>}> ({scf.reduce }) : () -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects the same number of induction variables: 0 as bound and step values: 1}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes=array<i32:1,1,1,0>}> ({scf.reduce }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes=array<i32:1,1,1,0>}> ({
  ^bb0(%i: i32):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes=array<i32:1,2,0,0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes=array<i32:1,1,1,0>}> ({
  ^bb0(%i: index):
    // expected-note @+1 {{terminator here}}
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{number of operands and types do not match: got 0 operands and 1 types}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) -> i32 {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    // expected-error @+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'i32'}}
    scf.reduce(%a : index) {
    ^bb0(%x: index, %y: index):
      scf.reduce.return %x : index
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    // expected-error @+1 {{'scf.reduce' op expected two block arguments with type 'i32' in the 0-th reduction region}}
    scf.reduce(%b : i32) {
    ^bb0(%x: index, %y: index):
      scf.reduce.return %x : index
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    // expected-error @+1 {{'scf.reduce' op expected two block arguments with type 'i32' in the 0-th reduction region}}
    scf.reduce(%b : i32) {
    ^bb0(%x: i32):
      scf.reduce.return %x : i32
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    scf.reduce(%b : i32) {
    ^bb0(%x: i32, %y: i32):
      // expected-error @+1 {{'scf.reduce.return' op must have type 'i32' (the type of the reduction inputs)}}
      scf.reduce.return %a : index
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    // expected-error @+1 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
    "scf.reduce"(%b) ({}) : (i32) -> ()
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    "scf.reduce"(%b)  : (i32) -> ()
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = "scf.parallel"(%a, %a, %a, %b) <{operandSegmentSizes=array<i32:1,1,1,1>}> ({
  ^bb0(%i: index):
    // expected-error @+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'i32' to be the same as the 0-th result type: 'f32'}}
    scf.reduce(%b : i32) {
    ^bb0(%x: i32, %y: i32):
      scf.reduce.return %x : i32
    }
  }) : (index, index, index, i32) -> (f32)
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 0 to be the same as number of reductions: 1}}
  "scf.parallel"(%a, %a, %a, %b) <{operandSegmentSizes=array<i32:1,1,1,1>}> ({
  ^bb0(%i: index):
    scf.reduce(%b : i32) {
    ^bb0(%x: i32, %y: i32):
      scf.reduce.return %x : i32
    }
  }) : (index, index, index, i32) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.parallel' op constant step operand must be positive}}
  %c0 = arith.constant 0 : index scf.parallel (%i) = (%c0) to (%c0) step (%c0) {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.index_switch' op has duplicate case value: 1}}
  %0 = scf.index_switch %a -> i32 case 1 {
    scf.yield %b : i32
  } case 1 {
    scf.yield %b : i32
  } default {
    scf.yield %b : i32
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0}}
  %0 = scf.index_switch %a -> i32 case 1 {
    // expected-note @+1 {{see yield operation here}}
    scf.yield
  } default {
    scf.yield %b : i32
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
  %0 = scf.index_switch %a -> i32 case 1 {
    scf.yield %b : i32
  } default {
    // expected-note @+1 {{default region returns 'index' here}}
    scf.yield %a : index
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%a) <{cases=array<i64: 1>}> ({scf.yield}) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.index_switch' op expected region to end with scf.yield, but got func.return}}
  "scf.index_switch"(%a) <{cases=array<i64: 1>}> ({scf.yield}, {func.return}) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.execute_region' op region needs to have at least one block}}
  "scf.execute_region"() ({}) : () -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({
  ^bb0(%q: i32):
    scf.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.execute_region -> i32 {
    // expected-note @+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'index' should match successor input type #0 'i32'}}
  %0 = scf.execute_region -> i32 {
    // expected-note @+1 {{region branch point}}
    scf.yield %a : index
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{expected 2 upper bound values, got 1}}
  scf.forall (%i, %j) in (%a) {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.forall' op region expects 1 arguments}}
  scf.forall (%i, %j) = (0) to (1) step (1) {
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'scf.forall' op operand #1 must be variadic of ranked tensor of any type values, but got 'i32'}}
  scf.forall (%i) in (%a) shared_outs(%x = %b) -> i32 {
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: index, %b: tensor<4xi32>) {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'tensor<?xi32>' vs 'tensor<4xi32>'}}
  %0 = scf.forall (%i) in (%a) shared_outs(%x = %b) -> tensor<?xi32> {
  }
  return
}

// -----

func.func @f(%a: index, %b: tensor<4xi32>) {
  %0 = scf.forall (%i) in (%a) shared_outs(%x = %b) -> tensor<4xi32> {
    // expected-error @+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
    scf.forall.in_parallel {
      "a.b"() : () -> ()
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: tensor<4xi32>) {
  // expected-error @+1 {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  scf.forall (%i) in (%a) {
  } {mapping = [1]}
  return
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%b)
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{'scf.reduce' op expects parent op 'scf.parallel'}}
  scf.reduce(%b : i1) {}
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  scf.forall.in_parallel {}
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{'scf.forall' op region expects 2 arguments}}
  "scf.forall"(%a) <{operandSegmentSizes=array<i32:0,1,0,0>, staticLowerBound=array<i64: 0, 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0(%i: index):
    scf.forall.in_parallel {}
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{expected 0 dynamic upper bound values}}
  "scf.forall"(%a) <{operandSegmentSizes=array<i32:0,1,0,0>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:1>, staticStep=array<i64:1>}> ({
  ^bb0(%i: index):
    scf.forall.in_parallel {}
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{'scf.forall' op region expects 1 arguments}}
  "scf.forall"(%a) <{operandSegmentSizes=array<i32:0,1,0,0>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0:
    scf.forall.in_parallel {}
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i1) {
  // expected-error @+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  "scf.forall"(%a) <{operandSegmentSizes=array<i32:0,1,0,0>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0(%x: i32):
    scf.forall.in_parallel {}
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: i1) {
  "scf.forall"(%a) <{operandSegmentSizes=array<i32:0,1,0,0>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0(%x: index):
    // expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
    scf.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: tensor<4xi32>) {
  // expected-error @+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%a, %b) <{operandSegmentSizes=array<i32:0,1,0,1>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0(%x: index):
    scf.forall.in_parallel {}
  }) : (index, tensor<4xi32>) -> ()
  return
}

// -----

func.func @f(%a: index, %b: tensor<4xi32>) {
  // expected-error @+1 {{'scf.forall' op region expects 1 arguments}}
  %0 = "scf.forall"(%a, %b) <{operandSegmentSizes=array<i32:0,1,0,1>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0(%x: index):
    scf.forall.in_parallel {}
  }) : (index, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: index, %b: tensor<4xi32>) {
  // expected-error @+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %0 = "scf.forall"(%a, %b) <{operandSegmentSizes=array<i32:0,1,0,1>, staticLowerBound=array<i64: 0>, staticUpperBound=array<i64:-9223372036854775808>, staticStep=array<i64:1>}> ({
  ^bb0(%x: index, %y: i32):
    scf.forall.in_parallel {}
  }) : (index, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.address_space<global>]}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @f(%n: index) {
  scf.forall (%i) in (%n) {
  // expected-error @+2 {{expected ::mlir::gpu::MappingId to be one of: x, y, z, linear_dim_0, linear_dim_1, linear_dim_2, linear_dim_3, linear_dim_4, linear_dim_5, linear_dim_6, linear_dim_7, linear_dim_8, linear_dim_9}}
  // expected-error @+1 {{failed to parse GPUBlockMappingAttr parameter 'block' which is to be a `::mlir::gpu::MappingId`}}
  } {mapping = [#gpu.block<w>]}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected '(' in argument list}}
  scf.parallel %i = (%n) to (%n) step (%n) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+2 {{expected '(' in dynamic index list}}
  // expected-error @+1 {{custom op 'scf.forall' expected SSA value or integer}}
  scf.forall (%i) in %n {
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{expected ',' or ')'}}
  scf.for %i = %a to %a step %a iter_args(%x = %a %y = %a) -> (index, index) { }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{expected '='}}
  scf.forall (%i) (%a) { }
  return
}
