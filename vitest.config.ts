import { defineConfig, mergeConfig } from 'vitest/config'
import { FlakyReporter } from './tests/support/flaky-reporter.ts'
import { QUICK_WASM } from './tests/support/node-options.ts'
import { hasPostgres } from './tests/support/postgres.ts'
import { ProgressReporter } from './tests/support/progress-reporter.ts'
import { SlowFirst } from './tests/support/slow-first.ts'
import clientBuild from './vite.config.ts'

// See `tests/support/node-options.ts`.
process.env.QUICK_WASM = 'on'

const COMMON = {
  // The timeout of a test in milliseconds, which ends hanging tests. It is far longer than a test
  // takes on a busy machine, so that load never makes a test fail.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  retry: process.env.CI ? 1 : 0,
  // Set the same number of workers for all projects, so that no project waits for another. By
  // default, a machine with two cores gets one worker. More workers are faster, because tests spend
  // a third of their time waiting for the database and processes.
  maxWorkers: 3,
}

const serverTests = { isolate: false, ...COMMON }
/**
 * Tests whose results can depend on the database engine: sort orders, locks, bulk writes, query plans,
 * connections, migrations and backups. Where PostgreSQL is installed, they run with both databases,
 * and all other tests of the server run only with PostgreSQL. The embedded database needs several
 * times as much processor time.
 */
const ON_BOTH_DATABASES = [
  'backup',
  'favorites',
  'freshness',
  'import-listings',
  'imports',
  'inventory',
  'last-admin',
  'listing-records',
  'listings',
  'lost-connections',
  'mail-queue',
  'migrations',
  'notes',
  'overview',
  'payments-lock',
  'place-search',
  'places',
  'places-import',
  'price-filters',
  'revisions',
  'search',
  'search-plan',
  'sources',
  'sweeping',
  'totals',
  'user-lists',
].map((name) => `tests/server/${name}.test.ts`)
/** Tests that start processes with the embedded database, and tests that reach no database. */
const ON_EMBEDDED_ALONE = [
  'tests/server/{embedded,without-database}/**/*.test.ts',
  'tests/server/bad-input.test.ts',
]

/**
 * Test files of pages. Their results do not depend on the state that an earlier test file has left
 * in the modules of the client. These files share the modules, because loading the modules takes
 * two seconds of processor time for each file. The test files that are not in this list are about
 * the connection, the data on the device, or the start of the app.
 */
const SHARING_MODULES = [
  'account',
  'audit',
  'auth-forms',
  'buying',
  'compare',
  'contacts',
  'dashboard',
  'dossier',
  'forgot-password',
  'free-preview',
  'house-facts',
  'hostile-texts',
  'imports',
  'inventory',
  'listings',
  'overview',
  'own-account',
  'places',
  'plan',
  'purchase-costs',
  'shortlist',
  'strange-answers',
  'subscription',
  'subscription-changes',
  'translation',
  'users',
  'viewing-plan',
  'whom-to-ask',
].map((name) => `tests/client/${name}.test.tsx`)

/** Builds the server, whose processes some tests start. */
const BUILD = 'tests/support/built-server.ts'
/** Creates the embedded database that tests copy. */
const EMBEDDED = 'tests/support/embedded-template.ts'
/** Starts a PostgreSQL server for the tests, if PostgreSQL is installed. */
const POSTGRES = 'tests/support/postgres.ts'

const clientTests = {
  ...COMMON,
  // Use PostgreSQL if it is installed. Each test worker has its own database, and creating an
  // embedded one takes seconds.
  globalSetup: POSTGRES,
  environment: './tests/support/browser.ts',
}

const tests = defineConfig({
  test: {
    reporters: [
      'default',
      new FlakyReporter(),
      new ProgressReporter(),
      ['json', { outputFile: 'node_modules/.cache/tests/node.json' }],
    ],
    sequence: { sequencer: SlowFirst },
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
          execArgv: [QUICK_WASM],
          globalSetup: [BUILD, EMBEDDED],
          include: hasPostgres()
            ? [...ON_EMBEDDED_ALONE, ...ON_BOTH_DATABASES]
            : ['tests/server/**/*.test.ts'],
          // Exclude tests with several processes, because the embedded database belongs to one
          // process.
          exclude: ['tests/server/postgres/**'],
        },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'server-postgres',
          globalSetup: [BUILD, POSTGRES],
          include: hasPostgres() ? ['tests/server/**/*.test.ts'] : [],
          exclude: ON_EMBEDDED_ALONE,
        },
      },
      {
        extends: true,
        test: { ...clientTests, name: 'client', isolate: false, include: SHARING_MODULES },
      },
      {
        extends: true,
        test: {
          ...clientTests,
          name: 'client-alone',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: SHARING_MODULES,
        },
      },
    ],
  },
})

export default mergeConfig(clientBuild, tests)
