// RUN: --arith-emulate-wide-int
// Unlike MLIR: it takes vectors to have as many elements as there are if vscale is one.
func.func @f(%a: vector<[2]xi64>) -> vector<[2]xi64> {
  return %a : vector<[2]xi64>
}
