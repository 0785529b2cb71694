import { defineConfig, mergeConfig } from 'vitest/config'
import { hasPostgres } from './tests/support/postgres.ts'
import clientBuild from './vite.config.ts'

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

const tests = defineConfig({
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

export default mergeConfig(clientBuild, tests)
