// In a module, a definition may stand behind the ops that use its result, also inside of them.
scf.execute_region {
  "test.use"(%late) : (i32) -> ()
  scf.yield
}
"test.use"(%late) : (i32) -> ()
%late = "test.define"() : () -> i32
