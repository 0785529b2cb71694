import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * happy-dom for the client beside the real server: modules are resolved as Node does, so
 * that the server's own files and its database's worker thread are found.
 */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'browser',
  viteEnvironment: 'ssr',
} satisfies Environment
