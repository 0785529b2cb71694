import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions, phoneViewport } from './tests/support/chromium.ts'

// See `tests/support/node-options.ts`.
process.env.QUICK_WASM = 'on'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // Use more workers than cores, because tests mostly wait for pages.
  workers: 3,
  // On CI, browsers, server and relay share slow cores, so retry a failed test once. A test that
  // passes only on retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/tests/browser.json' }]],
  use: {
    launchOptions: chromiumOptions,
    // Tracing every test doubles the run time. Use `--trace on` for a test that fails.
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: phoneViewport },
    },
    {
      name: 'desktop',
      // On the desktop, run only the tests of pages that differ on large screens. The other tests
      // would give the same result, or are about phones.
      testMatch: '**/{pages,listings,favorites,map,users}.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
