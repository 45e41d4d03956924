func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %zero = arith.constant 0.0 : f32
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [%n, %n], strides: [%n, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %s = memref.reinterpret_cast %z to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<?xf32>)
  linalg.reduce { arith.addf } ins(%a : memref<?x?xf32, strided<[?, 1]>>) outs(%s : memref<?xf32>) dimensions = [1]
  return
}
