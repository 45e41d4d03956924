//! What a conversion aims at: which ops are legal.

use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::body::OpRef;
use crate::context::{Context, dialect_namespace};
use crate::def::OpDef;

type Check = Arc<dyn Fn(OpRef<'_>) -> bool + Send + Sync>;
type PartialCheck = Arc<dyn Fn(OpRef<'_>) -> Option<bool> + Send + Sync>;

/// What is known about ops of a kind.
#[derive(Clone)]
enum Action {
    Legal,
    Illegal,
    Dynamic(Check),
    /// As the check says; nothing is known if it does not say.
    Partial(PartialCheck),
}

/// The legality of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// It is legal.
    Legal {
        /// With everything inside, whatever it is.
        recursively: bool,
    },
    /// It was declared illegal, or the check that was declared for it said so.
    Illegal,
    /// Nothing was declared about it.
    Unknown,
}

/// All that was said of ops of a kind.
struct Declared {
    action: Option<Action>,
    /// Whether everything inside a legal op is legal, and on what condition if there is one.
    recursive: Option<Option<Check>>,
}

impl Declared {
    fn legality(&self, op: OpRef<'_>) -> Legality {
        let legal = match &self.action {
            Some(Action::Legal) => true,
            Some(Action::Illegal) => false,
            Some(Action::Dynamic(check)) => check(op),
            Some(Action::Partial(check)) => match check(op) {
                Some(legal) => legal,
                None => return Legality::Unknown,
            },
            None => return Legality::Unknown,
        };
        if !legal {
            return Legality::Illegal;
        }
        let recursively = match &self.recursive {
            Some(Some(check)) => check(op),
            Some(None) => true,
            None => false,
        };
        Legality::Legal { recursively }
    }
}

/// What was said of kinds of ops that a conversion met, by the numbers of their definitions.
pub(super) struct Known(Vec<OnceLock<Declared>>);

impl Known {
    pub(super) fn new(ctx: &Context) -> Self {
        let mut slots = Vec::new();
        slots.resize_with(ctx.def_numbers(), OnceLock::new);
        Self(slots)
    }
}

/// Declares which ops are legal. A declaration for an op takes precedence over one for its dialect.
#[derive(Clone, Default)]
pub struct ConversionTarget {
    ops: HashMap<String, Action, FixedState>,
    dialects: HashMap<String, Action, FixedState>,
    unknown: Option<Check>,
    recursive: HashMap<String, Option<Check>, FixedState>,
}

impl ConversionTarget {
    /// A target without declarations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ops of this kind are legal.
    pub fn legal_op(&mut self, def: &'static OpDef) -> &mut Self {
        self.legal_op_named(def.name)
    }

    /// Ops of that name are legal.
    pub fn legal_op_named(&mut self, name: &str) -> &mut Self {
        self.ops.insert(name.to_owned(), Action::Legal);
        self
    }

    /// Takes back what was said of the ops of that name.
    pub fn forget_op_named(&mut self, name: &str) -> &mut Self {
        self.ops.remove(name);
        self
    }

    /// Ops of these kinds are legal.
    pub fn legal_ops(&mut self, defs: &[&'static OpDef]) -> &mut Self {
        defs.iter().for_each(|def| {
            self.legal_op(def);
        });
        self
    }

    /// Ops of this kind are illegal.
    pub fn illegal_op(&mut self, def: &'static OpDef) -> &mut Self {
        self.illegal_op_named(def.name)
    }

    /// Ops of that name are illegal.
    pub fn illegal_op_named(&mut self, name: &str) -> &mut Self {
        self.ops.insert(name.to_owned(), Action::Illegal);
        self
    }

    /// Ops of these kinds are illegal.
    pub fn illegal_ops(&mut self, defs: &[&'static OpDef]) -> &mut Self {
        defs.iter().for_each(|def| {
            self.illegal_op(def);
        });
        self
    }

    /// Ops of this kind are legal if the check says so.
    pub fn dynamic_op(
        &mut self,
        def: &'static OpDef,
        check: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.dynamic_op_named(def.name, check)
    }

    /// Ops of that name are legal if the check says so.
    pub fn dynamic_op_named(
        &mut self,
        name: &str,
        check: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.ops.insert(name.to_owned(), Action::Dynamic(Arc::new(check)));
        self
    }

    /// Whether an op of this kind is legal is the result of the check. If the check returns `None`, the op counts as not
    /// declared.
    pub fn partly_dynamic_op(
        &mut self,
        def: &'static OpDef,
        check: impl Fn(OpRef<'_>) -> Option<bool> + Send + Sync + 'static,
    ) -> &mut Self {
        self.ops.insert(def.name.to_owned(), Action::Partial(Arc::new(check)));
        self
    }

    /// Ops of this dialect are legal.
    pub fn legal_dialect(&mut self, dialect: &str) -> &mut Self {
        self.dialects.insert(dialect.to_owned(), Action::Legal);
        self
    }

    /// Ops of these dialects are legal.
    pub fn legal_dialects(&mut self, dialects: &[&str]) -> &mut Self {
        dialects.iter().for_each(|dialect| {
            self.legal_dialect(dialect);
        });
        self
    }

    /// Ops of this dialect are illegal.
    pub fn illegal_dialect(&mut self, dialect: &str) -> &mut Self {
        self.dialects.insert(dialect.to_owned(), Action::Illegal);
        self
    }

    /// Ops of this dialect are legal if the check says so.
    pub fn dynamic_dialect(
        &mut self,
        dialect: &str,
        check: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.dialects
            .insert(dialect.to_owned(), Action::Dynamic(Arc::new(check)));
        self
    }

    /// Ops about which nothing else is said are legal if the check says so.
    pub fn unknown_dynamic(&mut self, check: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static) -> &mut Self {
        self.unknown = Some(Arc::new(check));
        self
    }

    /// If an op of this kind is legal, so is everything inside.
    pub fn recursively_legal(&mut self, def: &'static OpDef) -> &mut Self {
        self.recursive.insert(def.name.to_owned(), None);
        self
    }

    /// If an op of this kind is legal and the check says so, everything inside is legal, too.
    pub fn recursively_legal_if(
        &mut self,
        def: &'static OpDef,
        check: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.recursive.insert(def.name.to_owned(), Some(Arc::new(check)));
        self
    }

    /// The legality of an op, which must be asked with the same table each time.
    pub(super) fn legality_by(&self, known: &Known, op: OpRef<'_>) -> Legality {
        match op.data().def().and_then(|def| known.0.get(def.number.get())) {
            Some(slot) => slot.get_or_init(|| self.declared(op.name())).legality(op),
            None => self.legality(op),
        }
    }

    /// The legality of an op.
    pub fn legality(&self, op: OpRef<'_>) -> Legality {
        self.declared(op.name()).legality(op)
    }

    fn declared(&self, name: &str) -> Declared {
        let dialect = || self.dialects.get(dialect_namespace(name));
        let unknown = || self.unknown.clone().map(Action::Dynamic);
        Declared {
            action: self.ops.get(name).or_else(dialect).cloned().or_else(unknown),
            recursive: self.recursive.get(name).cloned(),
        }
    }
}
