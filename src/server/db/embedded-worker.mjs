// Node 20 gives a thread no loader for TypeScript, whatever its `execArgv` say: it takes its own.
import { register } from 'tsx/esm/api'

register()
await import('./embedded-worker.ts')
