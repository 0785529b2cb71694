import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

/** Debian's browser, where Playwright has none of its own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** The browser must reach the product under test and nothing else. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/tests/browser.json' }]],
  use: {
    ...(existsSync(DEBIAN_CHROMIUM) && {
      launchOptions: { executablePath: DEBIAN_CHROMIUM, args },
    }),
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    {
      name: 'desktop',
      // It imports a whole file on a server of its own; once is enough.
      testIgnore: '**/real-listings.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
