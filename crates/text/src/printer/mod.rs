//! The printer: one pass that numbers the values of a body when it gets there, and one before it that looks for
//! attributes and types with aliases, if there can be any.

mod aliases;
mod asm;
mod attributes;
mod collect;
mod dense;
mod functions;
mod in_order;
mod locations;
mod names;
mod ops;
mod scan;
mod text;
mod types;
mod users;

use asyncir_ir::{AttrKind, Attribute, Body, Context, Ident, OpId, OpRef, Type};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::resources::Resources;
use aliases::Aliases;
pub(crate) use functions::Sink;
use names::Names;
use types::TypeTexts;

/// What the printer shows and how.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// All ops in generic form.
    pub generic: bool,
    /// Locations behind ops.
    pub debug_info: bool,
    /// Locations in short form, which cannot be read back.
    pub pretty_debug_info: bool,
    /// Attributes and locations where they stand, not as aliases.
    pub local_scope: bool,
    /// Dense attributes of more elements than this, and no splat, are left out.
    pub elide_elements_larger_than: Option<u64>,
    /// Dense attributes of more elements than this, and no splat, are written in hexadecimal; `None` for never.
    pub hex_elements_larger_than: Option<u64>,
    /// Resources whose text has more characters than this are left out.
    pub elide_resources_longer_than: Option<u64>,
    /// Regions as `{...}`.
    pub skip_regions: bool,
    /// Numbers of values are not used twice in a file.
    pub unique_ids: bool,
    /// Values are named as their locations, where these have names.
    pub names_from_locations: bool,
    /// Who uses results and arguments, in comments.
    pub users: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            generic: false,
            debug_info: false,
            pretty_debug_info: false,
            local_scope: false,
            elide_elements_larger_than: None,
            hex_elements_larger_than: Some(100),
            elide_resources_longer_than: None,
            skip_regions: false,
            unique_ids: false,
            names_from_locations: false,
            users: false,
        }
    }
}

impl PrintOptions {
    /// The options for an op in a message.
    pub fn local() -> Self {
        Self {
            local_scope: true,
            ..Self::default()
        }
    }
}

impl PrintOptions {
    /// Whether the text of a function is the same whatever stands around it.
    fn is_plain(&self) -> bool {
        !self.generic && !self.unique_ids && !self.users && !self.names_from_locations
    }
}

/// A printer in the middle of a text.
pub(crate) struct Printer<'c> {
    ctx: &'c Context,
    options: &'c PrintOptions,
    out: String,
    /// Spaces before the ops of the current block.
    indent: usize,
    names: Names,
    /// Dialects whose prefix is left out, innermost last.
    default_dialects: Vec<&'static str>,
    aliases: Aliases,
    types: TypeTexts,
    /// Numbers of distinct attributes in the order they are met.
    distinct: HashMap<u32, usize, FixedState>,
    /// Keys of resources in the order they are met.
    resource_keys: HashMap<Ident, usize, FixedState>,
    /// The types whose bodies are being written, innermost last.
    within: Within,
    /// Region nesting, for going on on another stack.
    depth: u32,
    /// Whether functions are written several at once.
    threads: bool,
    sink: Option<Sink<'c>>,
}

/// Types that are known by their names and whose bodies are being gone through, innermost last: they may hold themselves.
#[derive(Default)]
struct Within(Vec<Type>);

impl Within {
    /// Whether the body of a type is to be gone through, up to [`Within::leave`]: it is not being gone through already.
    fn enter(&mut self, ty: Type) -> bool {
        let is_new = !self.0.contains(&ty);
        if is_new {
            self.0.push(ty);
        }
        is_new
    }

    fn leave(&mut self) {
        self.0.pop();
    }
}

impl<'c> Printer<'c> {
    fn new(ctx: &'c Context, options: &'c PrintOptions) -> Self {
        Self {
            ctx,
            options,
            out: String::new(),
            indent: 0,
            names: Names::new(options),
            default_dialects: vec!["builtin"],
            aliases: Aliases::default(),
            types: TypeTexts::default(),
            distinct: HashMap::default(),
            resource_keys: HashMap::default(),
            within: Within::default(),
            depth: 0,
            threads: false,
            sink: None,
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }
}

/// Writes a top-level op as a file: aliases, the op, resources.
pub(crate) fn write_file(
    op: OpRef<'_>,
    resources: Option<&Resources>,
    options: &PrintOptions,
    threads: bool,
    sink: Sink<'_>,
) {
    let mut printer = Printer::new(op.ctx, options);
    printer.sink = Some(sink);
    if options.local_scope {
        printer.names.number_around(op);
        printer.print_full_op(op);
        return printer.pass_on_all();
    }
    let found = scan::scan(op);
    if options.debug_info || found.has_aliases {
        printer.aliases = collect::collect(op, options);
    } else {
        printer.threads = threads && !found.order_matters && options.is_plain();
    }
    printer.names.number_top(op);
    printer.print_aliases(false);
    printer.print_full_op(op);
    printer.push("\n");
    printer.print_aliases(true);
    if let Some(resources) = resources {
        printer.print_resources(resources);
    }
    printer.pass_on_all();
}

/// An op as it stands in its body, for messages and embedding: no aliases, no line break behind it.
pub(crate) fn write_op(op: OpRef<'_>, options: &PrintOptions) -> String {
    let mut printer = Printer::new(op.ctx, options);
    printer.names.number_around(op);
    printer.print_full_op(op);
    printer.out
}

/// Several ops of one body, each as [`write_op`] writes it; the values of the body are named once.
pub(crate) fn write_ops(ctx: &Context, body: &Body, ops: &[OpId], options: &PrintOptions) -> Vec<String> {
    let mut printer = Printer::new(ctx, options);
    if let Some(&first) = ops.first() {
        printer.names.number_around(body.op_ref(ctx, first));
    }
    let print = |&op: &OpId| {
        printer.print_full_op(body.op_ref(ctx, op));
        std::mem::take(&mut printer.out)
    };
    ops.iter().map(print).collect()
}

/// A type as text.
pub(crate) fn type_to_string(ctx: &Context, ty: Type) -> String {
    let options = PrintOptions::local();
    let mut printer = Printer::new(ctx, &options);
    printer.print_type(ty);
    printer.out
}

/// An attribute as text.
pub(crate) fn attribute_to_string(ctx: &Context, attr: Attribute) -> String {
    let options = PrintOptions::local();
    let mut printer = Printer::new(ctx, &options);
    printer.print_attribute(attr, attributes::Elide::Never);
    printer.out
}

/// A location as text, without `loc(` and `)`.
pub(crate) fn location_to_string(ctx: &Context, location: asyncir_ir::Location) -> String {
    let options = PrintOptions::local();
    let mut printer = Printer::new(ctx, &options);
    printer.print_location_body(location, false, true);
    printer.out
}

/// A dense array as `[elements]`.
pub(crate) fn stripped_array(ctx: &Context, attr: Attribute) -> String {
    let options = PrintOptions::local();
    let mut printer = Printer::new(ctx, &options);
    printer.push("[");
    if let AttrKind::DenseArray { element, data } = attr.kind(ctx) {
        printer.print_array_elements(*element, data);
    }
    printer.push("]");
    printer.out
}
