// expected-error @+1 {{identified type already used with a different body}}
llvm.func @other_field(!llvm.struct<"a", (i32)>, !llvm.struct<"a", (i64)>)

// -----

// expected-error @+1 {{identified type already used with a different body}}
llvm.func @other_packing(!llvm.struct<"a", packed (i8, i32)>, !llvm.struct<"a", (i8, i32)>)

// -----

// expected-error @+1 {{identified type already used with a different body}}
llvm.func @body_of_opaque(!llvm.struct<"a", opaque>, !llvm.struct<"a", ()>)

// -----

// expected-error @+1 {{redeclaring defined struct as opaque}}
llvm.func @opaque_with_body(!llvm.struct<"a", (i32)>, !llvm.struct<"a", opaque>)

// -----

// expected-error @+1 {{struct without a body only allowed in a recursive struct}}
llvm.func @name_alone(!llvm.struct<"a", (i32)>, !llvm.struct<"a">)

// -----

// expected-error @+1 {{identifier already used for an enclosing struct}}
llvm.func @body_within(!llvm.struct<"a", (ptr, struct<"a", (ptr)>)>)

// -----

// expected-error @+1 {{only identified structs can be opaque}}
llvm.func @no_name(!llvm.struct<opaque>)

// -----

// expected-error @+1 {{invalid LLVM structure element type: '!llvm.token'}}
llvm.func @token(!llvm.struct<"a", (ptr, token)>)

// -----

// expected-error @+1 {{expected '('}}
llvm.func @packed_opaque(!llvm.struct<"a", packed opaque>)

// -----

llvm.func @without_size(%p: !llvm.ptr) {
  // expected-error @+1 {{result #0 must be LLVM type with size, but got '!llvm.struct<"a", opaque>'}}
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<"a", opaque>
  llvm.return
}

// -----

// expected-error @+1 {{expected 'x'}}
func.func private @no_space(!llvm.array<3xi8>)

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse LLVMArrayType parameter 'numElements' which is to be a `uint64_t`}}
func.func private @no_size(!llvm.array<i8>)
