//! The plot of measured loops: how many times faster than in order, by how long they take in order.

use plotters::prelude::*;

use super::{Row, Way};
use crate::plot::{self, Axis};
use crate::process::Outcome;

const PLOT: &str = "docs/benchmarks-loops.svg";

/// What is drawn, with labels.
const DRAWN: [(Way, &str); 4] = [
    (Way::Ours, "asyncir"),
    (Way::OpenMp, "OpenMP"),
    (Way::MlirAsync, "MLIR async"),
    (Way::Rayon, "rayon"),
];

/// Draws all rows.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn draw(rows: &[Row]) -> Outcome {
    let axes = [
        Axis {
            name: "microseconds in order",
            range: 0.005..2e6,
        },
        Axis {
            name: "times faster than in order",
            range: 0.002..4.0,
        },
    ];
    plot::write(PLOT, axes, SeriesLabelPosition::LowerRight, |chart| {
        for (index, (way, label)) in DRAWN.into_iter().enumerate() {
            let color = Palette99::pick(index).to_rgba();
            let points = rows
                .iter()
                .filter_map(|row| Some((row.time(Way::Sequential)?, row.ratio(way, Way::Sequential)?)));
            chart
                .draw_series(points.map(|point| Circle::new(point, 4, color.filled())))?
                .label(label)
                .legend(move |(x, y)| Circle::new((x + 8, y), 4, color.filled()));
        }
        Ok(())
    })
}
