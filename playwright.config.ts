import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions, phoneViewport } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // They wait for pages more than they compute.
  workers: 3,
  // Two browsers, a server and a relay share what may be two slow cores: what fails once is told apart.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/tests/browser.json' }]],
  use: {
    launchOptions: chromiumOptions,
    // A trace of every test takes as long as the tests: `--trace on` for the one that fails.
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: phoneViewport },
    },
    {
      name: 'desktop',
      // What looks and works otherwise where there is room; the rest is the same, or about phones.
      testMatch: '**/{pages,listings,favorites,users}.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
