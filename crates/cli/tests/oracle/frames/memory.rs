//! Memory from the stack: it moves to the frame where a suspension comes between its uses, or may.

use super::writer::Writer;
use crate::random::Random;

/// Four numbers in memory.
#[derive(Clone)]
pub struct Memory {
    name: String,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `memref.alloca`
    MemRef,
    /// A part of one that is larger.
    View,
    /// `llvm.alloca`, with an alignment if it is not zero.
    Pointer(u32),
    /// The address of the second number of five from `llvm.alloca`.
    Inner,
}

const SHAPE: &str = "memref<4xi64>";
const VIEW: &str = "memref<4xi64, strided<[2], offset: 1>>";

/// Functions that get addresses of memory, in both forms.
pub fn functions(w: &mut Writer, number: u64) {
    for (name, ty) in [("memref", SHAPE), ("view", VIEW), ("pointer", "!llvm.ptr")] {
        w.both(&format!(
            "func.func @touch_{name}_{number}(%m: {ty}, %i: index, %v: i64) -> i64 \
             attributes {{passthrough = [\"noinline\"]}} {{"
        ));
        let memory = Memory {
            name: "%m".to_owned(),
            form: match name {
                "memref" => Form::MemRef,
                "view" => Form::View,
                _ => Form::Pointer(0),
            },
        };
        let old = memory.load(w, "%i");
        let new = w.op(&format!("arith.xori {old}, %v : i64"));
        memory.store(w, "%i", &new);
        w.both(&format!("func.return {old} : i64\n}}"));
    }
}

impl Memory {
    pub fn any(random: &mut Random) -> Self {
        let forms = [
            Form::MemRef,
            Form::MemRef,
            Form::View,
            Form::Pointer(0),
            Form::Pointer(32),
            Form::Pointer(128),
            Form::Inner,
        ];
        Self {
            name: String::new(),
            form: random.one_of(&forms),
        }
    }

    /// Allocates it, with numbers that depend on one.
    pub fn allocate(mut self, w: &mut Writer, number: &str) -> Self {
        self.name = match self.form {
            Form::MemRef => w.op(&format!("memref.alloca() : {SHAPE}")),
            Form::View => {
                let whole = w.op("memref.alloca() : memref<9xi64>");
                w.op(&format!("memref.subview {whole}[1] [4] [2] : memref<9xi64> to {VIEW}"))
            }
            Form::Pointer(align) => {
                let count = w.op("arith.constant 4 : i64");
                let align = match align {
                    0 => String::new(),
                    align => format!(" {{alignment = {align} : i64}}"),
                };
                w.op(&format!("llvm.alloca {count} x i64{align} : (i64) -> !llvm.ptr"))
            }
            Form::Inner => {
                let count = w.op("arith.constant 5 : i64");
                let whole = w.op(&format!("llvm.alloca {count} x i64 : (i64) -> !llvm.ptr"));
                w.op(&format!(
                    "llvm.getelementptr {whole}[1] : (!llvm.ptr) -> !llvm.ptr, i64"
                ))
            }
        };
        let mut number = number.to_owned();
        for index in 0..4 {
            let index = w.op(&format!("arith.constant {index} : index"));
            self.store(w, &index, &number);
            number = w.changed(&number);
        }
        self
    }

    fn ty(&self) -> &'static str {
        match self.form {
            Form::MemRef => SHAPE,
            Form::View => VIEW,
            Form::Pointer(_) | Form::Inner => "!llvm.ptr",
        }
    }

    fn pointer(&self, w: &mut Writer, index: &str) -> String {
        let index = w.op(&format!("arith.index_cast {index} : index to i64"));
        w.op(&format!(
            "llvm.getelementptr {}[{index}] : (!llvm.ptr, i64) -> !llvm.ptr, i64",
            self.name
        ))
    }

    fn load(&self, w: &mut Writer, index: &str) -> String {
        match self.form {
            Form::Pointer(_) | Form::Inner => {
                let pointer = self.pointer(w, index);
                w.op(&format!("llvm.load {pointer} : !llvm.ptr -> i64"))
            }
            _ => w.op(&format!("memref.load {}[{index}] : {}", self.name, self.ty())),
        }
    }

    fn store(&self, w: &mut Writer, index: &str, value: &str) {
        match self.form {
            Form::Pointer(_) | Form::Inner => {
                let pointer = self.pointer(w, index);
                w.both(&format!("llvm.store {value}, {pointer} : i64, !llvm.ptr"));
            }
            _ => w.both(&format!("memref.store {value}, {}[{index}] : {}", self.name, self.ty())),
        }
    }

    /// Reads or writes it, here, in a function, or in a task that is awaited at once. Gives what was read.
    pub fn touch(&self, w: &mut Writer, random: &mut Random, program: u64, number: &str) -> Option<String> {
        let low = w.op(&format!("arith.index_cast {number} : i64 to index"));
        let index = w.op(&format!("arith.andi {low}, %c3 : index"));
        match random.below(4) {
            0 => Some(self.load(w, &index)),
            1 => {
                self.store(w, &index, number);
                None
            }
            2 => {
                let name = match self.form {
                    Form::MemRef => "memref",
                    Form::View => "view",
                    Form::Pointer(_) | Form::Inner => "pointer",
                };
                Some(w.op(&format!(
                    "func.call @touch_{name}_{program}({}, {index}, {number}) : ({}, index, i64) -> i64",
                    self.name,
                    self.ty()
                )))
            }
            _ => {
                let token = w.fresh();
                w.tasks(&format!("{token} = async.execute {{"));
                self.store(w, &index, number);
                w.tasks("async.yield\n  }");
                w.tasks(&format!("async.await {token} : !async.token"));
                None
            }
        }
    }

    /// A number that all in it matters for.
    pub fn sum(&self, w: &mut Writer) -> String {
        let load = |w: &mut Writer, index: u32| {
            let index = w.op(&format!("arith.constant {index} : index"));
            self.load(w, &index)
        };
        let all = (0..4).map(|index| load(w, index)).collect();
        w.all_of(all)
    }
}
