// Node 20 gives this child process no TypeScript loader, because its `execArgv` is empty.
import { register } from 'tsx/esm/api'

register()
await import('./avif-process.ts')
