//! Messages of failed assertions on their way to the runtime.

use asyncir_dialects::cf;
use asyncir_ir::{AttrKind, Context, Location, LocationKind, OpRef};

use crate::OptionInfo;

/// The attribute of `async.runtime.set_error` that holds a message.
pub(crate) const ATTRIBUTE: &str = "async.error_message";

/// The option of passes that keep messages.
pub(crate) const OPTION: OptionInfo = OptionInfo::flag(
    "error-messages",
    "Keep the message and the source location of a failed assertion in the error. Needs asyncir's runtime.",
    "false",
)
.of_asyncir();

/// The place of an assertion and what it says: `file:line:column: text`.
pub(crate) fn of_assertion(assertion: OpRef<'_>) -> String {
    let ctx = assertion.ctx;
    let message = cf::AssertOp(assertion).msg();
    let text = match message.map(|attr| attr.kind(ctx)) {
        Some(AttrKind::String { value, .. }) => String::from_utf8_lossy(value).into_owned(),
        _ => String::new(),
    };
    at(ctx, assertion.location(), &text)
}

/// A text with the place that it is about in front.
pub(super) fn at(ctx: &Context, location: Location, text: &str) -> String {
    match place(ctx, location) {
        Some(place) => format!("{place}: {text}"),
        None => text.to_owned(),
    }
}

/// The first place in a file that a location names.
fn place(ctx: &Context, location: Location) -> Option<String> {
    // Locations nest as deep as the text that named them, which is bounded.
    let show = |file, line, col| Some(format!("{}:{line}:{col}", ctx.str(file)));
    match location.kind(ctx) {
        LocationKind::Unknown => None,
        LocationKind::FileLineCol { file, line, col } => show(file, line, col),
        LocationKind::FileRange { file, start, .. } => show(file, start.0, start.1),
        LocationKind::CallSite { callee, .. } => place(ctx, callee),
        LocationKind::Name { child, .. } => place(ctx, child),
        LocationKind::Fused { locations, .. } => locations.iter().find_map(|&part| place(ctx, part)),
    }
}
