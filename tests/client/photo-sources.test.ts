import { afterEach, expect, test, vi } from 'vitest'
import { photoSources } from '#client/features/listings/photo-sources.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

const photo = { src: '/images/a.jpg', width: 4000, height: 3000, thumbhash: null, avif: true }

test('the browser can choose among copies of a photo in several sizes', () => {
  expect(photoSources(photo).srcSet).toContain('/images/a.jpg?w=1280 1280w')
})

test.each([
  [
    'with Data Saver',
    () =>
      Object.defineProperty(navigator, 'connection', {
        value: { saveData: true },
        configurable: true,
      }),
  ],
  [
    'where less data is preferred',
    () => vi.stubGlobal('matchMedia', (query: string) => ({ matches: /reduced-data/.test(query) })),
  ],
])('on a device %s, the app never loads the largest copy of a photo', (_, prefer) => {
  prefer()
  const { srcSet, avifSrcSet, src } = photoSources(photo)
  expect([srcSet, avifSrcSet, src].join()).not.toContain('1280')
  expect(srcSet).toBe('/images/a.jpg?w=320 320w, /images/a.jpg?w=720 720w')
})
