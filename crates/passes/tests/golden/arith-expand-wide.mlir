// RUN: --arith-expand
// The number one in a vector of integers wider than a machine word.

func.func @quotient(%a: vector<3xi128>, %b: vector<3xi128>) -> vector<3xi128> {
  %r = arith.ceildivui %a, %b : vector<3xi128>
  return %r : vector<3xi128>
}
