//! `affine-loop-tile`: nests of loops run tile by tile, so that what a tile touches stays in the cache.
//!
//! Without given sizes, tiles are made so small that the memory of one fits into the cache, if loops touch more than that.
//! Nests whose iterations would overtake others on which they depend stay as they are.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp};

use super::loops::{constant_trip_count, perfect_nest, top_level_loops};
use super::tile::tile;
use super::tile_separation::separate_full_tiles;
use crate::analysis::constraints::Work;
use crate::analysis::dependence::{Reordering, footprint, may_be_tiled};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-loop-tile",
    class: "AffineLoopTiling",
    summary: "Tile affine loop nests",
    anchor: Some("func.func"),
    options: &[
        OptionInfo::ulong(
            "cache-size",
            "Set size of cache to tile for in KiB (default: 512)",
            "512",
        ),
        OptionInfo::flag("separate", "Separate full and partial tiles (default: false)", "false"),
        OptionInfo::uint("tile-size", "Use this tile size for all loops", "0"),
        OptionInfo::list(
            "tile-sizes",
            "List of tile sizes for each perfect nest (overridden by -tile-size)",
        ),
    ],
    create: |options| {
        let sizes = options.list("tile-sizes")?;
        Ok(Box::new(AffineLoopTile {
            cache_size: options.int("cache-size")?.unsigned_abs().saturating_mul(1024),
            separates: options.flag("separate")?,
            size: Some(options.int("tile-size")?.unsigned_abs()).filter(|&size| size > 0),
            sizes: sizes.iter().map(|size| tile_size(size)).collect::<Result<_, _>>()?,
        }))
    },
};

fn tile_size(text: &str) -> Result<u64, String> {
    match text.parse::<u32>() {
        Ok(0) => Err("tile size cannot be 0".to_owned()),
        Ok(size) => Ok(size.into()),
        Err(_) => Err(format!(
            "for the --tile-sizes option: '{text}' value invalid for uint argument!"
        )),
    }
}

/// The size of tiles of which nothing is known.
const DEFAULT_SIZE: u64 = 4;

struct AffineLoopTile {
    /// Bytes.
    cache_size: u64,
    /// Whether full tiles get loops of their own.
    separates: bool,
    /// The size of all tiles.
    size: Option<u64>,
    /// Sizes of tiles for each loop of a nest.
    sizes: Vec<u64>,
}

impl Pass for AffineLoopTile {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let Some(body) = op.body_mut() else { return Ok(()) };
        let mut work = Work::new();
        let loops = top_level_loops(body).into_iter();
        let nests: Vec<Vec<OpId>> = loops.map(|op| perfect_nest(body, op)).collect();
        for nest in nests {
            let sizes = self.sizes_for(cx.ctx, body, &nest, &mut work);
            let how = |&size: &u64| if size == 1 { Reordering::None } else { Reordering::Tiles };
            let how: Vec<Reordering> = sizes.iter().map(how).collect();
            // Tiles of the innermost loop alone leave the order of iterations as it is.
            let reorders = how
                .split_last()
                .is_some_and(|(_, outer)| outer.contains(&Reordering::Tiles));
            if reorders && !may_be_tiled(cx.ctx, body, &nest, &how, &mut work) {
                continue;
            }
            let rw = &mut Rewriter::new(cx.ctx, body);
            if let Some(tiled) = tile(rw, &nest, &sizes)
                && self.separates
            {
                separate_full_tiles(rw, &tiled);
            }
        }
        Ok(())
    }
}

impl AffineLoopTile {
    fn sizes_for(&self, ctx: &Context, body: &Body, nest: &[OpId], work: &mut Work) -> Vec<u64> {
        let count = nest.len();
        if let Some(size) = self.size {
            return vec![size; count];
        }
        if !self.sizes.is_empty() {
            let sizes = self.sizes.iter().copied().chain(std::iter::repeat(DEFAULT_SIZE));
            return sizes.take(count).collect();
        }
        if self.cache_size == 0 {
            return vec![1; count];
        }
        let Some(footprint) = footprint(ctx, body, nest[0], work).and_then(|size| u64::try_from(size).ok()) else {
            return fit_to_trip_counts(ctx, body, nest, vec![DEFAULT_SIZE; count]);
        };
        // How many times larger than the cache the memory is.
        let excess = footprint.div_ceil(self.cache_size);
        if excess <= 1 {
            return vec![1; count];
        }
        let root = (excess as f64).powf(1.0 / count as f64).floor() as u64;
        let mut sizes = vec![root; count - 1];
        let product = sizes.iter().fold(1_u64, |product, size| product.saturating_mul(*size));
        sizes.push((excess / product).max(1));
        fit_to_trip_counts(ctx, body, nest, sizes)
    }
}

/// Makes tiles smaller, so that all tiles are full.
fn fit_to_trip_counts(ctx: &Context, body: &Body, nest: &[OpId], mut sizes: Vec<u64>) -> Vec<u64> {
    for (&op, size) in nest.iter().zip(&mut sizes) {
        let Some(count) = constant_trip_count(ctx, body, op) else {
            continue;
        };
        if count > 1 {
            *size = (*size).min(count / 2);
        }
        while count % *size != 0 {
            *size -= 1;
        }
    }
    sizes
}
