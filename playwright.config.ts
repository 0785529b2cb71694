import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions, phoneViewport } from './tests/support/chromium.ts'

// See `tests/support/node-options.ts`.
process.env.QUICK_WASM = 'on'

const phone = { ...devices['Pixel 7'], viewport: phoneViewport }
/**
 * Test files that start their own servers. Playwright runs each of them in a new worker process.
 * They run first, because in the middle each of them would make the next file start its server
 * again, and at the end one worker would run the longest of them alone.
 */
const OWN_SERVERS = /\/(note-sequences|streets|subscription|updates)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // Use more workers than cores, because tests mostly wait for pages.
  workers: 3,
  // Retry a failed test once on CI, because the cores there are slow, and the browsers, the server
  // and the relay share them. A test that passes only on retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/tests/browser.json' }]],
  use: {
    launchOptions: chromiumOptions,
    // Block service workers. A new service worker caches all files of the app, which takes half a
    // second of processor time. Tests that need a service worker use `openPhone`, which allows
    // service workers.
    serviceWorkers: 'block',
    // Tracing every test doubles the run time. Use `--trace on` for a test that fails.
    trace: 'off',
  },
  projects: [
    { name: 'own-servers', testMatch: OWN_SERVERS, use: phone },
    { name: 'phone', testIgnore: OWN_SERVERS, grepInvert: /@mouse/, use: phone },
    {
      name: 'desktop',
      // On the desktop, run only the tests whose result depends on the size of the window, and the
      // tests that need a mouse.
      grep: /@both-windows|@mouse/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
