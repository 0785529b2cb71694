import { defineConfig, devices } from '@playwright/test'
import base from '../../playwright.config.ts'
import { phoneViewport } from '../support/chromium.ts'

/** Long browser tests. Run with `npm run test:endurance`. */
export default defineConfig({
  ...base,
  testDir: '..',
  // Match only *.spec.ts files, because Vitest runs the files named *.test.ts.
  testMatch: [
    'endurance/*.spec.ts',
    'e2e/{half-broken-server,note-sequences,notes,offline,outbox,own-photos}.spec.ts',
  ],
  globalSetup: '../e2e/global-setup.ts',
  // The tests measure time, so they run one after the other.
  workers: 1,
  reporter: 'list',
  projects: [{ name: 'phone', use: { ...devices['Pixel 7'], viewport: phoneViewport } }],
})
