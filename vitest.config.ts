import { defineConfig, mergeConfig } from 'vitest/config'
import { hasPostgres } from './tests/support/postgres.ts'
import { SecondTries } from './tests/support/second-tries.ts'
import clientBuild from './vite.config.ts'

const COMMON = {
  // Ends what hangs; far above what a busy machine needs, so that time never decides. Milliseconds.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  retry: process.env.CI ? 1 : 0,
  // The same for all, so that no project waits for another. They wait for the database and for processes
  // a third of the time. On two cores it would be one.
  maxWorkers: 3,
}

/** The server's tests run twice: over the embedded database and over PostgreSQL. */
const serverTests = { isolate: false, ...COMMON }
/** Starts PostgreSQL, where it is installed. */
const POSTGRES = 'tests/support/postgres.ts'

const tests = defineConfig({
  test: {
    reporters: [
      'default',
      new SecondTries(),
      ['json', { outputFile: 'node_modules/.cache/tests/node.json' }],
    ],
    passWithNoTests: !hasPostgres(),
    projects: [
      {
        extends: true,
        test: { ...COMMON, name: 'contract', include: ['tests/contract/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { ...COMMON, name: 'bench', include: ['tests/bench/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          // What the embedded database cannot: it belongs to one process.
          exclude: [
            'tests/server/postgres/**',
            // Thousands of requests, each with a look at the whole database: one engine is enough.
            ...(hasPostgres() ? ['tests/server/hostile-requests.test.ts'] : []),
          ],
        },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'server-postgres',
          globalSetup: POSTGRES,
          include: hasPostgres() ? ['tests/server/**/*.test.ts'] : [],
          // What is refused before it reaches a database is refused with either.
          exclude: [
            'tests/server/{embedded,without-database}/**',
            'tests/server/bad-input.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'client',
          // Each file has a database of its own, and the embedded one takes seconds to be made.
          globalSetup: POSTGRES,
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: './tests/support/browser.ts',
        },
      },
    ],
  },
})

export default mergeConfig(clientBuild, tests)
