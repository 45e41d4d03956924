// RUN: --test-lower-to-llvm
// Data behind the ops of a file are the elements of constants and of variables.
memref.global "private" constant @numbers : memref<4xi32> = dense_resource<numbers>
func.func @main() {
  %zero = arith.constant 0 : index
  %memory = memref.get_global @numbers : memref<4xi32>
  %loaded = vector.load %memory[%zero] : memref<4xi32>, vector<4xi32>
  vector.print %loaded : vector<4xi32>
  %constant = arith.constant dense_resource<floats> : vector<2x2xf32>
  vector.print %constant : vector<2x2xf32>
  %same = arith.constant dense_resource<same> : vector<2xi16>
  vector.print %same : vector<2xi16>
  return
}
{-#
  dialect_resources: {
    builtin: {
      numbers: "0x0400000001000000020000000300000004000000",
      floats: "0x040000000000803F0000004000004040000080C0",
      same: "0x0200000007000700"
    }
  }
#-}
