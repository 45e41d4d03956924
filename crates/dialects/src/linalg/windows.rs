//! Convolutions, pooling and products of tiled matrices: named ops whose maps are given loop by loop, some of them with
//! sums of indices.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::{AttrConstraint, OpDef, OpView};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, OpRef, Type};

use super::attrs::Iteration;
use super::named::{parse, print, verify};
use super::payload::{BinaryOps, Payload};
use super::rewrites::Shared;
use super::structured;
use crate::constraints::{ANY_RANKED_TENSOR, ANY_SHAPED, ANY_TYPE};

/// An index of an element.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    /// A loop.
    D(u32),
    /// The sum of two loops.
    S(u32, u32),
    /// The sum of two loops, the first one times a stride, the second one times a dilation, of that number.
    W(u32, u32, usize),
}

use Index::{D, S, W};

/// The loops of an op.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    maps: &'static [&'static [Index]],
    /// `p` for each parallel loop, `r` for each reduction.
    kinds: &'static str,
}

const fn windows(maps: &'static [&'static [Index]], kinds: &'static str) -> Windows {
    Windows { maps, kinds }
}

/// What a name of this file stands for.
pub(super) struct WindowOp {
    def: fn() -> &'static OpDef,
    pub(super) windows: Windows,
    pub(super) payload: Payload,
}

const fn accumulate(float: &'static str, int: &'static str, boolean: &'static str) -> Payload {
    Payload::Accumulate(BinaryOps::new(float, int, boolean))
}

const SUM: Payload = accumulate("arith.addf", "arith.addi", "arith.ori");
const MAX: Payload = accumulate("arith.maximumf", "arith.maxsi", "arith.maxsi");
const MIN: Payload = accumulate("arith.minimumf", "arith.minsi", "arith.minsi");
const MAX_UNSIGNED: Payload = accumulate("arith.maximumf", "arith.maxui", "arith.maxui");
const MIN_UNSIGNED: Payload = accumulate("arith.minimumf", "arith.minui", "arith.minui");

fn is_i64_elements<const COUNT: i64>(ctx: &Context, attr: Attribute) -> bool {
    matches!(attr.kind(ctx), AttrKind::DenseElements { ty, .. }
        if ty.element_or_self(ctx) == Type::I64 && ty.shape(ctx) == Some(&[COUNT]))
}

/// Declares the kinds of strides and dilations.
macro_rules! elements {
    ($($NAME:ident: $count:literal)*) => {
        $(static $NAME: AttrConstraint = AttrConstraint::new(
            concat!("64-bit signless int elements attribute of shape [", $count, "]"),
            is_i64_elements::<$count>,
        );)*
    };
}

elements! { OF_1: 1 OF_2: 2 OF_3: 3 }

/// Declares ops and their table: those in front have strides and dilations, as many as they have windows, those behind have
/// not.
macro_rules! window_ops {
    ($($(#[doc = $doc:literal])* $Name:ident $name:literal [$elements:ident] = $windows:expr, $payload:expr;)*
     ; $($(#[doc = $plain_doc:literal])* $Plain:ident $plain:literal = $plain_windows:expr, $plain_payload:expr;)*) => {
        asyncir_ir::ops! {
            /// The ops with strides and dilations.
            pub const STRIDED_OPS;

            $($(#[doc = $doc])* op $Name $name {
                summary "structured op with windows";
                operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
                results { result_tensors: variadic ANY_RANKED_TENSOR }
                attributes { strides: optional $elements, dilations: optional $elements }
                regions { region: Any }
                traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
                custom parse, print;
                hooks {
                    verify_regions: verify_strided,
                    effects: structured::effects,
                    speculatable: structured::is_speculatable,
                    fold: structured::fold,
                    canonicalize: &[&Shared(|| <$Name<'static> as OpView<'static>>::DEF)],
                }
            })*
        }
        asyncir_ir::ops! {
            /// The ops without strides and dilations.
            pub const PLAIN_OPS;

            $($(#[doc = $plain_doc])* op $Plain $plain {
                summary "structured op with windows or tiles";
                operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
                results { result_tensors: variadic ANY_RANKED_TENSOR }
                regions { region: Any }
                traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
                custom parse, print;
                hooks {
                    verify_regions: verify,
                    effects: structured::effects,
                    speculatable: structured::is_speculatable,
                    fold: structured::fold,
                    canonicalize: &[&Shared(|| <$Plain<'static> as OpView<'static>>::DEF)],
                }
            })*
        }

        static TABLE: &[WindowOp] = &[
            $(WindowOp { def: || $Name::DEF, windows: $windows, payload: $payload },)*
            $(WindowOp { def: || $Plain::DEF, windows: $plain_windows, payload: $plain_payload },)*
        ];
    };
}

window_ops! {
    /// A convolution.
    Conv1dNcwFcwOp "linalg.conv_1d_ncw_fcw" [OF_1] = windows(&[&[D(0), D(3), W(2, 4, 0)], &[D(1), D(3), D(4)], &[D(0), D(1), D(2)]], "ppprr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv1dNwcWcfOp "linalg.conv_1d_nwc_wcf" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(4)], &[D(3), D(4), D(2)], &[D(0), D(1), D(2)]], "ppprr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dNchwFchwOp "linalg.conv_2d_nchw_fchw" [OF_2] = windows(&[&[D(0), D(4), W(2, 5, 0), W(3, 6, 1)], &[D(1), D(4), D(5), D(6)], &[D(0), D(1), D(2), D(3)]], "pppprrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dNgchwFgchwOp "linalg.conv_2d_ngchw_fgchw" [OF_2] = windows(&[&[D(0), D(1), D(5), W(3, 6, 0), W(4, 7, 1)], &[D(2), D(1), D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dNgchwGfchwOp "linalg.conv_2d_ngchw_gfchw" [OF_2] = windows(&[&[D(0), D(1), D(5), W(3, 6, 0), W(4, 7, 1)], &[D(1), D(2), D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dNhwcFhwcOp "linalg.conv_2d_nhwc_fhwc" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(6)], &[D(3), D(4), D(5), D(6)], &[D(0), D(1), D(2), D(3)]], "pppprrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dNhwcHwcfOp "linalg.conv_2d_nhwc_hwcf" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(6)], &[D(4), D(5), D(6), D(3)], &[D(0), D(1), D(2), D(3)]], "pppprrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dNhwgcGfhwcOp "linalg.conv_2d_nhwgc_gfhwc" [OF_2] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), D(3), D(7)], &[D(3), D(4), D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv3dNcdhwFcdhwOp "linalg.conv_3d_ncdhw_fcdhw" [OF_3] = windows(&[&[D(0), D(5), W(2, 6, 0), W(3, 7, 1), W(4, 8, 2)], &[D(1), D(5), D(6), D(7), D(8)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrrr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv3dNdhwcDhwcfOp "linalg.conv_3d_ndhwc_dhwcf" [OF_3] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), W(3, 7, 2), D(8)], &[D(5), D(6), D(7), D(8), D(4)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrrr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv1dNcwCwOp "linalg.depthwise_conv_1d_ncw_cw" [OF_1] = windows(&[&[D(0), D(2), W(1, 3, 0)], &[D(2), D(3)], &[D(0), D(2), D(1)]], "pppr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv1dNwcWcOp "linalg.depthwise_conv_1d_nwc_wc" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(2)], &[D(3), D(2)], &[D(0), D(1), D(2)]], "pppr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv1dNwcWcmOp "linalg.depthwise_conv_1d_nwc_wcm" [OF_1] = windows(&[&[D(0), W(1, 4, 0), D(2)], &[D(4), D(2), D(3)], &[D(0), D(1), D(2), D(3)]], "ppppr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv2dNchwChwOp "linalg.depthwise_conv_2d_nchw_chw" [OF_2] = windows(&[&[D(0), D(3), W(1, 4, 0), W(2, 5, 1)], &[D(3), D(4), D(5)], &[D(0), D(3), D(1), D(2)]], "pppprr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv2dNhwcHwcOp "linalg.depthwise_conv_2d_nhwc_hwc" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5), D(3)], &[D(0), D(1), D(2), D(3)]], "pppprr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv2dNhwcHwcmOp "linalg.depthwise_conv_2d_nhwc_hwcm" [OF_2] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), D(3)], &[D(5), D(6), D(3), D(4)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprr"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv3dNcdhwCdhwOp "linalg.depthwise_conv_3d_ncdhw_cdhw" [OF_3] = windows(&[&[D(0), D(7), W(1, 4, 0), W(2, 5, 1), W(3, 6, 2)], &[D(7), D(4), D(5), D(6)], &[D(0), D(7), D(1), D(2), D(3)]], "pppprrrp"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv3dNdhwcDhwcOp "linalg.depthwise_conv_3d_ndhwc_dhwc" [OF_3] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), W(3, 6, 2), D(7)], &[D(4), D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(7)]], "pppprrrp"), Payload::MultiplyAdd;
    /// A convolution of each channel for itself.
    DepthwiseConv3dNdhwcDhwcmOp "linalg.depthwise_conv_3d_ndhwc_dhwcm" [OF_3] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), W(3, 7, 2), D(8)], &[D(5), D(6), D(7), D(8), D(4)], &[D(0), D(1), D(2), D(3), D(8), D(4)]], "ppppprrrp"), Payload::MultiplyAdd;
    /// A convolution of quantised numbers: the third and the fourth input are subtracted from the first two.
    Conv2dNchwFchwQOp "linalg.conv_2d_nchw_fchw_q" [OF_2] = windows(&[&[D(0), D(4), W(2, 5, 0), W(3, 6, 1)], &[D(1), D(4), D(5), D(6)], &[], &[], &[D(0), D(1), D(2), D(3)]], "pppprrr"), Payload::MultiplyAddQuantized;
    /// A convolution of quantised numbers: the third and the fourth input are subtracted from the first two.
    Conv2dNgchwGfchwQOp "linalg.conv_2d_ngchw_gfchw_q" [OF_2] = windows(&[&[D(0), D(1), D(5), W(3, 6, 0), W(4, 7, 1)], &[D(1), D(2), D(5), D(6), D(7)], &[], &[], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), Payload::MultiplyAddQuantized;
    /// A convolution of quantised numbers: the third and the fourth input are subtracted from the first two.
    Conv2dNhwcFhwcQOp "linalg.conv_2d_nhwc_fhwc_q" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(6)], &[D(3), D(4), D(5), D(6)], &[], &[], &[D(0), D(1), D(2), D(3)]], "pppprrr"), Payload::MultiplyAddQuantized;
    /// A convolution of quantised numbers: the third and the fourth input are subtracted from the first two.
    Conv2dNhwcHwcfQOp "linalg.conv_2d_nhwc_hwcf_q" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(6)], &[D(4), D(5), D(6), D(3)], &[], &[], &[D(0), D(1), D(2), D(3)]], "pppprrr"), Payload::MultiplyAddQuantized;
    /// A convolution of quantised numbers: the third and the fourth input are subtracted from the first two.
    Conv2dNhwgcGfhwcQOp "linalg.conv_2d_nhwgc_gfhwc_q" [OF_2] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), D(3), D(7)], &[D(3), D(4), D(5), D(6), D(7)], &[], &[], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), Payload::MultiplyAddQuantized;
    /// A convolution of quantised numbers: the third and the fourth input are subtracted from the first two.
    Conv3dNdhwcDhwcfQOp "linalg.conv_3d_ndhwc_dhwcf_q" [OF_3] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), W(3, 7, 2), D(8)], &[D(5), D(6), D(7), D(8), D(4)], &[], &[], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrrr"), Payload::MultiplyAddQuantized;
    /// A convolution of each channel for itself of quantised numbers: the third and the fourth input are subtracted from the first two.
    DepthwiseConv2dNhwcHwcQOp "linalg.depthwise_conv_2d_nhwc_hwc_q" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5), D(3)], &[], &[], &[D(0), D(1), D(2), D(3)]], "pppprr"), Payload::MultiplyAddQuantized;
    /// A convolution of each channel for itself of quantised numbers: the third and the fourth input are subtracted from the first two.
    DepthwiseConv2dNhwcHwcmQOp "linalg.depthwise_conv_2d_nhwc_hwcm_q" [OF_2] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), D(3)], &[D(5), D(6), D(3), D(4)], &[], &[], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprr"), Payload::MultiplyAddQuantized;
    /// The greatest element in each window; the shape of the second input is that of the window.
    PoolingNchwMaxOp "linalg.pooling_nchw_max" [OF_2] = windows(&[&[D(0), D(1), W(2, 4, 0), W(3, 5, 1)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), MAX;
    /// The sum of the elements in each window; the shape of the second input is that of the window.
    PoolingNchwSumOp "linalg.pooling_nchw_sum" [OF_2] = windows(&[&[D(0), D(1), W(2, 4, 0), W(3, 5, 1)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), SUM;
    /// The greatest element in each window; the shape of the second input is that of the window.
    PoolingNcwMaxOp "linalg.pooling_ncw_max" [OF_1] = windows(&[&[D(0), D(1), W(2, 3, 0)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), MAX;
    /// The sum of the elements in each window; the shape of the second input is that of the window.
    PoolingNcwSumOp "linalg.pooling_ncw_sum" [OF_1] = windows(&[&[D(0), D(1), W(2, 3, 0)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), SUM;
    /// The greatest element in each window; the shape of the second input is that of the window.
    PoolingNdhwcMaxOp "linalg.pooling_ndhwc_max" [OF_3] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), W(3, 7, 2), D(4)], &[D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), MAX;
    /// The smallest element in each window; the shape of the second input is that of the window.
    PoolingNdhwcMinOp "linalg.pooling_ndhwc_min" [OF_3] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), W(3, 7, 2), D(4)], &[D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), MIN;
    /// The sum of the elements in each window; the shape of the second input is that of the window.
    PoolingNdhwcSumOp "linalg.pooling_ndhwc_sum" [OF_3] = windows(&[&[D(0), W(1, 5, 0), W(2, 6, 1), W(3, 7, 2), D(4)], &[D(5), D(6), D(7)], &[D(0), D(1), D(2), D(3), D(4)]], "ppppprrr"), SUM;
    /// The greatest element in each window; the shape of the second input is that of the window.
    PoolingNhwcMaxOp "linalg.pooling_nhwc_max" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), MAX;
    /// The greatest element in each window, of unsigned integers; the shape of the second input is that of the window.
    PoolingNhwcMaxUnsignedOp "linalg.pooling_nhwc_max_unsigned" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), MAX_UNSIGNED;
    /// The smallest element in each window; the shape of the second input is that of the window.
    PoolingNhwcMinOp "linalg.pooling_nhwc_min" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), MIN;
    /// The smallest element in each window, of unsigned integers; the shape of the second input is that of the window.
    PoolingNhwcMinUnsignedOp "linalg.pooling_nhwc_min_unsigned" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), MIN_UNSIGNED;
    /// The sum of the elements in each window; the shape of the second input is that of the window.
    PoolingNhwcSumOp "linalg.pooling_nhwc_sum" [OF_2] = windows(&[&[D(0), W(1, 4, 0), W(2, 5, 1), D(3)], &[D(4), D(5)], &[D(0), D(1), D(2), D(3)]], "pppprr"), SUM;
    /// The greatest element in each window; the shape of the second input is that of the window.
    PoolingNwcMaxOp "linalg.pooling_nwc_max" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(2)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), MAX;
    /// The greatest element in each window, of unsigned integers; the shape of the second input is that of the window.
    PoolingNwcMaxUnsignedOp "linalg.pooling_nwc_max_unsigned" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(2)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), MAX_UNSIGNED;
    /// The smallest element in each window; the shape of the second input is that of the window.
    PoolingNwcMinOp "linalg.pooling_nwc_min" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(2)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), MIN;
    /// The smallest element in each window, of unsigned integers; the shape of the second input is that of the window.
    PoolingNwcMinUnsignedOp "linalg.pooling_nwc_min_unsigned" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(2)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), MIN_UNSIGNED;
    /// The sum of the elements in each window; the shape of the second input is that of the window.
    PoolingNwcSumOp "linalg.pooling_nwc_sum" [OF_1] = windows(&[&[D(0), W(1, 3, 0), D(2)], &[D(3)], &[D(0), D(1), D(2)]], "pppr"), SUM;
    ;
    /// The product of tiled matrices, the second one transposed, for each element of a batch.
    BatchMmt4dOp "linalg.batch_mmt4d" = windows(&[&[D(0), D(1), D(3), D(4), D(6)], &[D(0), D(2), D(3), D(5), D(6)], &[D(0), D(1), D(2), D(4), D(5)]], "ppprppr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv1dOp "linalg.conv_1d" = windows(&[&[S(0, 1)], &[D(1)], &[D(0)]], "pr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv2dOp "linalg.conv_2d" = windows(&[&[S(0, 2), S(1, 3)], &[D(2), D(3)], &[D(0), D(1)]], "pprr"), Payload::MultiplyAdd;
    /// A convolution.
    Conv3dOp "linalg.conv_3d" = windows(&[&[S(0, 3), S(1, 4), S(2, 5)], &[D(3), D(4), D(5)], &[D(0), D(1), D(2)]], "ppprrr"), Payload::MultiplyAdd;
    /// The product of two matrices of quantised numbers: the third and the fourth input are subtracted from the first two.
    QuantizedMatmulOp "linalg.quantized_matmul" = windows(&[&[D(0), D(2)], &[D(2), D(1)], &[], &[], &[D(0), D(1)]], "ppr"), Payload::MultiplyAddQuantized;
    /// The product of two matrices of quantised numbers for each element of a batch.
    QuantizedBatchMatmulOp "linalg.quantized_batch_matmul" = windows(&[&[D(0), D(1), D(3)], &[D(0), D(3), D(2)], &[], &[], &[D(0), D(1), D(2)]], "pppr"), Payload::MultiplyAddQuantized;
    /// The product of tiled matrices, the second one transposed.
    Mmt4dOp "linalg.mmt4d" = windows(&[&[D(0), D(2), D(3), D(5)], &[D(1), D(2), D(4), D(5)], &[D(0), D(1), D(3), D(4)]], "pprppr"), Payload::MultiplyAdd;
}

crate::lists::all_ops! {
    /// The ops of this file.
    WINDOW_OPS = [STRIDED_OPS, PLAIN_OPS]
}
/// The ops of this file.
pub const OPS: &[&OpDef] = WINDOW_OPS;

/// What an op stands for, if it is one of this file.
pub(super) fn window_op(def: &'static OpDef) -> Option<&'static WindowOp> {
    TABLE.iter().find(|entry| (entry.def)() == def)
}

impl Windows {
    /// The kinds of the loops.
    pub(super) fn iterators(self) -> Vec<Iteration> {
        let kind = |kind| match kind {
            'r' => Iteration::Reduction,
            _ => Iteration::Parallel,
        };
        self.kinds.chars().map(kind).collect()
    }

    /// The maps for given strides and dilations; ones where they are missing.
    pub(super) fn maps(
        self,
        ctx: &Context,
        strides: Option<Attribute>,
        dilations: Option<Attribute>,
    ) -> Option<Vec<AffineMap>> {
        let factor =
            |attr: Option<Attribute>, number: usize| attr.and_then(|attr| element(ctx, attr, number)).unwrap_or(1);
        let expr = |index: &Index| match *index {
            D(dim) => AffineExpr::Dim(dim),
            S(first, second) => AffineExpr::Dim(first) + AffineExpr::Dim(second),
            W(first, second, number) => {
                AffineExpr::Dim(first) * factor(strides, number) + AffineExpr::Dim(second) * factor(dilations, number)
            }
        };
        let map = |indices: &&[Index]| AffineMap::new(self.kinds.len() as u32, 0, indices.iter().map(expr).collect());
        self.maps.iter().map(map).collect()
    }
}

/// Checks that strides and dilations leave windows: both loops of a dimension step through it.
fn verify_strided(op: OpRef<'_>) -> Fallible {
    verify(op)?;
    let Some(entry) = op.data().def().and_then(window_op) else {
        return Ok(());
    };
    let factor = |name, number| {
        op.property(name)
            .and_then(|attr| element(op.ctx, attr, number))
            .unwrap_or(1)
    };
    let indices = entry.windows.maps.iter().flat_map(|map| map.iter());
    let factors = indices.filter_map(|index| match *index {
        W(_, _, number) => Some((factor("strides", number), factor("dilations", number))),
        D(_) | S(..) => None,
    });
    let stuck: Vec<(i64, i64)> = factors
        .filter(|&(stride, dilation)| stride == 0 || dilation == 0)
        .collect();
    let message = match &stuck[..] {
        [] => return Ok(()),
        all if all.iter().all(|&(stride, dilation)| stride + dilation == 1) => {
            "unexpected loop dimension for convolution op"
        }
        _ => "unexpected input index map for convolutions",
    };
    Err(op.bare_error(message))
}

/// An element of a dense attribute of `i64`.
fn element(ctx: &Context, attr: Attribute, number: usize) -> Option<i64> {
    let AttrKind::DenseElements { splat, data, .. } = attr.kind(ctx) else {
        return None;
    };
    let at = if *splat { 0 } else { number * 8 };
    Some(i64::from_le_bytes(data.get(at..at + 8)?.try_into().ok()?))
}

/// The maps and iterators of an op of this file.
pub(super) fn loops(op: OpRef<'_>) -> Option<(Vec<AffineMap>, Vec<Iteration>)> {
    let windows = window_op(op.data().def()?)?.windows;
    let maps = windows.maps(op.ctx, op.property("strides"), op.property("dilations"))?;
    Some((maps, windows.iterators()))
}
