// Registers a TypeScript loader. Node 20 has no other loader in this child process, because its
// `execArgv` is empty.
import { register } from 'tsx/esm/api'

register()
await import('./avif-process.ts')
