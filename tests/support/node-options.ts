/**
 * Makes V8 compile WebAssembly only with its fast compiler. By default, V8 compiles the embedded
 * database a second time with its optimising compiler. In a process that lives for seconds, this
 * takes more processor time than the queries.
 */
export const QUICK_WASM = '--liftoff-only'

/**
 * Options with which tests start `start.mjs`. The configurations of the tests set `QUICK_WASM`. The
 * benchmark does not set it, because the benchmark measures the product as people run it.
 */
export const NODE_OPTIONS = process.env.QUICK_WASM === 'on' ? [QUICK_WASM] : []

/** Options with which tests start a TypeScript file in its own process. */
export const TYPESCRIPT_OPTIONS = [...NODE_OPTIONS, '--import', 'tsx']
