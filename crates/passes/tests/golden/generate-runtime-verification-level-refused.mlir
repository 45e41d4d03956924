// RUN: --generate-runtime-verification=verbose-level=2

func.func @level(%m: memref<?x4xf32>) {
  return
}
