//! The loops of `cargo xtask bench-loops` with rayon: `rayon_loops axpy 1000x200 100000x5` prints microseconds a loop for
//! each size, that many repetitions.

use std::process::ExitCode;
use std::time::Instant;

use rayon::prelude::*;

/// A loop over a size and three arrays.
type Kernel = fn(usize, &mut [f32], &mut [f32], &mut [f32]);

/// Name, function, and the power of the size that is the length of the arrays.
const KERNELS: [(&str, Kernel, u32); 18] = [
    ("axpy", axpy, 1),
    ("triad", triad, 1),
    ("polynomial", polynomial, 1),
    ("gelu", gelu, 1),
    ("rotation", rotation, 1),
    ("apart", apart, 1),
    ("mandelbrot", mandelbrot, 2),
    ("matmul", matmul, 2),
    ("linalg_matmul", linalg_matmul, 2),
    ("linalg_transposed", linalg_transposed, 2),
    ("row_sums", row_sums, 2),
    ("stencil", stencil, 2),
    ("dot", dot, 1),
    ("histogram", histogram, 1),
    ("sum", sum, 0),
    ("nest", nest, 1),
    ("triangular", triangular, 1),
    ("power_law", power_law, 1),
];

fn axpy(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let pairs = y[..n].par_iter_mut().zip(&x[..n]);
    pairs.for_each(|(y, x)| *y += 0.5 * x);
}

fn triad(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    let all = z[..n].par_iter_mut().zip(&x[..n]).zip(&y[..n]);
    all.for_each(|((z, x), y)| *z = x + 0.5 * y);
}

/// `s = s * x + 0.5`, repeated.
fn horner(x: f32, rounds: usize) -> f32 {
    (0..rounds).fold(0.5, |s, _| s * x + 0.5)
}

fn polynomial(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let pairs = y[..n].par_iter_mut().zip(&x[..n]);
    pairs.for_each(|(y, &x)| *y = horner(x, 64));
}

fn gelu(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let gelu = |x: f32| 0.5 * x * (1.0 + (0.797_884_6 * x * (1.0 + 4.4715e-2 * x * x)).tanh());
    let pairs = y[..n].par_iter_mut().zip(&x[..n]);
    pairs.for_each(|(y, &x)| *y = gelu(x));
}

fn rotation(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    let all = z[..n].par_iter_mut().zip(&mut y[..n]).zip(&x[..n]);
    all.for_each(|((z, y), angle)| {
        let (sin, cos) = angle.sin_cos();
        (*y, *z) = (*y * cos - *z * sin, *y * sin + *z * cos);
    });
}

fn apart(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    polynomial(n, x, y, z);
    z[0] = horner(y[1], 16_000);
}

fn mandelbrot(n: usize, x: &mut [f32], _: &mut [f32], _: &mut [f32]) {
    let scale = 3.0 / n as f32;
    x[..n * n].par_iter_mut().enumerate().for_each(|(at, x)| {
        let (i, j) = (at / n, at % n);
        let (cr, ci) = (i as f32 * scale - 2.0, j as f32 * scale - 1.5);
        let (mut a, mut b, mut k) = (0.0f32, 0.0f32, 0);
        while a * a + b * b < 4.0 && k < 500 {
            (a, b) = (a * a - b * b + cr, 2.0 * a * b + ci);
            k += 1;
        }
        *x = *x * 0.5 + k as f32;
    });
}

fn matmul(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    z[..n * n].par_iter_mut().enumerate().for_each(|(at, z)| {
        let (i, j) = (at / n, at % n);
        *z = (0..n).fold(0.0, |sum, k| sum + x[i * n + k] * y[k * n + j]);
    });
}

/// Rows of the result in parallel, and rows of `y` innermost.
fn linalg_matmul(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    let (x, y) = (&*x, &*y);
    z[..n * n].par_chunks_mut(n).enumerate().for_each(|(i, row)| {
        row.fill(0.0);
        for k in 0..n {
            let factor = x[i * n + k];
            for (z, y) in row.iter_mut().zip(&y[k * n..(k + 1) * n]) {
                *z += factor * y;
            }
        }
    });
}

/// Rows of the result in parallel, a dot product for each element.
fn linalg_transposed(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    let (x, y) = (&*x, &*y);
    z[..n * n].par_chunks_mut(n).enumerate().for_each(|(i, row)| {
        let x = &x[i * n..(i + 1) * n];
        for (z, y) in row.iter_mut().zip(y.chunks_exact(n)) {
            *z = x.iter().zip(y).fold(0.0, |sum, (x, y)| sum + x * y);
        }
    });
}

fn row_sums(n: usize, x: &mut [f32], _: &mut [f32], z: &mut [f32]) {
    let rows = z[..n].par_iter_mut().zip(x.par_chunks(n));
    rows.for_each(|(z, row)| *z = row.iter().fold(0.0, |sum, x| sum + x));
}

fn stencil(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let rows = y[n..n * (n - 1)].par_chunks_mut(n).enumerate();
    rows.for_each(|(row, y)| {
        let i = row + 1;
        for (j, y) in y.iter_mut().enumerate().take(n - 1).skip(1) {
            let at = i * n + j;
            *y = 0.25 * ((x[at - n] + x[at + n]) + (x[at - 1] + x[at + 1]));
        }
    });
}

fn dot(n: usize, x: &mut [f32], y: &mut [f32], z: &mut [f32]) {
    z[0] = x[..n].par_iter().zip(&y[..n]).map(|(x, y)| x * y).sum();
}

fn histogram(n: usize, x: &mut [f32], _: &mut [f32], z: &mut [f32]) {
    let bins = x[..n].par_iter().fold(
        || [0i32; 3],
        |[a, b, c], &v| {
            [
                a + i32::from(v < 0.5),
                b + i32::from((0.5..=1.5).contains(&v)),
                c + i32::from(v > 1.5),
            ]
        },
    );
    let total = bins.reduce(|| [0; 3], |[a, b, c], [p, q, r]| [a + p, b + q, c + r]);
    for (z, bin) in z.iter_mut().zip(total) {
        *z = bin as f32;
    }
}

fn sum(n: usize, _: &mut [f32], _: &mut [f32], z: &mut [f32]) {
    let terms = (0..n)
        .into_par_iter()
        .map(|i| (i as i32).wrapping_mul(i as i32) ^ i as i32);
    z[0] = z[0] * 0.5 + terms.reduce(|| 0, i32::wrapping_add) as f32;
}

fn nest(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let width = n / 16;
    let rows = y[..16 * width]
        .par_chunks_mut(width)
        .zip(x.par_chunks(width))
        .enumerate();
    rows.for_each(|(i, (y, x))| {
        let row = y.par_iter_mut().zip(x);
        row.for_each(|(y, &x)| *y = horner(x, 4 * i));
    });
}

fn triangular(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let all = y[..n].par_iter_mut().zip(&x[..n]).enumerate();
    all.for_each(|(i, (y, &x))| *y = horner(x, i));
}

fn power_law(n: usize, x: &mut [f32], y: &mut [f32], _: &mut [f32]) {
    let all = y[..n].par_iter_mut().zip(&x[..n]).enumerate();
    all.for_each(|(i, (y, &x))| *y = horner(x, n / (i + 1)));
}

fn measure(kernel: Kernel, power: u32, size: usize, rounds: u32) -> f64 {
    let elements = size.pow(power);
    let start: Vec<f32> = (0..elements).map(|i| (i % 3) as f32).collect();
    let (mut x, mut y, mut z) = (start.clone(), start.clone(), start);
    kernel(size, &mut x, &mut y, &mut z);
    let begin = Instant::now();
    for round in 0..rounds {
        // No round does what the one before did.
        x[0] = (round % 2) as f32;
        kernel(size, &mut x, &mut y, &mut z);
    }
    let micros = begin.elapsed().as_secs_f64() * 1e6 / f64::from(rounds);
    // Somebody reads the results, so they have to be computed.
    std::hint::black_box((&x, &y, &z));
    micros
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some((_, kernel, power)) = KERNELS.iter().find(|(known, ..)| *known == name) else {
        eprintln!("there is no loop '{name}'");
        return ExitCode::FAILURE;
    };
    for argument in arguments {
        let numbers = argument
            .split_once('x')
            .and_then(|(size, rounds)| Some((size.parse().ok()?, rounds.parse().ok()?)));
        let Some((size, rounds)) = numbers else {
            eprintln!("expected a size and a number of repetitions such as 1000x50, found '{argument}'");
            return ExitCode::FAILURE;
        };
        println!("{}", measure(*kernel, *power, size, rounds));
    }
    ExitCode::SUCCESS
}
