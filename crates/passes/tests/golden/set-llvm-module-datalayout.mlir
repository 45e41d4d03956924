// RUN: --set-llvm-module-datalayout=data-layout=e-p:64:64-i64:64
module attributes {llvm.data_layout = "E"} {
}
