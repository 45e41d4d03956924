// RUN: --expand-strided-metadata

// Reshaped memory of which sizes or strides are not known.
func.func @c1(%m: memref<?x?xf32>) -> memref<?xf32> {
  %s = memref.collapse_shape %m [[0,1]] : memref<?x?xf32> into memref<?xf32>
  return %s : memref<?xf32> }
func.func @c2(%m: memref<?x4x?xf32>) -> memref<?x?xf32> {
  %s = memref.collapse_shape %m [[0,1],[2]] : memref<?x4x?xf32> into memref<?x?xf32>
  return %s : memref<?x?xf32> }
func.func @c3(%m: memref<?x4x?xf32, strided<[?,?,?], offset: ?>>) -> memref<?x?xf32, strided<[?,?], offset: ?>> {
  %s = memref.collapse_shape %m [[0,1],[2]] : memref<?x4x?xf32, strided<[?,?,?], offset: ?>> into memref<?x?xf32, strided<[?,?], offset: ?>>
  return %s : memref<?x?xf32, strided<[?,?], offset: ?>> }
func.func @c4(%m: memref<1x1x?xf32, strided<[?,?,?], offset: ?>>) -> memref<1x?xf32, strided<[?,?], offset: ?>> {
  %s = memref.collapse_shape %m [[0,1],[2]] : memref<1x1x?xf32, strided<[?,?,?], offset: ?>> into memref<1x?xf32, strided<[?,?], offset: ?>>
  return %s : memref<1x?xf32, strided<[?,?], offset: ?>> }
func.func @c6(%m: memref<f32>) -> memref<1xf32> {
  %s = memref.expand_shape %m [] output_shape [1] : memref<f32> into memref<1xf32>
  return %s : memref<1xf32> }
func.func @c8(%m: memref<3x?x1x4xf32, strided<[?,4,4,1]>>) -> memref<?xf32, strided<[1]>> {
  %s = memref.collapse_shape %m [[0,1,2,3]] : memref<3x?x1x4xf32, strided<[?,4,4,1]>> into memref<?xf32, strided<[1]>>
  return %s : memref<?xf32, strided<[1]>> }
func.func @c9(%m: memref<3x4x?x5xf32, strided<[?,?,5,1]>>) -> memref<12x?xf32, strided<[?,1]>> {
  %s = memref.collapse_shape %m [[0,1],[2,3]] : memref<3x4x?x5xf32, strided<[?,?,5,1]>> into memref<12x?xf32, strided<[?,1]>>
  return %s : memref<12x?xf32, strided<[?,1]>> }
func.func @e1(%m: memref<?xf32>, %a: index) -> memref<?x4xf32> {
  %s = memref.expand_shape %m [[0,1]] output_shape [%a,4] : memref<?xf32> into memref<?x4xf32>
  return %s : memref<?x4xf32> }
func.func @e2(%m: memref<?xf32>, %a: index) -> memref<3x?x4xf32> {
  %s = memref.expand_shape %m [[0,1,2]] output_shape [3,%a,4] : memref<?xf32> into memref<3x?x4xf32>
  return %s : memref<3x?x4xf32> }
func.func @e3(%m: memref<?x?xf32, strided<[?,?],offset: ?>>, %a: index, %b: index) -> memref<3x?x4x?x2xf32, strided<[?,?,?,?,?],offset: ?>> {
  %s = memref.expand_shape %m [[0,1,2],[3,4]] output_shape [3,%a,4,%b,2] : memref<?x?xf32, strided<[?,?],offset: ?>> into memref<3x?x4x?x2xf32, strided<[?,?,?,?,?],offset: ?>>
  return %s : memref<3x?x4x?x2xf32, strided<[?,?,?,?,?],offset: ?>> }
func.func @e4(%m: memref<30x?xf32>, %a: index, %b: index) -> memref<5x6x?x2xf32> {
  %s = memref.expand_shape %m [[0,1],[2,3]] output_shape [5,6,%a,2] : memref<30x?xf32> into memref<5x6x?x2xf32>
  return %s : memref<5x6x?x2xf32> }
func.func @x1(%m: memref<?x?xf32, strided<[?,?],offset: ?>>, %a: index, %b: index) -> (index, index) {
  %s = memref.expand_shape %m [[0,1,2],[3,4]] output_shape [3,%a,4,%b,2] : memref<?x?xf32, strided<[?,?],offset: ?>> into memref<3x?x4x?x2xf32, strided<[?,?,?,?,?],offset: ?>>
  %base_buffer, %offset, %sizes:5, %strides:5 = memref.extract_strided_metadata %s : memref<3x?x4x?x2xf32, strided<[?,?,?,?,?],offset: ?>> -> memref<f32>, index, index, index, index, index, index, index, index, index, index, index
  return %sizes#1, %strides#0 : index, index }
func.func @x2(%m: memref<?x4x?xf32, strided<[?,?,?], offset: ?>>) -> (index, index) {
  %s = memref.collapse_shape %m [[0,1],[2]] : memref<?x4x?xf32, strided<[?,?,?], offset: ?>> into memref<?x?xf32, strided<[?,?], offset: ?>>
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %s : memref<?x?xf32, strided<[?,?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %sizes#0, %strides#0 : index, index }
