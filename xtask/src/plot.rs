//! Plots of the documentation, as SVG.

use std::error::Error;
use std::fs;
use std::ops::Range;

use plotters::prelude::*;

use crate::process::Outcome;

type Area<'t> = DrawingArea<SVGBackend<'t>, plotters::coord::Shift>;
/// A chart on two logarithmic axes.
pub type Chart<'a, 't> = ChartContext<'a, SVGBackend<'t>, Cartesian2d<LogCoord<f64>, LogCoord<f64>>>;

/// A logarithmic axis.
pub struct Axis {
    pub name: &'static str,
    pub range: Range<f64>,
}

/// Draws a chart with a legend at `labels`, and writes it to a file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    file: &str,
    axes: [Axis; 2],
    labels: SeriesLabelPosition,
    series: impl FnOnce(&mut Chart<'_, '_>) -> Result<(), Box<dyn Error>>,
) -> Outcome {
    let text = render(axes, labels, series).map_err(|error| format!("{file}: {error}"))?;
    fs::write(file, text).map_err(|error| format!("{file}: {error}"))
}

fn render(
    [x, y]: [Axis; 2],
    labels: SeriesLabelPosition,
    series: impl FnOnce(&mut Chart<'_, '_>) -> Result<(), Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    {
        let area: Area<'_> = SVGBackend::with_string(&mut text, (720, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(48)
            .build_cartesian_2d(x.range.log_scale(), y.range.log_scale())?;
        chart.configure_mesh().x_desc(x.name).y_desc(y.name).draw()?;
        series(&mut chart)?;
        chart
            .configure_series_labels()
            .position(labels)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.4))
            .draw()?;
        area.present()?;
    }
    Ok(text)
}
