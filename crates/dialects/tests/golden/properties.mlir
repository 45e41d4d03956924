// Properties that an op does not have are read and forgotten.
"builtin.module"() <{sym_name = "named", other = "thing", unit}> ({
  func.func @f(%a: i32) -> i32 {
    %0 = "arith.addi"(%a, %a) <{more = 1 : i32}> : (i32, i32) -> i32
    "test.unknown"() <{more = 1 : i32}> : () -> ()
    return %0 : i32
  }
}) : () -> ()
