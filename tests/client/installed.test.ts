import { afterEach, expect, test, vi } from 'vitest'
import { isInstalled } from '#client/ui/installed.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'standalone')
})

/** Makes the browser report the display mode `mode`. */
function displayIn(mode: string) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(`(display-mode: ${mode})`),
  }))
}

test('a page in a browser tab is not treated as the installed app', () => {
  displayIn('browser')
  expect(isInstalled()).toBe(false)
})

test.each(['standalone', 'minimal-ui'])(
  'a window with display mode %s is treated as the installed app',
  (mode) => {
    displayIn(mode)
    expect(isInstalled()).toBe(true)
  },
)

test('an app on the home screen of an older iPhone is treated as the installed app', () => {
  displayIn('browser')
  Object.assign(navigator, { standalone: true })
  expect(isInstalled()).toBe(true)
  Object.assign(navigator, { standalone: false })
  expect(isInstalled()).toBe(false)
})
