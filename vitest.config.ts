import { defineConfig, mergeConfig } from 'vitest/config'
import { hasPostgres } from './tests/support/postgres.ts'
import { SecondTries } from './tests/support/second-tries.ts'
import clientBuild from './vite.config.ts'

const COMMON = {
  // Aborts hanging tests. Far above what a busy machine needs, so load never fails a test. In
  // milliseconds.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  retry: process.env.CI ? 1 : 0,
  // The same for all projects, so that none waits for another. Tests spend a third of their time
  // waiting for the database and processes. By default, two cores get one worker.
  maxWorkers: 3,
}

/** The server's tests that touch SQL run twice: over the embedded database and over PostgreSQL. */
const serverTests = { isolate: false, ...COMMON }
/**
 * Tests whose results cannot depend on the database engine, such as mails, pictures and payment
 * settings. Where PostgreSQL is installed they run only there, which saves a minute and a half.
 */
const ON_POSTGRES_ALONE = [
  'account-changes',
  'account-deletion',
  'admin-command',
  'auth',
  'avif-queue',
  'demo-accounts',
  'devices',
  'headers',
  'hostile-requests',
  'image-addresses',
  'import-akiya-bank',
  'import-files',
  'import-values',
  'own-data',
  'payments-{abandoned,admin,blocked,cancelling,changes,histories,input,mails,reconciliation,renewal,revenue,second,secrets,settings}',
  'profile-picture',
  'proxies',
  'public-pages',
  'reset-codes',
  'static',
  'users',
].map((name) => `tests/server/${name}.test.ts`)

/** Creates the embedded database that tests copy. */
const EMBEDDED = 'tests/support/embedded-template.ts'
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
          globalSetup: EMBEDDED,
          include: ['tests/server/**/*.test.ts'],
          // These tests use several processes. The embedded database belongs to one.
          exclude: ['tests/server/postgres/**', ...(hasPostgres() ? ON_POSTGRES_ALONE : [])],
        },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'server-postgres',
          globalSetup: POSTGRES,
          include: hasPostgres() ? ['tests/server/**/*.test.ts'] : [],
          // Requests refused before they reach a database need only one engine.
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
