// Registers a TypeScript loader. Node 20 ignores the loader in `execArgv` when it starts a worker
// thread.
import { register } from 'tsx/esm/api'

register()
await import('./reading-thread.ts')
