import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const HEX = /#[0-9a-f]{6}\b/g

/** The colour of the sun in the logo, which is brighter than the colours of texts. */
const SUN = '#e2563f'

test.each([
  ...['src/server/alerts/alert-mail.ts', 'index.html', 'manifest.webmanifest'],
  ...['favicon.svg', 'icons/app.svg', 'icons/app-maskable.svg'].map((file) => `public/${file}`),
  ...['favorites', 'listings', 'today'].map((name) => `public/icons/${name}.svg`),
])('%s has the colours of the theme, although it cannot use the variables of the theme', (file) => {
  const theme = new Set([...coloursIn('src/client/theme/tokens.css'), SUN])
  const colours = coloursIn(file)
  expect(colours).not.toEqual([])
  expect(colours.filter((colour) => !theme.has(colour))).toEqual([])
})

function coloursIn(file: string) {
  return readFileSync(join(ROOT, file), 'utf8').match(HEX) ?? []
}
