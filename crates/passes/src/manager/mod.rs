//! The pass manager: which passes run on which ops, in which order.

mod constants;
mod nested;
mod run;

use asyncir_ir::def::OpDef;
use asyncir_ir::{Context, Diagnostic, Fallible, Location};

pub(crate) use nested::Parent;
pub use nested::Scope;
pub(crate) use nested::{put_back, take_out};
pub use run::RunConfig;

use crate::options::PassOptions;
use crate::pass::{Pass, PassInfo};
use crate::pipeline::{Element, error_at, parse_elements, split_anchor};
use crate::registry::Registry;

/// A pass with the options that it was made with.
pub struct Step {
    pub(crate) pass: Box<dyn Pass>,
    pub(crate) options: String,
    /// The number of the pass in the whole pipeline, for measuring.
    pub(crate) id: usize,
}

impl Step {
    /// What is known of the pass.
    pub fn info(&self) -> &'static PassInfo {
        self.pass.info()
    }

    /// The pass as pipelines write it.
    pub(crate) fn to_text(&self) -> String {
        format!("{}{}", self.info().flag, self.options)
    }
}

/// A pass, or pipelines for the ops inside.
pub(crate) enum Node {
    Pass(Step),
    /// At most one of the managers runs on each op inside.
    Nested(Vec<OpPassManager>, usize),
}

impl Node {
    /// The pass, or each of the nested pipelines, as pipelines write it.
    fn to_texts(&self) -> Vec<String> {
        match self {
            Self::Pass(step) => vec![step.to_text()],
            Self::Nested(managers, _) => managers
                .iter()
                .map(|manager| {
                    let mut text = String::new();
                    manager.show(None, &mut text);
                    text
                })
                .collect(),
        }
    }
}

/// Passes that run on ops of one kind, or on any op.
pub struct OpPassManager {
    /// The kind of op; `None` for any.
    pub(crate) anchor: Option<String>,
    pub(crate) nodes: Vec<Node>,
}

impl OpPassManager {
    fn new(anchor: &str) -> Self {
        Self {
            anchor: Some(anchor).filter(|&anchor| anchor != "any").map(str::to_owned),
            nodes: Vec::new(),
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.anchor.as_deref().unwrap_or("any")
    }

    /// Whether one of its passes does.
    fn follows_calls(&self) -> bool {
        self.nodes.iter().any(|node| match node {
            Node::Pass(step) => step.pass.follows_calls(),
            Node::Nested(managers, _) => managers.iter().any(Self::follows_calls),
        })
    }

    /// Adds a pass; one for another kind of op goes into a nested pipeline if that is allowed.
    fn add(&mut self, step: Step, implicit: bool) -> Result<(), String> {
        let (Some(anchor), Some(wanted)) = (self.anchor.as_deref(), step.info().anchor) else {
            self.nodes.push(Node::Pass(step));
            return Ok(());
        };
        if anchor == wanted {
            self.nodes.push(Node::Pass(step));
        } else if implicit {
            let id = step.id;
            let mut nested = OpPassManager::new(wanted);
            nested.nodes.push(Node::Pass(step));
            self.nodes.push(Node::Nested(vec![nested], id));
        } else {
            return Err(format!(
                "Can't add pass '{}' restricted to '{wanted}' on a PassManager intended to run on '{anchor}', did you \
                 intend to nest?\n",
                step.info().class
            ));
        }
        Ok(())
    }

    /// Joins nested pipelines that follow each other, so that all of their passes run on an op before the next one.
    fn coalesce(&mut self) {
        let mut nodes: Vec<Node> = Vec::new();
        for node in self.nodes.drain(..) {
            match (nodes.last_mut(), node) {
                (Some(Node::Nested(before, _)), Node::Nested(managers, id)) => {
                    if !can_merge(before, &managers) {
                        nodes.push(Node::Nested(managers, id));
                        continue;
                    }
                    for manager in managers {
                        match before.iter_mut().find(|other| other.anchor == manager.anchor) {
                            Some(other) => other.nodes.extend(manager.nodes),
                            None => before.push(manager),
                        }
                    }
                }
                (_, node) => nodes.push(node),
            }
        }
        self.nodes = nodes;
        for node in &mut self.nodes {
            if let Node::Nested(managers, _) = node {
                managers.iter_mut().for_each(OpPassManager::coalesce);
            }
        }
    }

    /// Whether all of the passes can run on ops of a kind; those on the ops inside do not matter.
    fn can_run_on(&self, def: Option<&OpDef>) -> bool {
        let can_run = |node: &Node| match node {
            Node::Pass(step) => def.is_none_or(|def| step.pass.can_run_on(def)),
            Node::Nested(..) => true,
        };
        self.nodes.iter().all(can_run)
    }

    /// The class of a pass that cannot run on the ops that it is for, and the name of these.
    fn misplaced(&self, ctx: &Context) -> Option<(&'static str, &str)> {
        let def = self.anchor.as_deref().and_then(|anchor| ctx.op_def(anchor));
        self.nodes.iter().find_map(|node| match node {
            Node::Pass(step) => {
                let is_misplaced = def.is_some_and(|def| !step.pass.can_run_on(def));
                is_misplaced.then(|| (step.info().class, self.name()))
            }
            Node::Nested(managers, _) => managers.iter().find_map(|manager| manager.misplaced(ctx)),
        })
    }

    fn show(&self, pretty: Option<usize>, out: &mut String) {
        let newline = |out: &mut String, depth: usize| {
            if pretty.is_some() {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', depth));
            }
        };
        let depth = pretty.unwrap_or(0) + 2;
        out.push_str(self.name());
        out.push('(');
        let mut first = true;
        for node in &self.nodes {
            let managers = match node {
                Node::Pass(step) => {
                    out.push_str(if first { "" } else { "," });
                    newline(out, depth);
                    out.push_str(&step.to_text());
                    first = false;
                    continue;
                }
                Node::Nested(managers, _) => managers,
            };
            for manager in managers {
                out.push_str(if first { "" } else { "," });
                newline(out, depth);
                manager.show(pretty.map(|_| depth), out);
                first = false;
            }
        }
        // A pipeline without passes gets a line of its own between the parentheses.
        if first {
            newline(out, depth - 2);
        }
        newline(out, depth - 2);
        out.push(')');
    }
}

/// A pipeline for any op is not joined with one for ops of one kind: an op would have to choose.
fn can_merge(a: &[OpPassManager], b: &[OpPassManager]) -> bool {
    let any = |list: &[OpPassManager]| list.iter().any(|manager| manager.anchor.is_none());
    let only_any = |list: &[OpPassManager]| list.iter().all(|manager| manager.anchor.is_none());
    (!any(a) && !any(b)) || (only_any(a) && only_any(b))
}

/// A pipeline of passes for one op.
pub struct PassManager {
    pub(crate) root: OpPassManager,
    steps: usize,
    implicit: bool,
}

impl PassManager {
    /// A pipeline for ops of one kind (or `any`), to which passes are added one by one. Passes for other kinds of op are
    /// nested by themselves.
    pub fn new(anchor: &str) -> Self {
        Self {
            root: OpPassManager::new(anchor),
            steps: 0,
            implicit: true,
        }
    }

    /// Reads a pipeline such as `builtin.module(func.func(cse),canonicalize)`.
    ///
    /// # Errors
    /// If it is malformed, or names an unknown pass or option.
    pub fn parse(registry: &Registry, text: &str) -> Fallible<Self> {
        let (anchor, inner) = split_anchor(text)?;
        let mut manager = Self::new(anchor);
        manager.implicit = false;
        let elements = parse_elements(inner)?;
        check_names(registry, inner, &elements)?;
        let nodes = manager
            .build(registry, anchor, &elements)
            .map_err(|message| Diagnostic::error(Location::UNKNOWN, message))?;
        manager.root.nodes = nodes;
        manager.root.coalesce();
        Ok(manager)
    }

    fn build(&mut self, registry: &Registry, anchor: &str, elements: &[Element<'_>]) -> Result<Vec<Node>, String> {
        let mut owner = OpPassManager::new(anchor);
        for element in elements {
            if let Some(inner) = &element.inner {
                let id = self.next_id();
                let mut nested = OpPassManager::new(element.name);
                nested.nodes = self.build(registry, element.name, inner).map_err(|message| {
                    let message = message.trim_end_matches('\n');
                    format!(
                        "{message}\nfailed to add `{}` with options `` to inner pipeline\n",
                        element.name
                    )
                })?;
                owner.nodes.push(Node::Nested(vec![nested], id));
                continue;
            }
            let added = self
                .make_all(registry, element)
                .and_then(|steps| steps.into_iter().try_for_each(|step| owner.add(step, self.implicit)));
            added.map_err(|message| {
                let message = message.trim_end_matches('\n');
                let gap = if message.starts_with('<') { "\n\n" } else { "\n" };
                format!(
                    "{message}{gap}failed to add `{}` with options `{}`\n",
                    element.name, element.options
                )
            })?;
        }
        Ok(owner.nodes)
    }

    /// The passes of a flag: one, or those of a registered pipeline.
    fn make_all(&mut self, registry: &Registry, element: &Element<'_>) -> Result<Vec<Step>, String> {
        if let Some(info) = registry.pass(element.name) {
            return Ok(vec![self.make(info, element.options)?]);
        }
        let pipeline = registry.pipeline(element.name).ok_or("unknown pass")?;
        let options = PassOptions::parse(pipeline.options, element.options)?;
        let mut steps = Vec::new();
        for (info, options) in (pipeline.passes)(&options)? {
            steps.push(self.make(info, &options)?);
        }
        Ok(steps)
    }

    fn make(&mut self, info: &'static PassInfo, options: &str) -> Result<Step, String> {
        let options = PassOptions::parse(info.options, options)?;
        let pass = (info.create)(&options)?;
        Ok(Step {
            pass,
            options: options.show(),
            id: self.next_id(),
        })
    }

    fn next_id(&mut self) -> usize {
        self.steps += 1;
        self.steps - 1
    }

    /// Adds a pass given by its flag (or a registered pipeline), with options such as `key=value`.
    ///
    /// # Errors
    /// If there is no such pass or option.
    pub fn add(&mut self, registry: &Registry, flag: &str, options: &str) -> Fallible {
        let element = Element {
            name: flag,
            options,
            offset: 0,
            inner: None,
        };
        check_names(registry, flag, std::slice::from_ref(&element))?;
        let steps = self.make_all(registry, &element);
        let added = steps.and_then(|steps| steps.into_iter().try_for_each(|step| self.root.add(step, true)));
        self.root.coalesce();
        added.map_err(|message| Diagnostic::error(Location::UNKNOWN, message))
    }

    /// Adds a pass that is made already.
    ///
    /// # Errors
    /// If it is for another kind of op than the pipeline, and the pipeline was read from text.
    pub fn add_pass(&mut self, pass: Box<dyn Pass>) -> Result<(), String> {
        let step = Step {
            pass,
            options: String::new(),
            id: self.next_id(),
        };
        self.root.add(step, self.implicit)?;
        self.root.coalesce();
        Ok(())
    }

    /// How many nodes the pipeline has at its top.
    pub fn len(&self) -> usize {
        self.root.nodes.len()
    }

    /// Whether there is no pass.
    pub fn is_empty(&self) -> bool {
        self.root.nodes.is_empty()
    }

    /// The pipeline as text on one line.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.root.show(None, &mut out);
        out
    }

    /// As [`to_text`](Self::to_text), with spaces between the passes at the top of the pipeline, as MLIR writes it into
    /// files that reproduce a failure.
    pub fn to_spaced_text(&self) -> String {
        let parts: Vec<String> = self.root.nodes.iter().flat_map(Node::to_texts).collect();
        format!("{}({})", self.root.name(), parts.join(", "))
    }

    /// The pipeline as text on several lines.
    pub fn to_pretty_text(&self) -> String {
        let mut out = format!("Pass Manager with {} passes:\n", self.len());
        self.root.show(Some(0), &mut out);
        out.push_str("\n\n");
        out
    }

    pub(crate) fn num_ids(&self) -> usize {
        self.steps
    }
}

/// Every name without parentheses must be that of a pass or pipeline.
fn check_names(registry: &Registry, text: &str, elements: &[Element<'_>]) -> Fallible {
    for element in elements {
        match &element.inner {
            Some(inner) => check_names(registry, text, inner)?,
            None if registry.pass(element.name).is_none() && registry.pipeline(element.name).is_none() => {
                let message = format!(
                    "'{}' does not refer to a registered pass or pass pipeline",
                    element.name
                );
                return Err(error_at(text, element.offset, &message));
            }
            None => {}
        }
    }
    Ok(())
}
