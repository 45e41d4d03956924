// Properties that an op does not have are read and forgotten.
"builtin.module"() <{sym_name = "named", other = "thing", unit}> ({
  func.func @f(%a: i32) -> i32 {
    %0 = "arith.addi"(%a, %a) <{more = 1 : i32}> : (i32, i32) -> i32
    "test.unknown"() <{more = 1 : i32}> : () -> ()
    return %0 : i32
  }
}) : () -> ()

// Those of an unknown op may be any attribute. An empty dictionary is kept; aliases are not looked for in them.
"test.unknown"() <{}> : () -> ()
"test.unknown"() <{}> ({
  "test.unknown"() <5 : i32> {a = 1} : () -> ()
}) : () -> ()
"test.unknown"() <{map = memref<4xf32, affine_map<(d0) -> (d0 + 1)>>, root = #llvm.tbaa_root<id = "x">}> : () -> ()

// Properties win over attributes of their names.
func.func @win(%a: i32) -> i32 {
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsw>}> {overflowFlags = 5} : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %a) <{more}> {overflowFlags = #arith.overflow<nuw>} : (i32, i32) -> i32
  return %1 : i32
}

// Attributes that cannot be properties are forgotten if properties are written, and so are sizes of segments.
"func.func"() <{sym_name = "forget", function_type = (i1) -> ()}> ({
^bb0(%c: i1):
  %0 = "async.execute"() ({
    "async.yield"() : () -> ()
  }) {operandSegmentSizes = 5} : () -> !async.token
  %1 = "async.execute"() ({
    "async.yield"() : () -> ()
  }) : () -> !async.token
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "func.return"() : () -> ()
}) {arg_attrs = 5} : () -> ()
