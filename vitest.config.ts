import { defineConfig, mergeConfig } from 'vitest/config'
import { hasPostgres } from './tests/support/postgres.ts'
import clientBuild from './vite.config.ts'

/** Ends what hangs; far above what a busy machine needs, so that time never decides. Milliseconds. */
const LIMITS = { testTimeout: 300_000, hookTimeout: 300_000, retry: process.env.CI ? 1 : 0 }

/** The server's tests run twice: over the embedded database and over PostgreSQL. */
const serverTests = {
  globalSetup: 'tests/support/postgres.ts',
  isolate: false,
  maxWorkers: 2,
  // Projects with different numbers of workers run one after the other.
  sequence: { groupOrder: 1 },
  ...LIMITS,
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
          exclude: ['tests/server/{embedded,without-database}/**'],
        },
      },
      {
        extends: true,
        test: {
          ...LIMITS,
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: './tests/support/browser.ts',
        },
      },
    ],
  },
})

export default mergeConfig(clientBuild, tests)
