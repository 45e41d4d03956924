//! Attributes of functions, parameters and calls.

use asyncir_dialects::llvm::attrs::CCONVS;
use asyncir_ir::{Attribute, Context, Diagnostic, Fallible, Location, OpRef, Signedness};

use super::TranslateOptions;
use super::state::ModuleState;
use super::text::{joined, quoted};
use crate::dialect::{array, attr, dialect_params, enum_value, flag, integer, keyword, string};

/// Parameter attributes that are a word: the dialect's name without `llvm.`, then LLVM's.
const WORDS: &[(&str, &str)] = &[
    ("allocalign", "allocalign"),
    ("allocptr", "allocptr"),
    ("inreg", "inreg"),
    ("nest", "nest"),
    ("noalias", "noalias"),
    ("nofree", "nofree"),
    ("noundef", "noundef"),
    ("nonnull", "nonnull"),
    ("readnone", "readnone"),
    ("readonly", "readonly"),
    ("returned", "returned"),
    ("signext", "signext"),
    ("writeonly", "writeonly"),
    ("zeroext", "zeroext"),
    ("nocapture", "captures(none)"),
];

/// In which order LLVM has the other parameter attributes, by the dialect's names; those that are words, but for `nocapture`,
/// stand before them.
const BEHIND_WORDS: &[&str] = &[
    "byref",
    "byval",
    "elementtype",
    "inalloca",
    "preallocated",
    "sret",
    "align",
    "nocapture",
    "dereferenceable",
    "dereferenceable_or_null",
    "nofpclass",
    "alignstack",
    "range",
];

/// Parameter attributes with a type.
const TYPED: &[&str] = &["byref", "byval", "elementtype", "inalloca", "preallocated", "sret"];

/// Parameter attributes with a number in parentheses.
const NUMBERED: &[&str] = &["alignstack", "dereferenceable", "dereferenceable_or_null"];

/// The attributes of a parameter or result, each with a space behind it. Attributes of other dialects and ones that
/// LLVM does not have are left out.
pub(super) fn parameter(state: &mut ModuleState<'_>, dict: Attribute, location: Location) -> Fallible<String> {
    let ctx = state.ctx;
    let mut found = Vec::new();
    for &(ident, value) in dict.as_dict(ctx).unwrap_or(&[]) {
        let Some(name) = ctx.str(ident).strip_prefix("llvm.") else {
            continue;
        };
        if let Some(text) = parameter_attribute(state, name, value, location)? {
            found.push((place(name), text));
        }
    }
    found.sort_by_key(|&(place, _)| place);
    Ok(found.iter().map(|(_, text)| format!("{text} ")).collect())
}

/// Where LLVM has a parameter attribute.
fn place(name: &str) -> usize {
    let behind = BEHIND_WORDS.iter().position(|other| *other == name);
    let word = || WORDS.iter().position(|(word, _)| *word == name);
    behind.map_or_else(|| word().unwrap_or_default(), |place| WORDS.len() + place)
}

fn parameter_attribute(
    state: &mut ModuleState<'_>,
    name: &str,
    value: Attribute,
    location: Location,
) -> Fallible<Option<String>> {
    let ctx = state.ctx;
    if name == "nocapture" && state.options.llvm_major < 21 {
        return Ok(Some(name.to_owned()));
    }
    let unsupported = || Diagnostic::error(location, "unsupported parameter attribute type");
    if let Some((_, word)) = WORDS.iter().find(|(dialect, _)| *dialect == name) {
        return Ok(Some((*word).to_owned()));
    }
    if TYPED.contains(&name) {
        let ty = value.as_type(ctx).ok_or_else(unsupported)?;
        return Ok(Some(format!("{name}({})", state.types.text(ty, location)?)));
    }
    if NUMBERED.contains(&name) {
        let number = value.as_i64(ctx).ok_or_else(unsupported)?;
        return Ok(Some(format!("{name}({number})")));
    }
    match name {
        "align" => value
            .as_i64(ctx)
            .map(|number| Some(format!("align {number}")))
            .ok_or_else(unsupported),
        "range" => range(ctx, value).map(Some).ok_or_else(unsupported),
        _ => Ok(None),
    }
}

/// `#llvm.constant_range<i32, 0, 10>` as `range(i32 0, 10)`.
fn range(ctx: &Context, value: Attribute) -> Option<String> {
    let params = dialect_params(ctx, value, "constant_range")?;
    let mut bounds = params.iter().filter_map(|param| param.as_int(ctx));
    let ((_, lower), (_, upper)) = (bounds.next()?, bounds.next()?);
    let width = lower.width();
    Some(format!(
        "range(i{width} {}, {})",
        lower.print(Signedness::Signed),
        upper.print(Signedness::Signed)
    ))
}

/// The dictionary of the parameter or result at `index` in an array such as `arg_attrs`.
pub(super) fn entry(op: OpRef<'_>, name: &'static str, index: usize) -> Attribute {
    array(op, name).get(index).copied().unwrap_or(Attribute::EMPTY_DICT)
}

/// Function attributes that functions and calls have in common: the op's name for it, then LLVM's.
const SHARED: &[(&str, &str)] = &[
    ("no_inline", "noinline"),
    ("always_inline", "alwaysinline"),
    ("inline_hint", "inlinehint"),
    ("convergent", "convergent"),
    ("no_unwind", "nounwind"),
    ("will_return", "willreturn"),
];

/// Attributes that LLVM keeps as a string with a value: the op's name for it, then LLVM's. Like MLIR, only functions that
/// are defined have them.
const STRINGS: &[(&str, &str)] = &[
    ("target_cpu", "target-cpu"),
    ("tune_cpu", "tune-cpu"),
    ("reciprocal_estimates", "reciprocal-estimates"),
    ("prefer_vector_width", "prefer-vector-width"),
    ("no_infs_fp_math", "no-infs-fp-math"),
    ("no_nans_fp_math", "no-nans-fp-math"),
    ("no_signed_zeros_fp_math", "no-signed-zeros-fp-math"),
    ("denormal_fp_math", "denormal-fp-math"),
    ("denormal_fp_math_f32", "denormal-fp-math-f32"),
    ("fp_contract", "fp-contract"),
    ("instrument_function_entry", "instrument-function-entry"),
    ("instrument_function_exit", "instrument-function-exit"),
];

/// Attributes that LLVM keeps as a string without a value; of each group the first that is set.
const MODES: &[&[(&str, &str)]] = &[
    &[
        ("arm_streaming", "aarch64_pstate_sm_enabled"),
        ("arm_locally_streaming", "aarch64_pstate_sm_body"),
        ("arm_streaming_compatible", "aarch64_pstate_sm_compatible"),
    ],
    &[
        ("arm_new_za", "aarch64_new_za"),
        ("arm_in_za", "aarch64_in_za"),
        ("arm_out_za", "aarch64_out_za"),
        ("arm_inout_za", "aarch64_inout_za"),
        ("arm_preserves_za", "aarch64_preserves_za"),
    ],
];

/// The attributes of a call, each with a space in front.
pub(super) fn of_call(op: OpRef<'_>, options: TranslateOptions<'_>) -> String {
    let mut words = shared(op);
    words.extend(memory_effects(op, options.llvm_major));
    prefixed(&words)
}

/// The attributes of a function, each with a space in front.
pub(super) fn of_function(op: OpRef<'_>, options: TranslateOptions<'_>) -> Fallible<String> {
    function_words(op, options).map(|words| prefixed(&words))
}

/// The attributes of a function.
pub(super) fn function_words(op: OpRef<'_>, options: TranslateOptions<'_>) -> Fallible<Vec<String>> {
    let mut words = shared(op);
    if flag(op, "optimize_none") {
        words.push("optnone".to_owned());
    }
    words.extend(memory_effects(op, options.llvm_major));
    words.extend(uwtable(op));
    words.extend(vscale_range(op).filter(|_| is_defined(op)));
    for group in MODES.iter().filter(|_| is_defined(op)) {
        words.extend(
            group
                .iter()
                .find(|(name, _)| flag(op, name))
                .map(|(_, text)| quoted(text.as_bytes())),
        );
    }
    words.extend(strings(op));
    for &attribute in array(op, "passthrough") {
        let word = passthrough(op, attribute)?;
        // LLVM has one value for a key.
        words.retain(|other| *other != word && !is_key_of(&word, other));
        words.push(word);
    }
    Ok(words)
}

/// Whether two attributes are strings with the same key.
fn is_key_of(word: &str, other: &str) -> bool {
    let key = |text: &str| text.split_once("\"=").map(|(key, _)| key.to_owned());
    key(word).is_some() && key(word) == key(other)
}

fn is_defined(op: OpRef<'_>) -> bool {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    regions.iter().any(|&region| !body.region(region).is_empty())
}

fn prefixed(words: &[String]) -> String {
    words.iter().map(|word| format!(" {word}")).collect()
}

fn shared(op: OpRef<'_>) -> Vec<String> {
    SHARED
        .iter()
        .filter(|(name, _)| flag(op, name))
        .map(|(_, text)| (*text).to_owned())
        .collect()
}

fn strings(op: OpRef<'_>) -> Vec<String> {
    let mut pairs = Vec::new();
    for &(name, text) in STRINGS.iter().filter(|_| is_defined(op)) {
        let value = attr(op, name).and_then(|value| match value.as_bool() {
            Some(value) => Some(value.to_string()),
            None => value.as_str(op.ctx).map(str::to_owned),
        });
        pairs.extend(value.map(|value| (text, value)));
    }
    let frame_pointer = attr(op, "frame_pointer").and_then(|value| {
        keyword(
            op.ctx,
            value,
            &["none", "non-leaf", "all", "reserved", "non-leaf-no-reserve"],
        )
    });
    pairs.extend(frame_pointer.map(|value| ("frame-pointer", value.to_owned())));
    pairs.extend(target_features(op).map(|value| ("target-features", value)));
    pairs
        .iter()
        .map(|(name, value)| format!("\"{name}\"={}", quoted(value.as_bytes())))
        .collect()
}

/// `#llvm.target_features<["+a", "+b"]>` as `+a,+b`.
fn target_features(op: OpRef<'_>) -> Option<String> {
    let params = dialect_params(op.ctx, attr(op, "target_features")?, "target_features")?;
    let features = params.iter().flat_map(|&param| match param.as_array(op.ctx) {
        Some(elements) => elements.to_vec(),
        None => vec![param],
    });
    Some(joined(features.filter_map(|feature| feature.as_str(op.ctx)), ","))
}

/// LLVM's names of the locations, in the order of the attribute's parameters; the first is all others.
const LOCATIONS: [&str; 6] = [
    "",
    "argmem",
    "inaccessiblemem",
    "errnomem",
    "target_mem0",
    "target_mem1",
];

/// `memory(...)`: the effect on all other memory first, unless it is none, then locations that differ from it.
/// Locations that the reader does not know yet are left out: it takes them for memory like any other.
fn memory_effects(op: OpRef<'_>, llvm_major: u32) -> Option<String> {
    let params = dialect_params(op.ctx, attr(op, "memory_effects")?, "memory_effects")?;
    let effects: Vec<i64> = params.iter().filter_map(|&param| enum_value(op.ctx, param)).collect();
    let &other = effects.first()?;
    let text = |effect: i64| match effect {
        0 => "none",
        1 => "read",
        2 => "write",
        _ => "readwrite",
    };
    let known = match llvm_major {
        ..21 => 3,
        21 => 4,
        _ => LOCATIONS.len(),
    };
    let differing: Vec<_> = LOCATIONS[..known]
        .iter()
        .zip(&effects)
        .skip(1)
        .filter(|&(_, &effect)| effect != other)
        .collect();
    let mut list = Vec::new();
    if other != 0 || differing.is_empty() {
        list.push(text(other).to_owned());
    }
    list.extend(
        differing
            .iter()
            .map(|&(location, &effect)| format!("{location}: {}", text(effect))),
    );
    Some(format!("memory({})", joined(list, ", ")))
}

fn uwtable(op: OpRef<'_>) -> Option<String> {
    match integer(op, "uwtable_kind")? {
        1 => Some("uwtable(sync)".to_owned()),
        2 => Some("uwtable".to_owned()),
        _ => None,
    }
}

fn vscale_range(op: OpRef<'_>) -> Option<String> {
    let params = dialect_params(op.ctx, attr(op, "vscale_range")?, "vscale_range")?;
    let bounds: Vec<i64> = params.iter().filter_map(|param| param.as_i64(op.ctx)).collect();
    let [low, high] = bounds[..] else { return None };
    Some(format!("vscale_range({low},{high})"))
}

/// Function attributes of LLVM that are a word. Any other name that is passed through is a string attribute.
const ENUMS: &[&str] = &[
    "alwaysinline",
    "builtin",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "inlinehint",
    "jumptable",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nodivergencesource",
    "noduplicate",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "willreturn",
];

/// Function attributes of LLVM with a number.
const INTEGERS: &[&str] = &[
    "alignstack",
    "allocsize",
    "memory",
    "uwtable",
    "vscale_range",
    "allockind",
];

/// A string, or a pair of strings: an attribute of LLVM if it has one of that name, else a string attribute.
fn passthrough(op: OpRef<'_>, attribute: Attribute) -> Fallible<String> {
    let error = |message: String| Diagnostic::error(op.location(), message);
    let (key, value) = match (attribute.as_str(op.ctx), attribute.as_array(op.ctx)) {
        (Some(key), _) => (key, ""),
        (None, Some(&[key, value])) => match (key.as_str(op.ctx), value.as_str(op.ctx)) {
            (Some(key), Some(value)) => (key, value),
            _ => {
                return Err(error(
                    "expected arrays within 'passthrough' to contain two strings".to_owned(),
                ));
            }
        },
        _ => {
            return Err(error(
                "expected 'passthrough' to contain string or array attributes".to_owned(),
            ));
        }
    };
    if ENUMS.contains(&key) {
        if !value.is_empty() {
            return Err(error(format!(
                "LLVM attribute '{key}' does not expect a value, found '{value}'"
            )));
        }
        return Ok(key.to_owned());
    }
    if INTEGERS.contains(&key) {
        if value.is_empty() {
            return Err(error(format!("LLVM attribute '{key}' expects a value")));
        }
        if let Some(text) = integer_attribute(key, value) {
            return Ok(text);
        }
    }
    let key = quoted(key.as_bytes());
    Ok(if value.is_empty() {
        key
    } else {
        format!("{key}={}", quoted(value.as_bytes()))
    })
}

/// Numbers are LLVM's raw encoding; the text form takes them apart.
fn integer_attribute(key: &str, value: &str) -> Option<String> {
    let number: u64 = match value.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => value.parse().ok()?,
    };
    match key {
        "alignstack" => Some(format!("alignstack({number})")),
        "allockind" => Some(format!("allockind(\"{}\")", allocation_kinds(number)?)),
        "uwtable" if number == 1 => Some("uwtable(sync)".to_owned()),
        "uwtable" => Some("uwtable".to_owned()),
        "vscale_range" => Some(format!("vscale_range({},{})", number >> 32, number & 0xFFFF_FFFF)),
        "allocsize" if number & 0xFFFF_FFFF == 0xFFFF_FFFF => Some(format!("allocsize({})", number >> 32)),
        "allocsize" => Some(format!("allocsize({},{})", number >> 32, number & 0xFFFF_FFFF)),
        _ => None,
    }
}

/// What a function does with memory, by its bits; `None` if LLVM has no word for one of them.
fn allocation_kinds(bits: u64) -> Option<String> {
    const KINDS: &[&str] = &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];
    let is_known = bits != 0 && bits >> KINDS.len() == 0;
    let kinds = KINDS.iter().enumerate().filter(|&(bit, _)| bits >> bit & 1 != 0);
    is_known.then(|| joined(kinds.map(|(_, kind)| *kind), ","))
}

/// LLVM's word for a linkage; external linkage of definitions has none.
pub(super) fn linkage(op: OpRef<'_>) -> &'static str {
    const LINKAGES: &[&str] = &[
        "",
        "available_externally",
        "linkonce",
        "linkonce_odr",
        "weak",
        "weak_odr",
        "appending",
        "internal",
        "private",
        "extern_weak",
        "common",
    ];
    attr(op, "linkage")
        .and_then(|value| keyword(op.ctx, value, LINKAGES))
        .unwrap_or("")
}

/// LLVM's words between linkage and type that functions, globals and aliases share, each with a space behind it.
pub(super) fn symbol_prefix(op: OpRef<'_>, linkage: &str) -> String {
    let mut out = String::new();
    // Symbols that no other module sees are local anyway.
    let local = matches!(linkage, "private" | "internal");
    out.push_str(if flag(op, "dso_local") && !local {
        "dso_local "
    } else {
        ""
    });
    out.push_str(match integer(op, "visibility_") {
        Some(1) => "hidden ",
        Some(2) => "protected ",
        _ => "",
    });
    out
}

/// Whether a symbol is private to its module by its `sym_visibility`.
pub(super) fn is_private(op: OpRef<'_>) -> bool {
    attr(op, "sym_visibility").and_then(|value| value.as_str(op.ctx)) == Some("private")
}

/// A word with a space behind it, if there is a word.
pub(super) fn spaced(word: &str) -> String {
    if word.is_empty() {
        String::new()
    } else {
        format!("{word} ")
    }
}

/// LLVM's word for the significance of a symbol's address.
pub(super) fn unnamed_addr(op: OpRef<'_>) -> &'static str {
    match integer(op, "unnamed_addr") {
        Some(1) => "local_unnamed_addr",
        Some(2) => "unnamed_addr",
        _ => "",
    }
}

/// The calling convention of a function or call, with a space behind it; nothing for C's.
pub(super) fn calling_convention(op: OpRef<'_>) -> String {
    match integer(op, "CConv") {
        None | Some(0) => String::new(),
        Some(number) => format!("{} ", name_of_convention(number)),
    }
}

/// What LLVM calls a calling convention: mostly what MLIR does.
fn name_of_convention(number: i64) -> String {
    let name = CCONVS.keyword(number).unwrap_or_default();
    let is_of_device = ["amdgpu_", "ptx_", "spir_"]
        .iter()
        .any(|device| name.starts_with(device));
    match number {
        10 => "ghccc",
        // LLVM writes a space of its own.
        84 => "avr_intrcc ",
        97 => "aarch64_vector_pcs",
        98 => "aarch64_sve_vector_pcs",
        11 | 86 | 94 | 99 | 101 => return format!("cc{number}"),
        _ if name.is_empty() => return format!("cc{number}"),
        _ if is_of_device => name.trim_end_matches("cc"),
        _ => name,
    }
    .to_owned()
}

/// `section "name"`
pub(super) fn section(op: OpRef<'_>) -> Option<String> {
    string(op, "section").map(|section| format!("section {}", quoted(section.as_bytes())))
}
