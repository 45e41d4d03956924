//! Locations.

use asyncir_ir::{Location, LocationKind};

use super::Printer;
use super::attributes::Elide;
use super::text::push_u64;

impl Printer<'_> {
    /// Writes the location behind an op or argument, if locations are shown.
    pub(super) fn print_trailing_location(&mut self, location: Location, allow_alias: bool) {
        if self.options.debug_info {
            self.push(" ");
            self.print_location(location, allow_alias);
        }
    }

    /// Writes `loc(...)`.
    pub(super) fn print_location(&mut self, location: Location, allow_alias: bool) {
        if self.options.pretty_debug_info {
            return self.print_location_body(location, true, true);
        }
        self.push("loc(");
        if !(allow_alias && self.aliases.print_location(location, &mut self.out)) {
            self.print_location_body(location, false, true);
        }
        self.push(")");
    }

    /// Writes what stands inside `loc(...)`.
    pub(super) fn print_location_body(&mut self, location: Location, pretty: bool, top: bool) {
        if !top && self.aliases.print_location(location, &mut self.out) {
            return;
        }
        match location.kind(self.ctx) {
            LocationKind::Unknown => self.push(if pretty { "[unknown]" } else { "unknown" }),
            LocationKind::FileLineCol { file, line, col } => {
                self.print_file(file, pretty);
                self.print_line_col(":", line, col);
            }
            LocationKind::FileRange { file, start, end } => {
                self.print_file(file, pretty);
                self.print_line_col(":", start.0, start.1);
                if start.0 == end.0 {
                    self.push(" to :");
                    push_u64(&mut self.out, u64::from(end.1));
                } else {
                    self.print_line_col(" to ", end.0, end.1);
                }
            }
            LocationKind::Name { name, child } => {
                self.print_string(self.ctx.str(name).as_bytes());
                if child != Location::UNKNOWN {
                    self.push("(");
                    self.print_location_body(child, pretty, false);
                    self.push(")");
                }
            }
            LocationKind::CallSite { callee, caller } => self.print_call_site(callee, caller, pretty),
            LocationKind::Fused { locations, metadata } => {
                if !pretty {
                    self.push("fused");
                }
                if let Some(metadata) = metadata {
                    self.push("<");
                    self.print_attribute(metadata, Elide::Never);
                    self.push(">");
                }
                self.push("[");
                self.print_list(&locations, |p, &part| p.print_location_body(part, pretty, false));
                self.push("]");
            }
        }
    }

    fn print_file(&mut self, file: asyncir_ir::Ident, pretty: bool) {
        let name = self.ctx.str(file);
        if pretty {
            self.push(name)
        } else {
            self.print_string(name.as_bytes())
        }
    }

    fn print_line_col(&mut self, before: &str, line: u32, col: u32) {
        self.push(before);
        push_u64(&mut self.out, u64::from(line));
        self.push(":");
        push_u64(&mut self.out, u64::from(col));
    }

    fn print_call_site(&mut self, callee: Location, caller: Location, pretty: bool) {
        if !pretty {
            self.push("callsite(");
        }
        self.print_location_body(callee, pretty, false);
        let same_line = !pretty
            || (matches!(callee.kind(self.ctx), LocationKind::Name { .. })
                && matches!(
                    caller.kind(self.ctx),
                    LocationKind::FileLineCol { .. } | LocationKind::FileRange { .. }
                ));
        self.push(if same_line { " at " } else { "\n at " });
        self.print_location_body(caller, pretty, false);
        if !pretty {
            self.push(")");
        }
    }
}
