// RUN: --llvm-add-comdats
llvm.mlir.global linkonce_odr @variable(1 : i32) : i32
llvm.func linkonce @first() {
  llvm.return
}
llvm.func linkonce_odr hidden @second() {
  llvm.return
}

// These are not shared by modules.
llvm.func weak_odr @weak() {
  llvm.return
}
llvm.func internal @local() {
  llvm.return
}
llvm.func @outside()

// A comdat of another holder gives way.
llvm.comdat @other {
  llvm.comdat_selector @third any
}
llvm.func linkonce @third() comdat(@other::@third) {
  llvm.return
}

// Other modules are left alone.
module @inner {
  llvm.func linkonce @first() {
    llvm.return
  }
}
