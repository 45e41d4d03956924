// Alignments that are no powers of two, and a symbol without a name.

llvm.func @function() attributes {alignment = 12 : i64} {
  llvm.return
}

llvm.func @""(%memory: !llvm.ptr, %mask: vector<4xi1>, %other: vector<4xf32>) -> vector<4xf32> {
  %loaded = llvm.intr.masked.load %memory, %mask, %other {alignment = 12 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %loaded : vector<4xf32>
}

llvm.func @caller(%memory: !llvm.ptr, %mask: vector<4xi1>, %other: vector<4xf32>) {
  %address = llvm.mlir.addressof @"" : !llvm.ptr
  llvm.store %address, %memory : !llvm.ptr, !llvm.ptr
  llvm.call @function() : () -> ()
  llvm.return
}
