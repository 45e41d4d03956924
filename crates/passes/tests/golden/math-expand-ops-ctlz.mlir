// RUN: --math-expand-ops
// Unlike MLIR: all bits of widths that are no powers of two are looked at. MLIR passes over some and counts too few zeros.

func.func @widths(%a: i3, %b: i7, %c: vector<2xi48>) -> (i3, i7, vector<2xi48>) {
  %0 = math.ctlz %a : i3
  %1 = math.ctlz %b : i7
  %2 = math.ctlz %c : vector<2xi48>
  return %0, %1, %2 : i3, i7, vector<2xi48>
}
