//! Being told of passes as they run; printing the IR between them.

mod file_names;

use std::any::Any;
use std::path::{Path, PathBuf};

use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Context, OpRef};

pub use self::file_names::FileNames;

use crate::manager::{Scope, Step};
use crate::pass::PassInfo;

/// What an instrumentation keeps from before a pass to behind it.
pub type Token = Option<Box<dyn Any>>;

/// Is told of each pass on each op.
pub trait Instrumentation: Sync {
    /// A pass is about to run.
    fn before_pass(&self, _ctx: &Context, _step: &Step, _scope: Scope<'_>) -> Token {
        None
    }

    /// A pass has run, and says whether it succeeded and left a valid op.
    fn after_pass(&self, _ctx: &Context, _step: &Step, _scope: Scope<'_>, _ok: bool, _token: Token) {}
}

/// Which passes the IR is printed around.
#[derive(Clone, Debug, Default)]
pub struct IrPrintConfig {
    /// Flags of passes before which it is printed.
    pub before: Vec<String>,
    /// Before all.
    pub before_all: bool,
    /// Flags of passes after which it is printed.
    pub after: Vec<String>,
    /// After all.
    pub after_all: bool,
    /// After a pass, only if it changed something.
    pub after_change: bool,
    /// After a pass, only if it failed.
    pub after_failure: bool,
    /// Always the outermost op.
    pub module_scope: bool,
    /// The folder for a tree of files, one for each time that something is printed; otherwise all goes to one place.
    pub tree: Option<PathBuf>,
}

impl IrPrintConfig {
    /// Whether anything is ever printed.
    pub fn is_active(&self) -> bool {
        self.before_all || self.after_all || self.after_failure || !self.before.is_empty() || !self.after.is_empty()
    }

    fn is_before(&self, flag: &str) -> bool {
        self.before_all || self.before.iter().any(|wanted| wanted == flag)
    }

    fn is_after(&self, flag: &str) -> bool {
        self.after_all || self.after.iter().any(|wanted| wanted == flag)
    }
}

/// Prints the IR around passes.
pub struct IrPrinting<'a> {
    /// When.
    pub config: IrPrintConfig,
    /// How an op is written, and whether it is the outermost one.
    pub print: &'a (dyn Fn(OpRef<'_>, bool) -> String + Sync),
    /// Where it goes, with the file for it if there is a folder for files.
    pub sink: &'a (dyn Fn(Option<&Path>, &str) + Sync),
    /// The names of files.
    pub names: FileNames,
}

impl IrPrinting<'_> {
    fn text(&self, ctx: &Context, scope: Scope<'_>) -> String {
        (self.print)(scope.op.op_ref(ctx), scope.is_top_level())
    }

    fn dump(&self, ctx: &Context, title: &str, pass: &'static PassInfo, scope: Scope<'_>) {
        let op = scope.op.op_ref(ctx);
        let mut out = format!("// -----// IR Dump {title} ({})", pass.flag);
        if self.config.module_scope {
            out.push_str(&format!(" ('{}' operation", op.name()));
            if let Some(symbol) = symbol_name(ctx, op.data()) {
                out.push_str(&format!(": @{}", ctx.str(symbol)));
            }
            out.push(')');
        }
        out.push_str(" //----- //\n");
        out.push_str(&if self.config.module_scope {
            (self.print)(scope.snapshot().op_ref(ctx), true)
        } else {
            self.text(ctx, scope)
        });
        out.push_str("\n\n");
        let file = self
            .config
            .tree
            .as_ref()
            .map(|root| root.join(self.names.next(ctx, pass, scope)));
        (self.sink)(file.as_deref(), &out);
    }
}

impl Instrumentation for IrPrinting<'_> {
    fn before_pass(&self, ctx: &Context, step: &Step, scope: Scope<'_>) -> Token {
        let pass = step.info();
        if self.config.is_before(pass.flag) {
            self.dump(ctx, &format!("Before {}", pass.class), pass, scope);
        }
        let compares = self.config.after_change && self.config.is_after(pass.flag);
        compares.then(|| Box::new(self.text(ctx, scope)) as Box<dyn Any>)
    }

    fn after_pass(&self, ctx: &Context, step: &Step, scope: Scope<'_>, ok: bool, token: Token) {
        let pass = step.info();
        if !ok {
            if self.config.after_failure || self.config.is_after(pass.flag) {
                self.dump(ctx, &format!("After {} Failed", pass.class), pass, scope);
            }
            return;
        }
        if self.config.after_failure || !self.config.is_after(pass.flag) {
            return;
        }
        let before = token.and_then(|token| token.downcast::<String>().ok());
        if before.is_none_or(|before| *before != self.text(ctx, scope)) {
            self.dump(ctx, &format!("After {}", pass.class), pass, scope);
        }
    }
}
