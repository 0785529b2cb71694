import { expect, test } from 'vitest'
import { PRERENDERED } from '#server/build/client-build.ts'
import { PAGES, PRIVATE } from '#server/routes/crawlers.ts'
import { PATHS } from '#server/routes/public-pages.ts'
import { leadsTo, listPages } from '#tests/support/pages.ts'
import { SCREENS } from '#tests/support/screens.ts'

/** The pages that `SCREENS` does not open, with the reason. */
const WITHOUT_SCREEN: Record<string, string> = {
  '/': 'redirects',
  '/favorites/print': 'shows what the dossier of one house shows',
  '/subscription/renew': 'needs a subscription that has ended',
}

/** The public pages that the sitemap leaves out, with the reason. */
const NOT_IN_SITEMAP: Record<string, string> = {
  '/': 'redirects',
  '/forgot-password': 'is useless to a person who searches the web',
  '/shared': 'receives what another app shares',
  '/stop-alerts': 'is opened from a mail',
  '/listings/$id': 'is in the sitemap by the ids of the free houses',
  '/listings/$id/driver': 'shows a visitor nothing',
  '/listings/$id/print': 'shows a visitor nothing',
}

const screens = Object.values(SCREENS).flat()

test('the screens for tests of large text and translation include every page', () => {
  const missing = listPages().filter((page) => !screens.some(({ path }) => leadsTo(path, page)))
  expect(missing.sort()).toEqual(Object.keys(WITHOUT_SCREEN).sort())
})

test('crawlers find every page in the sitemap or in robots.txt', () => {
  const isPrivate = (page: string) =>
    PRIVATE.some((path) =>
      path.endsWith('$') ? page === path.slice(0, -1) : page.startsWith(path),
    )
  const missing = listPages().filter((page) => !PAGES.includes(page) && !isPrivate(page))
  expect(missing.sort()).toEqual(Object.keys(NOT_IN_SITEMAP).sort())
})

test('the build prerenders every page that the server renders for visitors', () => {
  expect(Object.keys(PRERENDERED)).toEqual(expect.arrayContaining(PATHS))
})
