import { defineConfig, devices } from '@playwright/test'
import base from '../../playwright.config.ts'
import { phoneViewport } from '../support/chromium.ts'

/** What takes long in a browser: `npm run test:endurance`. */
export default defineConfig({
  ...base,
  testDir: '.',
  // Files named *.test.ts are Vitest's.
  testMatch: '*.spec.ts',
  globalSetup: '../e2e/global-setup.ts',
  // Times are measured.
  workers: 1,
  reporter: 'list',
  projects: [{ name: 'phone', use: { ...devices['Pixel 7'], viewport: phoneViewport } }],
})
