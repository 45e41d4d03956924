// Named ops with windows, tiles and batches, and ops that move elements, as MLIR 22 prints them.

func.func @batch_mmt4d(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.batch_mmt4d ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @conv_1d(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  linalg.conv_1d ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)
  return
}

func.func @conv_1d_ncw_fcw(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.conv_1d_ncw_fcw {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.conv_1d_ncw_fcw ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @conv_1d_nwc_wcf(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.conv_1d_nwc_wcf {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.conv_1d_nwc_wcf ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @conv_2d(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.conv_2d ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

func.func @conv_2d_nchw_fchw(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.conv_2d_nchw_fchw ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @conv_2d_ngchw_fgchw(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.conv_2d_ngchw_fgchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.conv_2d_ngchw_fgchw ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @conv_2d_ngchw_gfchw(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.conv_2d_ngchw_gfchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.conv_2d_ngchw_gfchw ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @conv_2d_nhwc_fhwc(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nhwc_fhwc {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.conv_2d_nhwc_fhwc ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @conv_2d_nhwc_hwcf(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @conv_2d_nhwgc_gfhwc(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.conv_2d_nhwgc_gfhwc ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @conv_3d(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.conv_3d ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @conv_3d_ncdhw_fcdhw(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.conv_3d_ncdhw_fcdhw ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @conv_3d_ndhwc_dhwcf(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.conv_3d_ndhwc_dhwcf ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_1d_ncw_cw(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.depthwise_conv_1d_ncw_cw ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @depthwise_conv_1d_nwc_wc(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.depthwise_conv_1d_nwc_wc ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @depthwise_conv_1d_nwc_wcm(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.depthwise_conv_1d_nwc_wcm ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_2d_nchw_chw(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.depthwise_conv_2d_nchw_chw ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_2d_nhwc_hwc(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_2d_nhwc_hwcm(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.depthwise_conv_2d_nhwc_hwcm ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_3d_ncdhw_cdhw(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_3d_ndhwc_dhwc(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @depthwise_conv_3d_ndhwc_dhwcm(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?x?xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?x?xf32>)
  linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?x?xf32>)
  return
}

func.func @mmt4d(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.mmt4d ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @pooling_nchw_max(%a: memref<?x?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.pooling_nchw_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nchw_max ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @pooling_nchw_sum(%a: memref<?x?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.pooling_nchw_sum {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nchw_sum ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @pooling_ncw_max(%a: memref<?x?x?xf32>, %b: memref<?xf32>, %c: memref<?x?x?xf32>) {
  linalg.pooling_ncw_max {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.pooling_ncw_max ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @pooling_ncw_sum(%a: memref<?x?x?xf32>, %b: memref<?xf32>, %c: memref<?x?x?xf32>) {
  linalg.pooling_ncw_sum {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.pooling_ncw_sum ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @pooling_ndhwc_max(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.pooling_ndhwc_max {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.pooling_ndhwc_max ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @pooling_ndhwc_min(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.pooling_ndhwc_min {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.pooling_ndhwc_min ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @pooling_ndhwc_sum(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.pooling_ndhwc_sum {dilations = dense<[2, 1, 3]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  linalg.pooling_ndhwc_sum ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

func.func @pooling_nhwc_max(%a: memref<?x?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.pooling_nhwc_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nhwc_max ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @pooling_nhwc_max_unsigned(%a: memref<?x?x?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?x?x?xi32>) {
  linalg.pooling_nhwc_max_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?x?x?xi32>)
  linalg.pooling_nhwc_max_unsigned ins(%a, %b : memref<?x?x?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?x?x?xi32>)
  return
}

func.func @pooling_nhwc_min(%a: memref<?x?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.pooling_nhwc_min {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nhwc_min ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @pooling_nhwc_min_unsigned(%a: memref<?x?x?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?x?x?xi32>) {
  linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?x?x?xi32>)
  linalg.pooling_nhwc_min_unsigned ins(%a, %b : memref<?x?x?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?x?x?xi32>)
  return
}

func.func @pooling_nhwc_sum(%a: memref<?x?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.pooling_nhwc_sum {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nhwc_sum ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

func.func @pooling_nwc_max(%a: memref<?x?x?xf32>, %b: memref<?xf32>, %c: memref<?x?x?xf32>) {
  linalg.pooling_nwc_max {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.pooling_nwc_max ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @pooling_nwc_max_unsigned(%a: memref<?x?x?xi32>, %b: memref<?xi32>, %c: memref<?x?x?xi32>) {
  linalg.pooling_nwc_max_unsigned {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xi32>, memref<?xi32>) outs(%c : memref<?x?x?xi32>)
  linalg.pooling_nwc_max_unsigned ins(%a, %b : memref<?x?x?xi32>, memref<?xi32>) outs(%c : memref<?x?x?xi32>)
  return
}

func.func @pooling_nwc_min(%a: memref<?x?x?xf32>, %b: memref<?xf32>, %c: memref<?x?x?xf32>) {
  linalg.pooling_nwc_min {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.pooling_nwc_min ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @pooling_nwc_min_unsigned(%a: memref<?x?x?xi32>, %b: memref<?xi32>, %c: memref<?x?x?xi32>) {
  linalg.pooling_nwc_min_unsigned {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xi32>, memref<?xi32>) outs(%c : memref<?x?x?xi32>)
  linalg.pooling_nwc_min_unsigned ins(%a, %b : memref<?x?x?xi32>, memref<?xi32>) outs(%c : memref<?x?x?xi32>)
  return
}

func.func @pooling_nwc_sum(%a: memref<?x?x?xf32>, %b: memref<?xf32>, %c: memref<?x?x?xf32>) {
  linalg.pooling_nwc_sum {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  linalg.pooling_nwc_sum ins(%a, %b : memref<?x?x?xf32>, memref<?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

func.func @batches_and_places(%a: memref<2x3x4xf32>, %b: memref<2x4x5xf32>, %c: memref<2x3x5xf32>, %v: memref<2x4xf32>, %w: memref<2x3xf32>, %p: memref<3x5xf32>, %cond: memref<2x3xi1>, %e: memref<3x2xf32>, %z: memref<3xf32>, %q: memref<2xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<2x3x4xf32>, memref<2x4x5xf32>) outs(%c : memref<2x3x5xf32>)
  linalg.batch_matvec ins(%a, %v : memref<2x3x4xf32>, memref<2x4xf32>) outs(%w : memref<2x3xf32>)
  linalg.batch_vecmat ins(%w, %a : memref<2x3xf32>, memref<2x3x4xf32>) outs(%v : memref<2x4xf32>)
  linalg.select ins(%cond, %w, %w : memref<2x3xi1>, memref<2x3xf32>, memref<2x3xf32>) outs(%w : memref<2x3xf32>)
  linalg.transpose ins(%w : memref<2x3xf32>) outs(%e : memref<3x2xf32>) permutation = [1, 0]
  linalg.broadcast ins(%z : memref<3xf32>) outs(%w : memref<2x3xf32>) dimensions = [0]
  linalg.reduce ins(%w : memref<2x3xf32>) outs(%q : memref<2xf32>) dimensions = [1] (%in: f32, %out: f32) { %0 = arith.addf %in, %out : f32  linalg.yield %0 : f32 }
  linalg.reduce { arith.addf } ins(%w : memref<2x3xf32>) outs(%q : memref<2xf32>) dimensions = [1]
  return
}
