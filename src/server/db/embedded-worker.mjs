// Registers a TypeScript loader. Node 20 gives none to a worker thread, whatever its `execArgv`.
import { register } from 'tsx/esm/api'

register()
await import('./embedded-worker.ts')
