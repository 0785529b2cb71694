// Node 20 gives a child process no loader for TypeScript when it has none in its `execArgv`.
import { register } from 'tsx/esm/api'

register()
await import('./avif-process.ts')
