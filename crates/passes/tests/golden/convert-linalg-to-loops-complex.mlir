// RUN: --convert-linalg-to-loops

// Named ops on complex numbers.
func.func @a(%a: memref<4x4xcomplex<f32>>, %b: memref<4x4xcomplex<f32>>, %c: memref<4x4xcomplex<f32>>, %v: memref<4xcomplex<f32>>) {
  linalg.matmul ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.add ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.sub ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.div ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.mul ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.matvec ins(%a, %v : memref<4x4xcomplex<f32>>, memref<4xcomplex<f32>>) outs(%v : memref<4xcomplex<f32>>)
  linalg.copy ins(%a : memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  return }
