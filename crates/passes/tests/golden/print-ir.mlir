// RUN: --print-ir=label=twice --print-ir

// The op goes to standard error, and stays as it is.
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%a: index) -> index {
  %0 = affine.apply #map(%a)
  return %0 : index
}
