// RUN: --convert-func-to-llvm

// Memrefs are passed field by field and returned as descriptors; several results are packed into a struct.
func.func @memrefs(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: index, %c: vector<2x3xf32>, %z: memref<f32, 1>)
    -> (memref<?x4xf32, strided<[?, 1], offset: ?>>, index) {
  %r:2 = call @memrefs(%a, %b, %c, %z) : (memref<?x4xf32, strided<[?, 1], offset: ?>>, index, vector<2x3xf32>, memref<f32, 1>)
    -> (memref<?x4xf32, strided<[?, 1], offset: ?>>, index)
  return %r#0, %r#1 : memref<?x4xf32, strided<[?, 1], offset: ?>>, index
}

// What an unranked memref points to is copied to the heap when it is returned, and to the stack when it arrives.
func.func @unranked(%u: memref<*xf32>) -> memref<*xf32> {
  %r = call @unranked(%u) : (memref<*xf32>) -> memref<*xf32>
  return %r : memref<*xf32>
}

// Attributes stay on arguments that stay one.
func.func @attributes(%a: !llvm.ptr {llvm.byval = index, llvm.noalias}, %b: memref<2xf32> {llvm.foo}, %c: i32 {llvm.signext})
    -> (i32 {llvm.zeroext}) attributes {foo, passthrough = ["noinline", ["key", "value"]]} {
  return %c : i32
}

func.func private @visibility()
func.func nested @nested_visibility() {
  return
}
func.func @linkage() attributes {llvm.linkage = #llvm.linkage<internal>} {
  return
}
func.func private @variadic(i32) attributes {func.varargs = true}

func.func @references(%f: (i32) -> (i32, f32), %x: i32) -> ((i32) -> i32, f32) {
  %g = constant @callee : (i32) -> i32
  %h = call_indirect %g(%x) : (i32) -> i32
  %r:2 = call_indirect %f(%h) : (i32) -> (i32, f32)
  call @visibility() {no_inline, kept = 1} : () -> ()
  return %g, %r#1 : (i32) -> i32, f32
}
func.func private @callee(i32) -> i32

// Blocks behind the first keep their arguments: those belong to the branches that lead to them.
func.func @blocks(%c: i1, %i: index) -> index {
  cf.cond_br %c, ^a(%i: index), ^b
^a(%x: index):
  return %x : index
^b:
  return %i : index
}

// Types without a counterpart stay.
func.func @unconverted(%x: tuple<i32>) {
  return
}
