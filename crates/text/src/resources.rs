//! Data that a file carries behind its ops, in `{-# ... #-}`.

use asyncir_ir::{AttrKind, Attribute, Context, Ident, Type, TypeKind};

use crate::elements::{splat_if_equal, storage_bytes};

/// A value of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResourceValue {
    /// `"0x..."`: four bytes of alignment, then the data.
    Blob(Vec<u8>),
    /// `true` or `false`
    Bool(bool),
    /// A string.
    String(Vec<u8>),
}

/// The resources of a file.
#[derive(Clone, Default, Debug)]
pub struct Resources {
    /// By dialect: keys and values in the order of the file.
    pub dialects: Vec<(Ident, Vec<(Ident, ResourceValue)>)>,
    /// By external provider: keys and values in the order of the file.
    pub external: Vec<(Ident, Vec<(Ident, ResourceValue)>)>,
    /// What the file says of the pipeline it is for, if it was asked for
    /// ([`ParseOptions::reproducer`](crate::ParseOptions)).
    pub reproducer: Reproducer,
}

/// The pipeline that a file is for, and how it is run: what tools write when a pipeline fails.
#[derive(Clone, Default, Debug)]
pub struct Reproducer {
    /// The pipeline.
    pub pipeline: Option<String>,
    /// Whether passes run on one thread.
    pub disable_threading: Option<bool>,
    /// Whether everything is verified after each pass.
    pub verify_each: Option<bool>,
}

fn has_elements(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::RankedTensor { .. } | TypeKind::Vector { .. })
}

/// How many bytes of a blob are its alignment.
pub(crate) const ALIGNMENT: usize = 4;

/// The name of the resource that holds a [`Reproducer`].
pub(crate) const REPRODUCER: &str = "mlir_reproducer";

impl Reproducer {
    /// The resource that says the same.
    pub fn to_resource(&self, ctx: &Context) -> (Ident, Vec<(Ident, ResourceValue)>) {
        let pipeline = self.pipeline.as_ref();
        let entries = [
            (
                "pipeline",
                pipeline.map(|text| ResourceValue::String(text.clone().into_bytes())),
            ),
            ("disable_threading", self.disable_threading.map(ResourceValue::Bool)),
            ("verify_each", self.verify_each.map(ResourceValue::Bool)),
        ];
        let entries = entries
            .into_iter()
            .filter_map(|(key, value)| Some((ctx.ident(key), value?)));
        (ctx.ident(REPRODUCER), entries.collect())
    }
}

impl Resources {
    /// Takes what says how a pipeline is run from the other resources.
    pub fn take_reproducer(&mut self, ctx: &Context) {
        let is_reproducer = |group: &(Ident, _)| ctx.str(group.0) == REPRODUCER;
        let Some(at) = self.external.iter().position(is_reproducer) else {
            return;
        };
        for (key, value) in self.external.remove(at).1 {
            match (ctx.str(key), value) {
                ("pipeline", ResourceValue::String(text)) => {
                    self.reproducer.pipeline = Some(String::from_utf8_lossy(&text).into_owned());
                }
                ("disable_threading", ResourceValue::Bool(value)) => self.reproducer.disable_threading = Some(value),
                ("verify_each", ResourceValue::Bool(value)) => self.reproducer.verify_each = Some(value),
                _ => {}
            }
        }
    }

    /// The elements that a `dense_resource` of a tensor or vector stands for; `None` for other attributes, and if the file has no
    /// data for it.
    ///
    /// # Errors
    /// If there are more or less data than elements. Says so in MLIR's words.
    pub fn dense(&self, ctx: &Context, attr: Attribute) -> Result<Option<Attribute>, &'static str> {
        let AttrKind::DenseResource { ty, key } = *attr.kind(ctx) else {
            return Ok(None);
        };
        let (Some(data), Some(count), Some(bytes)) = (
            self.data(ctx, key),
            ty.num_elements(ctx).filter(|_| has_elements(ctx, ty)),
            storage_bytes(ctx, ty.element_or_self(ctx)),
        ) else {
            return Ok(None);
        };
        if count.checked_mul(bytes as u64) != Some(data.len() as u64) {
            return Err("raw data size does not match element type size");
        }
        let mut data = data.to_vec();
        if ty.element_or_self(ctx) == Type::I1 {
            data.iter_mut().for_each(|bit| *bit = u8::from(*bit != 0));
        }
        Ok(Some(ctx.attr(splat_if_equal(ty, data, bytes))))
    }

    /// The data of a resource of the builtin dialect, without its alignment.
    fn data(&self, ctx: &Context, key: Ident) -> Option<&[u8]> {
        let (_, entries) = self
            .dialects
            .iter()
            .find(|(dialect, _)| ctx.str(*dialect) == "builtin")?;
        match entries.iter().find(|(name, _)| *name == key)? {
            (_, ResourceValue::Blob(blob)) => blob.get(ALIGNMENT..),
            _ => None,
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.dialects.is_empty() && self.external.is_empty()
    }
}
