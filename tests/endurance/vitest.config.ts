import { defineConfig, mergeConfig } from 'vitest/config'
import clientBuild from '../../vite.config.ts'
import { SERIES } from '../support/series.ts'

console.log(`SEED=${SERIES.seed}`)

const COMMON = { testTimeout: 7_200_000, hookTimeout: 300_000 }
/** Builds the server, whose processes the tests start. */
const BUILD = './tests/support/built-server.ts'
/** Creates the embedded database that tests copy. */
const EMBEDDED = './tests/support/embedded-template.ts'
/** Starts a PostgreSQL server for the tests, if PostgreSQL is installed. */
const POSTGRES = './tests/support/postgres.ts'

/** Tests with random searches, which run on both databases. */
const SEARCHES = ['place-search', 'search', 'totals']

/**
 * The configuration of long test series and of tests that measure time. Run with `npm run
 * test:endurance`.
 */
export default mergeConfig(
  clientBuild,
  defineConfig({
    test: {
      root: '.',
      env: { SEED: String(SERIES.seed) },
      maxWorkers: 1,
      disableConsoleIntercept: true,
      projects: [
        {
          extends: true,
          test: {
            ...COMMON,
            name: 'endurance',
            include: ['tests/endurance/**/*.test.ts'],
            globalSetup: [BUILD, EMBEDDED, POSTGRES],
          },
        },
        {
          extends: true,
          test: {
            ...COMMON,
            name: 'series',
            globalSetup: [BUILD, EMBEDDED],
            include: [
              ...['embedded/durability', 'embedded/import-command', 'embedded/sandbox-change-log'],
              'catalogue-sequences',
              ...SEARCHES,
            ].map((name) => `tests/server/${name}.test.ts`),
          },
        },
        {
          extends: true,
          test: {
            ...COMMON,
            name: 'series-client',
            include: ['tests/client/notes-outbox.test.ts'],
            environment: './tests/support/browser.ts',
            globalSetup: POSTGRES,
          },
        },
        {
          extends: true,
          test: {
            ...COMMON,
            name: 'series-postgres',
            include: [
              ...[
                'hostile-requests',
                'payments-sequences',
                'shortlist-sequences',
                'alerts-sequences',
              ],
              'postgres/database-away',
              ...SEARCHES,
            ].map((name) => `tests/server/${name}.test.ts`),
            globalSetup: [BUILD, POSTGRES],
          },
        },
      ],
    },
  }),
)
