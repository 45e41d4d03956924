//! The plot of measured loops: how many times faster than in order, by how long they take in order.

use std::error::Error;
use std::fs;

use plotters::prelude::*;

use super::{Row, Way};
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
    let text = render(rows).map_err(|error| format!("{PLOT}: {error}"))?;
    fs::write(PLOT, text).map_err(|error| format!("{PLOT}: {error}"))
}

fn render(rows: &[Row]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (720, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(48)
            .build_cartesian_2d((0.005..2e6).log_scale(), (0.002..4.0).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("microseconds in order")
            .y_desc("times faster than in order")
            .draw()?;
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
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.4))
            .draw()?;
        area.present()?;
    }
    Ok(text)
}
