// RUN: --convert-ub-to-llvm

func.func @f() {
  %0 = ub.poison : i32
  %1 = ub.poison : index
  %2 = ub.poison : vector<2x3xf32>
  %3 = ub.poison : tensor<2xf32>
  %4 = ub.poison : memref<2xf32>
  return
}
func.func @g() { ub.unreachable }
