//! From the text of a format to the elements that are parsed and printed.

use asyncir_ir::Type;
use asyncir_ir::def::{Arity, AttrForm, AttrSlot, CustomDirective, EnumDef, OpDef, OpTrait, RegionKind, ValueSlot};

use super::syntax::{Anchor, Node, read};
use super::types::{TypePlan, plan_types};
use crate::lexer::Kind;

/// A format that is ready for use.
pub(super) struct Compiled {
    pub(super) elements: Vec<Element>,
    /// Names of the attributes that the format itself writes.
    pub(super) elided: Vec<&'static str>,
    /// Names of the attributes that `attr-dict` leaves out: all inherent ones if `prop-dict` shows them.
    pub(super) dict_elided: Vec<&'static str>,
    pub(super) types: TypePlan,
    /// How many operand slots at the start stand for exactly one operand each.
    pub(super) fixed_operands: usize,
    /// How many result slots at the start stand for exactly one result each.
    pub(super) fixed_results: usize,
}

/// An element with whether a space is printed before it.
pub(super) struct Element {
    pub(super) kind: ElementKind,
    pub(super) space: bool,
}

pub(super) enum ElementKind {
    /// A keyword or punctuation; the text includes the space before it.
    Literal {
        text: Box<str>,
        token: LiteralToken,
    },
    /// A space that is only printed.
    Space,
    NewLine,
    Operand(usize),
    Attribute {
        slot: usize,
        qualified: bool,
    },
    Region(usize),
    Successor(usize),
    AttrDict {
        keyword: bool,
    },
    PropDict,
    Operands,
    Regions,
    Successors,
    Type {
        typed: Typed,
        qualified: bool,
    },
    FunctionalType(Typed, Typed),
    Custom {
        directive: &'static CustomDirective,
        names: Vec<Variable>,
    },
    Optional(Box<Group>),
    OiList(Vec<Vec<Element>>),
}

/// How a literal is read.
pub(super) enum LiteralToken {
    Keyword(Box<str>),
    Punctuation(Kind, Box<str>),
}

/// An optional group.
pub(super) struct Group {
    pub(super) then: Vec<Element>,
    pub(super) otherwise: Vec<Element>,
    pub(super) anchor: Anchored,
    pub(super) inverted: bool,
    /// A unit attribute that is there if the group is.
    pub(super) unit: Option<usize>,
}

/// What decides whether a group is printed.
pub(super) enum Anchored {
    Variable(Variable),
    /// Any of the variables of a custom directive.
    Any(Vec<Variable>),
}

/// A name of a format, looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variable {
    Operand(usize),
    Result(usize),
    Attribute(usize),
    Region(usize),
    Successor(usize),
}

/// What `type(...)` is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Operand(usize),
    Result(usize),
    Operands,
    Results,
}

/// The spacing rules of the printer: they run over a format once, whatever is printed of it.
struct Spacing {
    emit: bool,
    after_punctuation: bool,
}

struct Compiler {
    def: &'static OpDef,
    spacing: Spacing,
    elided: Vec<&'static str>,
    typed: Vec<Typed>,
    has_attr_dict: bool,
    has_prop_dict: bool,
}

/// Compiles the format of an op.
pub(super) fn compile(def: &'static OpDef, text: &str) -> Result<Compiled, String> {
    let nodes = read(text)?;
    let spacing = Spacing {
        emit: true,
        after_punctuation: false,
    };
    let mut compiler = Compiler {
        def,
        spacing,
        elided: Vec::new(),
        typed: Vec::new(),
        has_attr_dict: false,
        has_prop_dict: false,
    };
    let elements = compiler.elements(&nodes)?;
    if !compiler.has_attr_dict {
        return Err("'attr-dict' is missing".into());
    }
    let mut dict_elided = compiler.elided.clone();
    if compiler.has_prop_dict {
        dict_elided.extend(def.attributes.iter().map(|slot| slot.name));
        dict_elided.extend(["operandSegmentSizes", "resultSegmentSizes"]);
    }
    let types = plan_types(def, &compiler.typed)?;
    Ok(Compiled {
        elements,
        elided: compiler.elided,
        dict_elided,
        types,
        fixed_operands: fixed_slots(def.operands, def.has(OpTrait::AttrSizedOperandSegments)),
        fixed_results: fixed_slots(def.results, def.has(OpTrait::AttrSizedResultSegments)),
    })
}

impl Spacing {
    fn literal(&mut self, text: &str) -> bool {
        let single = text.len() == 1;
        let first = text.chars().next().unwrap_or(' ');
        let wants = if !single && text != "->" {
            true
        } else if self.after_punctuation {
            !">)}],".contains(first)
        } else {
            !"<>(){}[],".contains(first)
        };
        let space = self.emit && wants;
        self.emit = !single || !"<({[".contains(first);
        self.after_punctuation = first != '_' && !first.is_ascii_alphabetic();
        space
    }

    fn white(&mut self, space: bool) {
        self.emit = false;
        self.after_punctuation = !space;
    }

    fn other(&mut self) -> bool {
        let space = self.emit || !self.after_punctuation;
        self.emit = true;
        self.after_punctuation = false;
        space
    }
}

impl Compiler {
    fn variable(&self, name: &str) -> Result<Variable, String> {
        let def = self.def;
        def.operand_slot(name)
            .map(Variable::Operand)
            .or_else(|| {
                def.attributes
                    .iter()
                    .position(|slot| slot.name == name)
                    .map(Variable::Attribute)
            })
            .or_else(|| def.result_slot(name).map(Variable::Result))
            .or_else(|| {
                def.regions
                    .iter()
                    .position(|slot| slot.name == name)
                    .map(Variable::Region)
            })
            .or_else(|| {
                def.successors
                    .iter()
                    .position(|slot| slot.name == name)
                    .map(Variable::Successor)
            })
            .ok_or_else(|| format!("unknown variable '${name}'"))
    }

    fn elements(&mut self, nodes: &[Node<'_>]) -> Result<Vec<Element>, String> {
        let mut elements = Vec::new();
        for node in nodes {
            elements.extend(self.element(node)?);
        }
        Ok(elements)
    }

    fn element(&mut self, node: &Node<'_>) -> Result<Option<Element>, String> {
        let kind = match node {
            Node::Literal(text) => return Ok(Some(self.literal(text)?)),
            Node::Space(space) => {
                self.spacing.white(*space);
                return Ok(space.then_some(Element {
                    kind: ElementKind::Space,
                    space: false,
                }));
            }
            Node::NewLine => {
                return Ok(Some(Element {
                    kind: ElementKind::NewLine,
                    space: false,
                }));
            }
            Node::Optional {
                then,
                otherwise,
                anchor,
            } => {
                let group = self.group(then, otherwise, *anchor)?;
                return Ok(Some(Element {
                    kind: ElementKind::Optional(Box::new(group)),
                    space: false,
                }));
            }
            Node::OiList(clauses) => {
                let clauses: Result<_, String> = clauses.iter().map(|clause| self.elements(clause)).collect();
                return Ok(Some(Element {
                    kind: ElementKind::OiList(clauses?),
                    space: false,
                }));
            }
            Node::Directive("attr-dict" | "attr-dict-with-keyword", ..) => {
                self.has_attr_dict = true;
                self.spacing.after_punctuation = false;
                let keyword = matches!(node, Node::Directive("attr-dict-with-keyword", ..));
                return Ok(Some(Element {
                    kind: ElementKind::AttrDict { keyword },
                    space: false,
                }));
            }
            Node::Directive("prop-dict", ..) => {
                self.has_prop_dict = true;
                self.spacing.after_punctuation = false;
                return Ok(Some(Element {
                    kind: ElementKind::PropDict,
                    space: false,
                }));
            }
            Node::Variable(name) => self.variable_element(name, false)?,
            Node::Directive(name, parameter, arguments) => self.directive(name, *parameter, arguments)?,
        };
        Ok(Some(Element {
            kind,
            space: self.spacing.other(),
        }))
    }

    fn literal(&mut self, text: &str) -> Result<Element, String> {
        let space = self.spacing.literal(text);
        let token = match crate::parser::punctuation(text) {
            Some(kind) => LiteralToken::Punctuation(kind, text.into()),
            None if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                LiteralToken::Keyword(text.into())
            }
            None => return Err(format!("'{text}' is no literal")),
        };
        let text = if space { format!(" {text}") } else { text.to_owned() };
        Ok(Element {
            kind: ElementKind::Literal {
                text: text.into(),
                token,
            },
            space: false,
        })
    }

    fn variable_element(&mut self, name: &str, qualified: bool) -> Result<ElementKind, String> {
        Ok(match self.variable(name)? {
            Variable::Operand(slot) => ElementKind::Operand(slot),
            Variable::Attribute(slot) => {
                self.elided.push(self.def.attributes[slot].name);
                ElementKind::Attribute { slot, qualified }
            }
            Variable::Region(slot) => ElementKind::Region(slot),
            Variable::Successor(slot) => ElementKind::Successor(slot),
            Variable::Result(_) => return Err(format!("the result '${name}' cannot be parsed")),
        })
    }

    fn directive(
        &mut self,
        name: &str,
        parameter: Option<&str>,
        arguments: &[Node<'_>],
    ) -> Result<ElementKind, String> {
        match (name, arguments) {
            ("operands", []) => Ok(ElementKind::Operands),
            ("regions", []) => Ok(ElementKind::Regions),
            ("successors", []) => Ok(ElementKind::Successors),
            ("type", [argument]) => {
                let typed = self.typed(argument)?;
                self.typed.push(typed);
                Ok(ElementKind::Type {
                    typed,
                    qualified: false,
                })
            }
            ("functional-type", [inputs, results]) => {
                let (inputs, results) = (self.typed(inputs)?, self.typed(results)?);
                self.typed.extend([inputs, results]);
                Ok(ElementKind::FunctionalType(inputs, results))
            }
            ("qualified", [Node::Variable(name)]) => self.variable_element(name, true),
            ("qualified", [Node::Directive("type", _, arguments)]) => match self.directive("type", None, arguments)? {
                ElementKind::Type { typed, .. } => Ok(ElementKind::Type { typed, qualified: true }),
                other => Ok(other),
            },
            ("custom", _) => self.custom(parameter.unwrap_or(""), arguments),
            _ => Err(format!("unknown directive '{name}'")),
        }
    }

    fn typed(&self, node: &Node<'_>) -> Result<Typed, String> {
        match node {
            Node::Directive("operands", ..) => Ok(Typed::Operands),
            Node::Directive("results", ..) => Ok(Typed::Results),
            Node::Variable(name) => match self.def.result_slot(name) {
                Some(slot) => Ok(Typed::Result(slot)),
                None => match self.variable(name)? {
                    Variable::Operand(slot) => Ok(Typed::Operand(slot)),
                    _ => Err(format!("'${name}' has no type")),
                },
            },
            _ => Err("a type is that of an operand or a result".into()),
        }
    }

    fn custom(&mut self, name: &str, arguments: &[Node<'_>]) -> Result<ElementKind, String> {
        let directive = self.def.directives.iter().find(|directive| directive.name == name);
        let directive = directive.ok_or_else(|| format!("unknown directive 'custom<{name}>'"))?;
        let mut names = Vec::new();
        for argument in arguments {
            match argument {
                Node::Variable(name) => {
                    let variable = self.variable(name)?;
                    if let Variable::Attribute(slot) = variable {
                        self.elided.push(self.def.attributes[slot].name);
                    }
                    names.push(variable);
                }
                Node::Directive("type", _, inner) => {
                    let [argument] = inner.as_slice() else {
                        return Err("a type of one thing".into());
                    };
                    let typed = self.typed(argument)?;
                    self.typed.push(typed);
                    match typed {
                        Typed::Operand(slot) => names.push(Variable::Operand(slot)),
                        Typed::Result(slot) => names.push(Variable::Result(slot)),
                        _ => {}
                    }
                }
                // What is passed by reference, attribute dictionaries and constants need nothing here.
                _ => {}
            }
        }
        Ok(ElementKind::Custom { directive, names })
    }

    fn group(&mut self, then: &[Node<'_>], otherwise: &[Node<'_>], anchor: Anchor) -> Result<Group, String> {
        let half = if anchor.inverted { otherwise } else { then };
        let node = half.get(anchor.index).ok_or("an anchor that is not there")?;
        let anchored = self.anchor(node)?;
        let mut unit = None;
        if let (Anchored::Variable(Variable::Attribute(slot)), true) = (&anchored, anchor.index > 0)
            && matches!(self.def.attributes[*slot].constraint.form, AttrForm::Unit)
        {
            unit = Some(*slot);
            self.elided.push(self.def.attributes[*slot].name);
        }
        let skip = unit.map(|_| (anchor.inverted, anchor.index));
        let mut halves = Vec::new();
        for (inverted, nodes) in [(false, then), (true, otherwise)] {
            let mut elements = Vec::new();
            for (index, node) in nodes.iter().enumerate() {
                if skip != Some((inverted, index)) {
                    elements.extend(self.element(node)?);
                }
            }
            halves.push(elements);
        }
        let otherwise = halves.pop().unwrap_or_default();
        let then = halves.pop().unwrap_or_default();
        Ok(Group {
            then,
            otherwise,
            anchor: anchored,
            inverted: anchor.inverted,
            unit,
        })
    }

    fn anchor(&self, node: &Node<'_>) -> Result<Anchored, String> {
        match node {
            Node::Variable(name) => Ok(Anchored::Variable(self.variable(name)?)),
            Node::Directive("type" | "qualified" | "functional-type", _, arguments) => {
                self.anchor(arguments.first().ok_or("an anchor without a variable")?)
            }
            Node::Directive("custom", _, arguments) => {
                let mut names = Vec::new();
                for argument in arguments {
                    if let Ok(Anchored::Variable(variable)) = self.anchor(argument) {
                        names.push(variable);
                    }
                }
                Ok(Anchored::Any(names))
            }
            Node::Directive("operands", ..) => Ok(Anchored::Any(
                (0..self.def.operands.len()).map(Variable::Operand).collect(),
            )),
            Node::Directive("results", ..) => Ok(Anchored::Any(
                (0..self.def.results.len()).map(Variable::Result).collect(),
            )),
            Node::Directive("regions", ..) => Ok(Anchored::Any(
                (0..self.def.regions.len()).map(Variable::Region).collect(),
            )),
            _ => Err("an anchor must be a variable or a directive".into()),
        }
    }
}

/// How many slots at the start stand for one value each, whatever the op says of its segments.
fn fixed_slots(slots: &[ValueSlot], sized: bool) -> usize {
    if sized {
        return 0;
    }
    let flexible = slots.iter().position(|slot| slot.arity != Arity::One);
    flexible.unwrap_or(slots.len())
}

/// Whether a region slot stands for any number of regions.
pub(super) fn is_variadic(kind: RegionKind) -> bool {
    matches!(kind, RegionKind::Variadic | RegionKind::VariadicSized(_))
}

/// What is said where a keyword of an enum is missing.
pub(super) fn enum_message(slot: &AttrSlot, def: &EnumDef) -> String {
    let cases: Vec<&str> = def.cases.iter().map(|case| case.keyword).collect();
    format!(
        "expected string or keyword containing one of the following enum values for attribute '{}' [{}]",
        slot.name,
        cases.join(", ")
    )
}

/// The type of an enum's integers.
pub(super) fn enum_type(def: &EnumDef) -> Type {
    if def.width == 64 { Type::I64 } else { Type::I32 }
}
