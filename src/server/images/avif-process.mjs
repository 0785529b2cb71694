// Registers a TypeScript loader. Node 20 gives none to this child process, because its `execArgv`
// is empty.
import { register } from 'tsx/esm/api'

register()
await import('./avif-process.ts')
