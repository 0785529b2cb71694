// Node 20 gives a worker thread no TypeScript loader, whatever its `execArgv`. Register one here.
import { register } from 'tsx/esm/api'

register()
await import('./embedded-worker.ts')
