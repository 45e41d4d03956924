// An op that is not known may be a symbol table.

"test.table"() ({
  func.func @f() {
    return
  }
  memref.global @g : memref<4xf32>
}) : () -> ()
func.func @around() {
  "test.table"() ({
    func.func @inner() {
      return
    }
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
