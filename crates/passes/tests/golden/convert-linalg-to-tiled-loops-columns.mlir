// RUN: --convert-linalg-to-tiled-loops
// Unlike MLIR: it has no such pass.

// Images whose rows are too short: loops go along the channels that are written, which are copied, for all places of an image.
func.func @small_images(%images: memref<2x64x9x9xf32>, %filters: memref<512x64x3x3xf32>, %out: memref<2x512x7x7xf32>) {
  linalg.conv_2d_nchw_fchw ins(%images, %filters : memref<2x64x9x9xf32>, memref<512x64x3x3xf32>)
                           outs(%out : memref<2x512x7x7xf32>)
  return
}

// Three columns: loops go along the rows of the product.
func.func @few_columns(%a: memref<1000x300xf32>, %b: memref<300x3xf32>, %c: memref<1000x3xf32>) {
  linalg.matmul ins(%a, %b : memref<1000x300xf32>, memref<300x3xf32>) outs(%c : memref<1000x3xf32>)
  return
}

// It is not known whether there are few columns.
func.func @maybe_few(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
