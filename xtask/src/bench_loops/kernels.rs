//! The loops that are measured. Each is a function of a size and three arrays.

/// A loop, and the sizes at which it is measured, with the number of repetitions.
pub struct Kernel {
    pub name: &'static str,
    /// What the loop is bound by, for the table.
    pub about: &'static str,
    pub sizes: &'static [(u64, u64)],
    /// How many elements the arrays have: the size to this power.
    pub power: u32,
    /// `@kernel`, and functions that it calls.
    pub text: &'static str,
}

/// All of them.
pub const KERNELS: [Kernel; 18] = [
    Kernel {
        name: "axpy",
        about: "memory",
        sizes: &[
            (10, 1_000_000),
            (100, 1_000_000),
            (1000, 200_000),
            (10_000, 20_000),
            (100_000, 3000),
            (1_000_000, 300),
            (10_000_000, 20),
        ],
        power: 1,
        text: include_str!("kernels/axpy.mlir"),
    },
    Kernel {
        name: "triad",
        about: "memory",
        sizes: &[(1_000_000, 300), (10_000_000, 20)],
        power: 1,
        text: include_str!("kernels/triad.mlir"),
    },
    Kernel {
        name: "polynomial",
        about: "compute",
        sizes: &[(100, 200_000), (1000, 20_000), (10_000, 5000), (1_000_000, 60)],
        power: 1,
        text: include_str!("kernels/polynomial.mlir"),
    },
    Kernel {
        name: "gelu",
        about: "compute, a hyperbolic tangent",
        sizes: &[(100, 50_000), (1000, 10_000), (10_000, 2000), (1_000_000, 20)],
        power: 1,
        text: include_str!("kernels/gelu.mlir"),
    },
    Kernel {
        name: "rotation",
        about: "compute, a sine and a cosine",
        sizes: &[(100, 50_000), (1000, 10_000), (10_000, 2000), (1_000_000, 20)],
        power: 1,
        text: include_str!("kernels/rotation.mlir"),
    },
    Kernel {
        name: "apart",
        about: "compute, 30 µs in order after each loop",
        sizes: &[(5000, 2000), (20_000, 1000)],
        power: 1,
        text: include_str!("kernels/apart.mlir"),
    },
    Kernel {
        name: "mandelbrot",
        about: "compute, irregular",
        sizes: &[(4, 20_000), (32, 1000), (256, 20)],
        power: 2,
        text: include_str!("kernels/mandelbrot.mlir"),
    },
    Kernel {
        name: "matmul",
        about: "compute",
        sizes: &[(16, 20_000), (64, 1000), (256, 20), (1024, 1)],
        power: 2,
        text: include_str!("kernels/matmul.mlir"),
    },
    Kernel {
        name: "linalg_matmul",
        about: "compute, `linalg.matmul`",
        sizes: &[(16, 20_000), (64, 2000), (256, 100), (1024, 2)],
        power: 2,
        text: include_str!("kernels/linalg_matmul.mlir"),
    },
    Kernel {
        name: "linalg_transposed",
        about: "compute, `linalg.matmul` with a transposed matrix",
        sizes: &[(16, 20_000), (64, 2000), (256, 100), (1024, 2)],
        power: 2,
        text: include_str!("kernels/linalg_transposed.mlir"),
    },
    Kernel {
        name: "row_sums",
        about: "memory, `linalg.reduce`",
        sizes: &[(64, 20_000), (512, 500), (4096, 10)],
        power: 2,
        text: include_str!("kernels/row_sums.mlir"),
    },
    Kernel {
        name: "stencil",
        about: "memory, two dimensions",
        sizes: &[(32, 50_000), (256, 2000), (2048, 30)],
        power: 2,
        text: include_str!("kernels/stencil.mlir"),
    },
    Kernel {
        name: "dot",
        about: "reduction",
        sizes: &[(1000, 100_000), (100_000, 1000), (10_000_000, 20)],
        power: 1,
        text: include_str!("kernels/dot.mlir"),
    },
    Kernel {
        name: "histogram",
        about: "three reductions",
        sizes: &[(1000, 100_000), (100_000, 1000), (10_000_000, 20)],
        power: 1,
        text: include_str!("kernels/histogram.mlir"),
    },
    Kernel {
        name: "sum",
        about: "reduction without memory",
        sizes: &[
            (10, 1_000_000),
            (10_000, 100_000),
            (1_000_000, 1000),
            (1_000_000_000, 2),
        ],
        power: 0,
        text: include_str!("kernels/sum.mlir"),
    },
    Kernel {
        name: "nest",
        about: "compute, a parallel loop in each of 16 iterations",
        sizes: &[(160, 50_000), (16_000, 1000), (1_600_000, 10)],
        power: 1,
        text: include_str!("kernels/nest.mlir"),
    },
    Kernel {
        name: "triangular",
        about: "compute, iteration i costs i",
        sizes: &[(64, 20_000), (2000, 60)],
        power: 1,
        text: include_str!("kernels/triangular.mlir"),
    },
    Kernel {
        name: "power_law",
        about: "compute, iteration i costs n/i",
        sizes: &[(1000, 3000), (100_000, 30)],
        power: 1,
        text: include_str!("kernels/power_law.mlir"),
    },
];

/// The program that measures a kernel: it prints microseconds a loop, a line for each size.
pub fn program(kernel: &Kernel, sizes: &[(u64, u64)]) -> String {
    let mut text = format!("{}\n{}", kernel.text, include_str!("kernels/harness.mlir"));
    text.push_str("func.func @main() {\n");
    for &(size, rounds) in sizes {
        let elements = size.pow(kernel.power);
        text.push_str(&format!(
            "  %n{size} = arith.constant {size} : index\n  %e{size} = arith.constant {elements} : index\n  \
             %r{size} = arith.constant {rounds} : index\n  \
             func.call @measure(%n{size}, %e{size}, %r{size}) : (index, index, index) -> ()\n"
        ));
    }
    text.push_str("  return\n}\n");
    text
}
