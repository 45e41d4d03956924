//! The part of LLVM's C API that this crate calls: every name and signature, once.
//!
//! Signatures follow the headers of LLVM 22 (`llvm-c/*.h`). A wrong signature here is undefined behaviour at
//! the call, so this table is the first place to look when LLVM crashes. Functions keep LLVM's own names.

use std::ffi::{c_char, c_int, c_uint, c_void};

macro_rules! opaque_types {
    ($($name:ident)*) => {$(
        #[doc = concat!("What LLVM's C API calls `LLVM", stringify!($name), "Ref`, pointed at.")]
        #[repr(C)]
        pub(super) struct $name {
            _opaque: [u8; 0],
        }
    )*};
}

opaque_types! {
    Attribute BasicBlock Builder Context DefinitionGenerator DiagnosticInfo ErrorInfo ExecutionSession JitDylib
    LlJit LlJitBuilder MaterializationUnit MemoryBuffer Module PassBuilderOptions SymbolStringPoolEntry Target
    TargetData TargetMachine Type Use Value
}

/// C's `LLVMBool`: zero is false. In results of functions that can fail, zero is success.
pub(super) type Bool = c_int;
/// `LLVMFatalErrorHandler`.
pub(super) type FatalErrorHandler = unsafe extern "C" fn(reason: *const c_char);
/// `LLVMDiagnosticHandler`.
pub(super) type DiagnosticHandler = unsafe extern "C" fn(*mut DiagnosticInfo, *mut c_void);
/// `LLVMOrcErrorReporterFunction`; it owns the error.
pub(super) type ErrorReporter = unsafe extern "C" fn(*mut c_void, *mut ErrorInfo);
/// `LLVMOrcSymbolPredicate`; null lets every symbol pass.
pub(super) type SymbolPredicate = Option<unsafe extern "C" fn(*mut c_void, *mut SymbolStringPoolEntry) -> c_int>;

/// `LLVMReturnStatusAction` of `LLVMVerifierFailureAction`.
pub(super) const RETURN_STATUS_ACTION: c_int = 2;
/// `LLVMAttributeFunctionIndex`.
pub(super) const ATTRIBUTE_FUNCTION_INDEX: c_uint = c_uint::MAX;
/// `LLVMDSError` of `LLVMDiagnosticSeverity`.
pub(super) const DIAGNOSTIC_SEVERITY_ERROR: c_int = 0;
/// `LLVMRelocPIC` of `LLVMRelocMode`.
pub(super) const RELOC_PIC: c_int = 2;
/// `LLVMCodeModelDefault` of `LLVMCodeModel`.
pub(super) const CODE_MODEL_DEFAULT: c_int = 0;
/// `LLVMAssemblyFile` of `LLVMCodeGenFileType`.
pub(super) const ASSEMBLY_FILE: c_int = 0;
/// `LLVMObjectFile` of `LLVMCodeGenFileType`.
pub(super) const OBJECT_FILE: c_int = 1;
/// `LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable`.
pub(super) const SYMBOL_EXPORTED_AND_CALLABLE: u8 = 1 | 4;

/// `LLVMOrcCSymbolMapPair`: the name, then `LLVMJITEvaluatedSymbol`, an address with two bytes of flags.
#[repr(C)]
pub(super) struct SymbolMapPair {
    pub(super) name: *mut SymbolStringPoolEntry,
    pub(super) symbol: EvaluatedSymbol,
}

/// `LLVMJITEvaluatedSymbol`.
#[repr(C)]
pub(super) struct EvaluatedSymbol {
    pub(super) address: u64,
    pub(super) generic_flags: u8,
    pub(super) target_flags: u8,
}

macro_rules! llvm_functions {
    ($( fn $name:ident($($argument:ty),* $(,)?) $(-> $result:ty)?; )*) => {
        /// Resolved addresses of the functions, one field each.
        #[allow(non_snake_case, reason = "the fields are LLVM's function names")]
        pub(super) struct Api {
            $( pub(super) $name: unsafe extern "C" fn($($argument),*) $(-> $result)?, )*
        }

        impl Api {
            /// Resolves every function of the table; the error is the name of the first one missing.
            ///
            /// # Safety
            /// `library` is an LLVM whose functions have the signatures of this table, and it is never unloaded
            /// while the result is in use.
            pub(super) unsafe fn resolve(library: &libloading::Library) -> Result<Self, &'static str> {
                Ok(Self {
                    $( $name: {
                        // SAFETY: the caller vouches for the library; the signature is the header's.
                        let symbol = unsafe { library.get(concat!(stringify!($name), "\0").as_bytes()) };
                        *symbol.map_err(|_| stringify!($name))?
                    }, )*
                })
            }
        }
    };
}

llvm_functions! {
    // Core.h: messages, contexts, modules.
    fn LLVMDisposeMessage(*mut c_char);
    fn LLVMContextCreate() -> *mut Context;
    fn LLVMContextDispose(*mut Context);
    fn LLVMContextSetDiagnosticHandler(*mut Context, DiagnosticHandler, *mut c_void);
    fn LLVMGetDiagInfoDescription(*mut DiagnosticInfo) -> *mut c_char;
    fn LLVMGetDiagInfoSeverity(*mut DiagnosticInfo) -> c_int;
    fn LLVMCreateMemoryBufferWithMemoryRangeCopy(*const c_char, usize, *const c_char) -> *mut MemoryBuffer;
    fn LLVMDisposeMemoryBuffer(*mut MemoryBuffer);
    fn LLVMGetBufferStart(*mut MemoryBuffer) -> *const c_char;
    fn LLVMGetBufferSize(*mut MemoryBuffer) -> usize;
    fn LLVMDisposeModule(*mut Module);
    fn LLVMPrintModuleToString(*mut Module) -> *mut c_char;
    fn LLVMSetTarget(*mut Module, *const c_char);

    // Core.h: walking functions, uses and attributes.
    fn LLVMGetFirstFunction(*mut Module) -> *mut Value;
    fn LLVMGetNextFunction(*mut Value) -> *mut Value;
    fn LLVMGetValueName2(*mut Value, *mut usize) -> *const c_char;
    fn LLVMGetFirstUse(*mut Value) -> *mut Use;
    fn LLVMGetNextUse(*mut Use) -> *mut Use;
    fn LLVMGetUser(*mut Use) -> *mut Value;
    fn LLVMIsAInstruction(*mut Value) -> *mut Value;
    fn LLVMGetInstructionParent(*mut Value) -> *mut BasicBlock;
    fn LLVMGetBasicBlockParent(*mut BasicBlock) -> *mut Value;
    fn LLVMGetEnumAttributeKindForName(*const c_char, usize) -> c_uint;
    fn LLVMGetEnumAttributeAtIndex(*mut Value, c_uint, c_uint) -> *mut Attribute;

    // Core.h: reading a constant table and building the function that walks it.
    fn LLVMGetNamedGlobal(*mut Module, *const c_char) -> *mut Value;
    fn LLVMDeleteGlobal(*mut Value);
    fn LLVMGetInitializer(*mut Value) -> *mut Value;
    fn LLVMGetNumOperands(*mut Value) -> c_int;
    fn LLVMGetOperand(*mut Value, c_uint) -> *mut Value;
    fn LLVMIsAConstantInt(*mut Value) -> *mut Value;
    fn LLVMConstIntGetZExtValue(*mut Value) -> u64;
    fn LLVMIsNull(*mut Value) -> Bool;
    fn LLVMVoidTypeInContext(*mut Context) -> *mut Type;
    fn LLVMFunctionType(*mut Type, *mut *mut Type, c_uint, Bool) -> *mut Type;
    fn LLVMAddFunction(*mut Module, *const c_char, *mut Type) -> *mut Value;
    fn LLVMAppendBasicBlockInContext(*mut Context, *mut Value, *const c_char) -> *mut BasicBlock;
    fn LLVMCreateBuilderInContext(*mut Context) -> *mut Builder;
    fn LLVMDisposeBuilder(*mut Builder);
    fn LLVMPositionBuilderAtEnd(*mut Builder, *mut BasicBlock);
    fn LLVMBuildCall2(*mut Builder, *mut Type, *mut Value, *mut *mut Value, c_uint, *const c_char) -> *mut Value;
    fn LLVMBuildRetVoid(*mut Builder) -> *mut Value;

    // IRReader.h, Analysis.h, ErrorHandling.h, Error.h.
    fn LLVMParseIRInContext(*mut Context, *mut MemoryBuffer, *mut *mut Module, *mut *mut c_char) -> Bool;
    fn LLVMVerifyModule(*mut Module, c_int, *mut *mut c_char) -> Bool;
    fn LLVMInstallFatalErrorHandler(FatalErrorHandler);
    fn LLVMGetErrorMessage(*mut ErrorInfo) -> *mut c_char;
    fn LLVMDisposeErrorMessage(*mut c_char);

    // Transforms/PassBuilder.h.
    fn LLVMRunPasses(*mut Module, *const c_char, *mut TargetMachine, *mut PassBuilderOptions) -> *mut ErrorInfo;
    fn LLVMCreatePassBuilderOptions() -> *mut PassBuilderOptions;
    fn LLVMDisposePassBuilderOptions(*mut PassBuilderOptions);
    fn LLVMPassBuilderOptionsSetVerifyEach(*mut PassBuilderOptions, Bool);
    fn LLVMPassBuilderOptionsSetLoopUnrolling(*mut PassBuilderOptions, Bool);
    fn LLVMPassBuilderOptionsSetLoopInterleaving(*mut PassBuilderOptions, Bool);
    fn LLVMPassBuilderOptionsSetLoopVectorization(*mut PassBuilderOptions, Bool);
    fn LLVMPassBuilderOptionsSetSLPVectorization(*mut PassBuilderOptions, Bool);

    // Target.h, TargetMachine.h.
    fn LLVMGetDefaultTargetTriple() -> *mut c_char;
    fn LLVMNormalizeTargetTriple(*const c_char) -> *mut c_char;
    fn LLVMGetHostCPUName() -> *mut c_char;
    fn LLVMGetHostCPUFeatures() -> *mut c_char;
    fn LLVMGetTargetFromTriple(*const c_char, *mut *mut Target, *mut *mut c_char) -> Bool;
    fn LLVMCreateTargetMachine(
        *mut Target, *const c_char, *const c_char, *const c_char, c_int, c_int, c_int,
    ) -> *mut TargetMachine;
    fn LLVMDisposeTargetMachine(*mut TargetMachine);
    fn LLVMCreateTargetDataLayout(*mut TargetMachine) -> *mut TargetData;
    fn LLVMSetModuleDataLayout(*mut Module, *mut TargetData);
    fn LLVMDisposeTargetData(*mut TargetData);
    fn LLVMCopyStringRepOfTargetData(*mut TargetData) -> *mut c_char;
    fn LLVMPointerSize(*mut TargetData) -> c_uint;
    fn LLVMTargetMachineEmitToMemoryBuffer(
        *mut TargetMachine, *mut Module, c_int, *mut *mut c_char, *mut *mut MemoryBuffer,
    ) -> Bool;

    // BitWriter.h.
    fn LLVMWriteBitcodeToMemoryBuffer(*mut Module) -> *mut MemoryBuffer;

    // Orc.h, LLJIT.h, LLJITUtils.h.
    fn LLVMOrcCreateLLJIT(*mut *mut LlJit, *mut LlJitBuilder) -> *mut ErrorInfo;
    fn LLVMOrcDisposeLLJIT(*mut LlJit) -> *mut ErrorInfo;
    fn LLVMOrcLLJITGetExecutionSession(*mut LlJit) -> *mut ExecutionSession;
    fn LLVMOrcExecutionSessionSetErrorReporter(*mut ExecutionSession, ErrorReporter, *mut c_void);
    fn LLVMOrcLLJITGetMainJITDylib(*mut LlJit) -> *mut JitDylib;
    fn LLVMOrcLLJITGetGlobalPrefix(*mut LlJit) -> c_char;
    fn LLVMOrcLLJITMangleAndIntern(*mut LlJit, *const c_char) -> *mut SymbolStringPoolEntry;
    fn LLVMOrcLLJITAddObjectFile(*mut LlJit, *mut JitDylib, *mut MemoryBuffer) -> *mut ErrorInfo;
    fn LLVMOrcLLJITEnableDebugSupport(*mut LlJit) -> *mut ErrorInfo;
    fn LLVMOrcLLJITLookup(*mut LlJit, *mut u64, *const c_char) -> *mut ErrorInfo;
    fn LLVMOrcAbsoluteSymbols(*mut SymbolMapPair, usize) -> *mut MaterializationUnit;
    fn LLVMOrcDisposeMaterializationUnit(*mut MaterializationUnit);
    fn LLVMOrcJITDylibDefine(*mut JitDylib, *mut MaterializationUnit) -> *mut ErrorInfo;
    fn LLVMOrcJITDylibAddGenerator(*mut JitDylib, *mut DefinitionGenerator);
    fn LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
        *mut *mut DefinitionGenerator, c_char, SymbolPredicate, *mut c_void,
    ) -> *mut ErrorInfo;
    fn LLVMOrcCreateDynamicLibrarySearchGeneratorForPath(
        *mut *mut DefinitionGenerator, *const c_char, c_char, SymbolPredicate, *mut c_void,
    ) -> *mut ErrorInfo;
}
