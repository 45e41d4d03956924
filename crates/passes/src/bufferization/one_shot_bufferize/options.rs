//! What can be set.

use crate::options::{OptionInfo, PassOptions};

/// Layouts of memory whose layout is not known from what it holds.
const LAYOUTS: &[&str] = &["infer-layout-map", "identity-layout-map", "fully-dynamic-layout-map"];

/// The options of the pass.
pub(super) static INFOS: &[OptionInfo] = &[
    OptionInfo::flag(
        "allow-return-allocs-from-loops",
        "Allows returning/yielding new allocations from a loop.",
        "false",
    ),
    OptionInfo::flag(
        "allow-unknown-ops",
        "Allows unknown (not bufferizable) ops in the input IR.",
        "false",
    ),
    OptionInfo::uint(
        "analysis-fuzzer-seed",
        "Test only: Analyze ops in random order with a given seed (fuzzer)",
        "0",
    ),
    OptionInfo::text(
        "analysis-heuristic",
        "Heuristic that control the IR traversal during analysis",
        "bottom-up",
    ),
    OptionInfo::ulong(
        "buffer-alignment",
        "Sets the alignment of newly allocated buffers.",
        "64",
    ),
    OptionInfo::flag(
        "bufferize-function-boundaries",
        "Bufferize function boundaries (experimental).",
        "false",
    ),
    OptionInfo::flag(
        "check-parallel-regions",
        "Account for parallel regions in RaW analysis.",
        "true",
    ),
    OptionInfo::flag(
        "copy-before-write",
        "Skip the analysis. Make a buffer copy on every write.",
        "false",
    ),
    OptionInfo::list("dialect-filter", "Restrict bufferization to ops from these dialects."),
    OptionInfo::flag(
        "dump-alias-sets",
        "Test only: Annotate tensor IR with alias sets",
        "false",
    ),
    OptionInfo::flag(
        "keep-public-arguments",
        "Do not write to the memory of the arguments of public functions, unless they are said to be writable",
        "false",
    )
    .of_asyncir(),
    OptionInfo::choice(
        "function-boundary-type-conversion",
        "Controls layout maps when bufferizing function signatures.",
        LAYOUTS,
        "infer-layout-map",
    ),
    OptionInfo::flag(
        "must-infer-memory-space",
        "The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used \
         otherwise.",
        "false",
    ),
    OptionInfo::list(
        "no-analysis-func-filter",
        "Skip analysis of functions with these symbol names.Set copyBeforeWrite to true when bufferizing them.",
    ),
    OptionInfo::flag(
        "print-conflicts",
        "Test only: Annotate IR with RaW conflicts. Requires test-analysis-only.",
        "false",
    ),
    OptionInfo::flag(
        "test-analysis-only",
        "Test only: Only run inplaceability analysis and annotate IR",
        "false",
    ),
    OptionInfo::choice(
        "unknown-type-conversion",
        "Controls layout maps for non-inferrable memref types.",
        LAYOUTS,
        "fully-dynamic-layout-map",
    ),
    OptionInfo::flag(
        "use-encoding-for-memory-space",
        "Use the Tensor encoding attribute for the memory space. Exclusive to the 'must-infer-memory-space' option",
        "false",
    ),
];

/// The layout of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// What the body of a function shows.
    Inferred,
    /// Dense, outermost dimension first.
    Identity,
    /// Any offset and strides.
    Dynamic,
}

impl Layout {
    fn of(text: &str) -> Self {
        match text {
            "infer-layout-map" => Self::Inferred,
            "identity-layout-map" => Self::Identity,
            _ => Self::Dynamic,
        }
    }
}

/// What was set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub allow_return_allocs_from_loops: bool,
    pub allow_unknown_ops: bool,
    pub heuristic: Heuristic,
    pub alignment: i64,
    pub function_boundaries: bool,
    pub check_parallel_regions: bool,
    pub copy_before_write: bool,
    pub dialects: Vec<String>,
    /// Nothing is rewritten but ops that work on tensors without contents.
    pub eliminates_only: bool,
    pub boundary_layout: Layout,
    pub keep_public_arguments: bool,
    pub must_infer_memory_space: bool,
    pub no_analysis: Vec<String>,
    pub print_conflicts: bool,
    pub test_analysis_only: bool,
    pub unknown_layout: Layout,
}

impl Options {
    /// Reads them.
    ///
    /// # Errors
    /// If they contradict each other, or ask for what this pass cannot do.
    pub(super) fn of(options: &PassOptions) -> Result<Self, String> {
        for name in ["dump-alias-sets", "use-encoding-for-memory-space"] {
            if options.flag(name)? {
                return Err(format!("one-shot-bufferize does not support '{name}'"));
            }
        }
        if options.int("analysis-fuzzer-seed")? != 0 {
            return Err("one-shot-bufferize does not support 'analysis-fuzzer-seed'".to_owned());
        }
        let read = Self {
            allow_return_allocs_from_loops: options.flag("allow-return-allocs-from-loops")?,
            allow_unknown_ops: options.flag("allow-unknown-ops")?,
            heuristic: Heuristic::of(options.text("analysis-heuristic")?)?,
            alignment: options.int("buffer-alignment")?,
            function_boundaries: options.flag("bufferize-function-boundaries")?,
            check_parallel_regions: options.flag("check-parallel-regions")?,
            copy_before_write: options.flag("copy-before-write")?,
            dialects: options.list("dialect-filter")?,
            eliminates_only: false,
            boundary_layout: Layout::of(options.text("function-boundary-type-conversion")?),
            keep_public_arguments: options.flag("keep-public-arguments")?,
            must_infer_memory_space: options.flag("must-infer-memory-space")?,
            no_analysis: options.list("no-analysis-func-filter")?,
            print_conflicts: options.flag("print-conflicts")?,
            test_analysis_only: options.flag("test-analysis-only")?,
            unknown_layout: Layout::of(options.text("unknown-type-conversion")?),
        };
        read.check().map_err(|what| format!("Invalid option: {what}"))?;
        Ok(read)
    }

    /// What `eliminate-empty-tensors` analyses programs by.
    pub(super) fn of_elimination(function_boundaries: bool) -> Self {
        Self {
            allow_return_allocs_from_loops: true,
            allow_unknown_ops: false,
            heuristic: Heuristic::BottomUp,
            alignment: 64,
            function_boundaries,
            check_parallel_regions: true,
            copy_before_write: false,
            dialects: Vec::new(),
            eliminates_only: true,
            boundary_layout: Layout::Inferred,
            keep_public_arguments: false,
            must_infer_memory_space: false,
            no_analysis: Vec::new(),
            print_conflicts: false,
            test_analysis_only: false,
            unknown_layout: Layout::Dynamic,
        }
    }

    fn check(&self) -> Result<(), &'static str> {
        let contradictions = [
            (
                self.unknown_layout == Layout::Inferred,
                "'infer-layout-map' is not a valid value for 'unknown-type-conversion'",
            ),
            (
                self.copy_before_write && self.test_analysis_only,
                "'copy-before-write' cannot be used with 'test-analysis-only'",
            ),
            (
                self.print_conflicts && !self.test_analysis_only,
                "'print-conflicts' requires 'test-analysis-only'",
            ),
            (
                !self.no_analysis.is_empty() && !self.function_boundaries,
                "'no-analysis-func-filter' requires 'bufferize-function-boundaries'",
            ),
        ];
        let found = contradictions.into_iter().find(|&(is_so, _)| is_so);
        found.map_or(Ok(()), |(_, what)| Err(what))
    }
}

/// In which order ops are analyzed: the memory of what comes first is shared first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    BottomUp,
    /// What terminators yield first, with the ops that it comes from.
    BottomUpFromTerminators,
    TopDown,
}

impl Heuristic {
    fn of(name: &str) -> Result<Self, String> {
        match name {
            "bottom-up" => Ok(Self::BottomUp),
            "bottom-up-from-terminators" => Ok(Self::BottomUpFromTerminators),
            "top-down" => Ok(Self::TopDown),
            other => Err(format!(
                "one-shot-bufferize supports the heuristics 'bottom-up', 'bottom-up-from-terminators' and 'top-down', \
                 not '{other}'"
            )),
        }
    }
}
