//! What random functions compute, with copies of everything.

use std::collections::BTreeMap;

use super::program::{Block, Condition, Function, PART, Step, Tensor};

/// The elements of a tensor.
pub type Elements = Vec<f32>;

/// What functions get besides tensors.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    pub p: bool,
    pub q: bool,
    /// How often loops are run.
    pub count: usize,
}

/// The results of a function.
pub fn evaluate(functions: &[Function], function: usize, arguments: &[Elements], inputs: Inputs) -> Vec<Elements> {
    let called = &functions[function];
    let mut tensors: BTreeMap<Tensor, Elements> = arguments.iter().cloned().enumerate().collect();
    tensors.insert(called.constant(), (1..=8u8).map(f32::from).collect());
    Evaluation { functions, inputs }.block(&called.body, &mut tensors)
}

struct Evaluation<'a> {
    functions: &'a [Function],
    inputs: Inputs,
}

impl Evaluation<'_> {
    fn block(&self, block: &Block, tensors: &mut BTreeMap<Tensor, Elements>) -> Vec<Elements> {
        for (first, step) in &block.steps {
            for (number, elements) in self.step(step, tensors).into_iter().enumerate() {
                tensors.insert(first + number, elements);
            }
        }
        block.yields.iter().map(|tensor| tensors[tensor].clone()).collect()
    }

    fn holds(&self, condition: Condition) -> bool {
        match condition {
            Condition::P => self.inputs.p,
            Condition::Q => self.inputs.q,
        }
    }

    fn step(&self, step: &Step, tensors: &BTreeMap<Tensor, Elements>) -> Vec<Elements> {
        let sums = |a: &Tensor, b: &Tensor| tensors[a].iter().zip(&tensors[b]).map(|(a, b)| a + b).collect();
        let single = match step {
            Step::Add(a, b) => sums(a, b),
            Step::Forall { shared, other } => sums(shared, other),
            Step::Insert { into, at, value } => {
                let mut elements = tensors[into].clone();
                elements[*at] = 10.0 + *value as f32;
                elements
            }
            Step::Move { from, at, into, to } => {
                let mut elements = tensors[into].clone();
                elements[*to..to + PART].copy_from_slice(&tensors[from][*at..at + PART]);
                elements
            }
            Step::Select(which, a, b) => tensors[if self.holds(*which) { a } else { b }].clone(),
            Step::If(which, yes, no) | Step::Branch(which, yes, no) => {
                let block = if self.holds(*which) { yes } else { no };
                return self.block(block, &mut tensors.clone());
            }
            Step::For {
                inits, arguments, body, ..
            } => return self.repeat(inits, *arguments, body, tensors),
            Step::Task(body) => return self.block(body, &mut tensors.clone()),
            Step::Call { function, arguments } => {
                let arguments: Vec<Elements> = arguments.iter().map(|argument| tensors[argument].clone()).collect();
                return evaluate(self.functions, *function, &arguments, self.inputs);
            }
        };
        vec![single]
    }

    fn repeat(
        &self,
        inits: &[Tensor],
        arguments: Tensor,
        body: &Block,
        tensors: &BTreeMap<Tensor, Elements>,
    ) -> Vec<Elements> {
        let mut carried: Vec<Elements> = inits.iter().map(|init| tensors[init].clone()).collect();
        for _ in 0..self.inputs.count {
            let mut inside = tensors.clone();
            inside.extend(
                carried
                    .into_iter()
                    .enumerate()
                    .map(|(number, elements)| (arguments + number, elements)),
            );
            carried = self.block(body, &mut inside);
        }
        carried
    }
}
