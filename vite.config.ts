import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { hasPostgres } from './tests/support/postgres.ts'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** The server's tests run twice: over the embedded database and over PostgreSQL. */
const serverTests = {
  globalSetup: 'tests/support/postgres.ts',
  isolate: false,
  maxWorkers: 2,
  // Projects with different numbers of workers run one after the other.
  sequence: { groupOrder: 1 },
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/client/routes',
      generatedRouteTree: 'src/client/routeTree.gen.ts',
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
  ],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract and Chakra's theme are built by calls that shake out only when known to do nothing else.
      treeshake: {
        manualPureFunctions: [
          'z',
          'endpoint',
          'createSystem',
          'defineConfig',
          'defineRecipe',
          'defineSemanticTokens',
          'defineSlotRecipe',
          'defineTokens',
          'mergeConfigs',
        ],
      },
      // Everything the first screen needs in one file: fewer requests, and it compresses better.
      output: { codeSplitting: { groups: [{ name: 'boot', tags: ['$initial'] }] } },
    },
  },
  server: { port: 5173, proxy: { '/v1': server, '/images': server } },
  test: {
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/tests/node.json' }]],
    passWithNoTests: !hasPostgres(),
    projects: [
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: { ...serverTests, name: 'server', include: ['tests/server/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'server-postgres',
          include: hasPostgres() ? ['tests/server/**/*.test.ts'] : [],
          exclude: ['tests/server/embedded/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: './tests/support/browser.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
