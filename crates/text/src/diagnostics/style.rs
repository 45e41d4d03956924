//! What is shown of diagnostics, and in which colours.

use anstyle::{AnsiColor, Style};
use asyncir_ir::Severity;

/// How [`render_with`](super::render_with) shows diagnostics. The default is what [`render`](super::render) shows: all of
/// them with their notes, without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RenderOptions {
    /// Whether escape sequences of terminals colour the text.
    pub color: bool,
    /// Whether notes are shown.
    pub notes: bool,
    /// The least severe diagnostics that are shown. Notes follow what they belong to.
    pub least: Severity,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            color: false,
            notes: true,
            least: Severity::Note,
        }
    }
}

/// The colours of LLVM's tools.
#[derive(Clone, Copy, Default)]
pub(crate) struct Palette {
    is_colored: bool,
}

impl Palette {
    pub(crate) fn of(options: &RenderOptions) -> Self {
        Self {
            is_colored: options.color,
        }
    }

    /// The style of file, line and column.
    pub(crate) fn place(self) -> Style {
        self.styled(Style::new().bold())
    }

    /// The style of the word that says how bad it is.
    pub(crate) fn severity(self, severity: Severity) -> Style {
        let color = match severity {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Magenta,
            Severity::Remark => AnsiColor::Blue,
            Severity::Note => AnsiColor::Cyan,
        };
        self.styled(color.on_default().bold())
    }

    /// The style of the message. Notes may show whole ops.
    pub(crate) fn message(self, severity: Severity) -> Style {
        match severity {
            Severity::Note => Style::new(),
            _ => self.styled(Style::new().bold()),
        }
    }

    /// The style of the marks below a line of the source.
    pub(crate) fn marks(self) -> Style {
        self.styled(AnsiColor::Green.on_default().bold())
    }

    fn styled(self, style: Style) -> Style {
        if self.is_colored { style } else { Style::new() }
    }
}
