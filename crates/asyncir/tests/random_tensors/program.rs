//! Random functions on tensors: what they do, before it is text or numbers.

use super::numbers::Numbers;

/// How many elements each tensor has.
pub const SIZE: usize = 8;
/// How many elements are moved from tensor to tensor.
pub const PART: usize = 4;
/// How many arguments a public function has.
pub const ARGUMENTS: usize = 2;

/// A tensor, by number. Those of a function have different numbers.
pub type Tensor = usize;

/// One of the two truth values that functions get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    P,
    Q,
}

/// What is done; what it gives has a number of its own.
pub enum Step {
    /// The sums of elements.
    Add(Tensor, Tensor),
    /// A tensor with another number in one place.
    Insert { into: Tensor, at: usize, value: usize },
    /// A tensor with a part of another one.
    Move {
        from: Tensor,
        at: usize,
        into: Tensor,
        to: usize,
    },
    /// One of two tensors.
    Select(Condition, Tensor, Tensor),
    /// What one of two blocks yields.
    If(Condition, Block, Block),
    /// The same with branches.
    Branch(Condition, Block, Block),
    /// What a loop carries in the end, from these initial values on. Arguments have the numbers from the given one on.
    For {
        inits: Vec<Tensor>,
        arguments: Tensor,
        body: Block,
        /// Whether the loop is an `scf.while`.
        is_while: bool,
    },
    /// A tensor whose elements iterations replace by their sums with those of another one.
    Forall { shared: Tensor, other: Tensor },
    /// What a task yields, once it is done.
    Task(Block),
    /// What a function before this one returns.
    Call { function: usize, arguments: Vec<Tensor> },
}

/// Steps, each with the number of the first tensor that it gives, and what they yield.
pub struct Block {
    pub steps: Vec<(Tensor, Step)>,
    pub yields: Vec<Tensor>,
}

/// A function, whose arguments have the first numbers, and the constant behind them the next one.
pub struct Function {
    pub arguments: usize,
    pub is_private: bool,
    pub body: Block,
}

impl Function {
    /// The number of the constant.
    pub fn constant(&self) -> Tensor {
        self.arguments
    }
}

/// Functions, of which the last one is public.
pub fn random(numbers: &mut Numbers, with_tasks: bool) -> Vec<Function> {
    let mut functions = Vec::new();
    for _ in 0..numbers.below(3) {
        let (arguments, results) = (1 + numbers.below(2) as usize, 1 + numbers.below(2) as usize);
        let steps = 1 + numbers.below(3);
        functions.push(function(
            numbers,
            &functions,
            with_tasks,
            (arguments, results, true),
            steps,
        ));
    }
    let steps = 3 + numbers.below(6);
    functions.push(function(numbers, &functions, with_tasks, (ARGUMENTS, 2, false), steps));
    functions
}

fn function(
    numbers: &mut Numbers,
    before: &[Function],
    with_tasks: bool,
    (arguments, results, is_private): (usize, usize, bool),
    steps: u64,
) -> Function {
    let mut maker = Maker {
        numbers,
        before,
        with_tasks,
        next: arguments + 1,
    };
    let visible: Vec<Tensor> = (0..=arguments).collect();
    let depth = if is_private { 1 } else { 2 };
    let body = maker.block(&visible, depth, steps, results);
    Function {
        arguments,
        is_private,
        body,
    }
}

struct Maker<'a> {
    numbers: &'a mut Numbers,
    /// Functions that can be called.
    before: &'a [Function],
    with_tasks: bool,
    /// The number of the next tensor.
    next: Tensor,
}

impl Maker<'_> {
    fn block(&mut self, visible: &[Tensor], depth: u32, steps: u64, results: usize) -> Block {
        let mut visible = visible.to_vec();
        let mut block = Block {
            steps: Vec::new(),
            yields: Vec::new(),
        };
        for _ in 0..steps {
            let (step, results) = self.step(&visible, depth);
            block.steps.push((self.next, step));
            visible.extend(self.next..self.next + results);
            self.next += results;
        }
        // Mostly what is new.
        let recent = &visible[visible.len().saturating_sub(5)..];
        block.yields = (0..results)
            .map(|_| {
                let among = if self.numbers.chance(70) { recent } else { &visible };
                self.numbers.pick(among)
            })
            .collect();
        block
    }

    fn inner(&mut self, visible: &[Tensor], depth: u32, results: usize) -> Block {
        let steps = self.numbers.below(4);
        self.block(visible, depth - 1, steps, results)
    }

    /// A step and how many tensors it gives.
    fn step(&mut self, visible: &[Tensor], depth: u32) -> (Step, usize) {
        let (a, b) = (self.numbers.pick(visible), self.numbers.pick(visible));
        let condition = self.numbers.pick(&[Condition::P, Condition::Q]);
        let results = 1 + self.numbers.below(2) as usize;
        match self.numbers.below(if depth > 0 { 12 } else { 7 }) {
            0 | 1 => (Step::Add(a, b), 1),
            2 | 3 => {
                let (at, value) = (self.numbers.below(SIZE as u64), self.numbers.below(4));
                let step = Step::Insert {
                    into: a,
                    at: at as usize,
                    value: value as usize,
                };
                (step, 1)
            }
            4 => {
                let [at, to] = [0, 0].map(|_: usize| self.numbers.below((SIZE - PART) as u64 + 1) as usize);
                (
                    Step::Move {
                        from: a,
                        at,
                        into: b,
                        to,
                    },
                    1,
                )
            }
            5 => (Step::Select(condition, a, b), 1),
            6 => (Step::Forall { shared: a, other: b }, 1),
            7 | 8 => {
                let blocks = [0, 1].map(|_| self.inner(visible, depth, results));
                let [yes, no] = blocks;
                let step = if self.numbers.chance(30) {
                    Step::Branch
                } else {
                    Step::If
                };
                (step(condition, yes, no), results)
            }
            9 => {
                let inits = (0..results).map(|_| self.numbers.pick(visible)).collect();
                let arguments = self.next;
                self.next += results;
                let inside: Vec<Tensor> = visible.iter().copied().chain(arguments..self.next).collect();
                let step = Step::For {
                    inits,
                    arguments,
                    body: self.inner(&inside, depth, results),
                    is_while: self.numbers.chance(30),
                };
                (step, results)
            }
            10 if self.with_tasks => (Step::Task(self.inner(visible, depth, results)), results),
            _ => self.call(visible).unwrap_or((Step::Add(a, b), 1)),
        }
    }

    fn call(&mut self, visible: &[Tensor]) -> Option<(Step, usize)> {
        if self.before.is_empty() {
            return None;
        }
        let function = self.numbers.below(self.before.len() as u64) as usize;
        let called = &self.before[function];
        let arguments = (0..called.arguments).map(|_| self.numbers.pick(visible)).collect();
        Some((Step::Call { function, arguments }, called.body.yields.len()))
    }
}
