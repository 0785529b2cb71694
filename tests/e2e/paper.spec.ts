import type { Locator, Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { twoColours } from '#tests/support/pictures.ts'
import { findOverflow } from '#tests/support/screens.ts'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

const HOUSES = ['sample-001', 'sample-002', 'sample-003', 'sample-004']

/** Paper sizes in millimetres, as in the print dialog. */
const PAPERS = [
  { format: 'A4', width: 210, height: 297 },
  { format: 'Letter', width: 215.9, height: 279.4 },
] as const
const PIXELS_PER_MM = 96 / 25.4
const POINTS_PER_MM = 72 / 25.4
/** The margin of a printed page, in millimetres. */
const MARGIN_MM = 14

const SHEETS = [
  { name: 'dossiers', path: `/favorites/print?ids=${HOUSES.slice(0, 2)}`, last: 'Notes' },
  { name: 'a dossier', path: '/listings/sample-001/print', last: 'Notes' },
  { name: 'a comparison', path: `/favorites/compare?ids=${HOUSES}`, last: 'Not stated for any' },
  { name: 'the page of a house', path: '/listings/sample-001', last: 'Invented houses' },
]

for (const { name, path, last } of SHEETS) {
  test(`on A4 and Letter paper, no line of ${name} is cut off`, async ({ page }) => {
    await openSignedIn(page, demoAccount('subscriber'), path)
    await expect(page.getByText('Invented houses').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await printedText(page)).toContain(last)
  })
}

/**
 * Prints a page in each paper size. Expects that no line is cut off and that no text of a link or
 * button is printed. Returns the text that is printed in the last paper size.
 */
async function printedText(page: Page) {
  let text = ''
  for (const { format, width, height } of PAPERS) {
    await test.step(format, async () => {
      // When a page is printed, its width and height are those of the paper without the margins.
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({
        width: Math.floor((width - 2 * MARGIN_MM) * PIXELS_PER_MM),
        height: Math.floor((height - 2 * MARGIN_MM) * PIXELS_PER_MM),
      })
      expect(await page.evaluate(findOverflow)).toEqual([])

      const lines = await linesOf(await page.pdf({ format }))
      const outside = lines.filter(
        ({ left, right, top, bottom }) =>
          left < 0 ||
          bottom < 0 ||
          right > width * POINTS_PER_MM + 1 ||
          top > height * POINTS_PER_MM + 1,
      )
      expect(outside).toEqual([])
      text = lines.map((line) => line.text).join(' ')
      // Links and buttons are useless on paper, so the page does not print them.
      for (const word of ['Skip to content', 'All Listings', 'Print or save as PDF']) {
        expect(text).not.toContain(word)
      }
    })
  }
  return text
}

/** Returns each line of text of a PDF, with its edges in points from the corner of its page. */
async function linesOf(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = Array.from({ length: document.numPages }, (_, at) => at + 1)
  const lines = await Promise.all(
    pages.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent()
      return items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, , , size = 0, left = 0, bottom = 0] = item.transform as number[]
        const right = left + item.width
        return { text: item.str, page: number, left, right, bottom, top: bottom + size }
      })
    }),
  )
  return lines.flat()
}

test('each house of a printed shortlist begins on a new page', async ({ page }) => {
  await openSignedIn(page, demoAccount('subscriber'), `/favorites/print?ids=${HOUSES}`)
  const houses = page.getByRole('article')
  await expect(houses).toHaveCount(HOUSES.length)
  const titles = await houses.getByRole('heading', { level: 2 }).allTextContents()
  const lines = await linesOf(await page.pdf({ format: 'A4' }))
  const firstLines = new Map<number, (typeof lines)[number]>()
  for (const line of lines) {
    if (line.bottom > (firstLines.get(line.page)?.bottom ?? 0)) firstLines.set(line.page, line)
  }
  const tops = [...firstLines.values()].map(({ text }) => text)
  for (const title of titles) {
    expect(tops.some((top) => title.startsWith(top.trim().slice(0, 10)))).toBe(true)
  }
})

test('the print button waits for every photo before it opens the print dialog', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const photos = [...document.querySelectorAll<HTMLImageElement>('main img')]
      document.title = `${photos.filter(({ naturalWidth }) => naturalWidth > 0).length} photos`
    }
  })
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001/print')
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  await expect.poll(() => page.title()).toMatch(/^[1-6] photos$/)
})

test('a printed page is white, even if the device uses the dark scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001/print')
  await expect(page.getByRole('article')).toBeVisible()
  expect(await lightnessOf(page, 'backgroundColor')).toBeGreaterThan(0.9)
  expect(await lightnessOf(page, 'color')).toBeLessThan(0.2)
})

/** Returns the lightness of the page's background or text, from 0 for black to 1 for white. */
function lightnessOf(page: Page, property: 'backgroundColor' | 'color') {
  return page.evaluate((property) => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.documentElement)
        [property].match(/[\d.]+/g)
        ?.map(Number) ?? []
    return (red + green + blue) / (3 * 255)
  }, property)
}

test.describe('a comparison and a dossier with notes work in airplane mode', () => {
  /** Allow the errors that the browser itself logs when a request fails. */
  test.use({ expectedErrors: [/^Failed to load resource: net::ERR_/] })

  test('a comparison of four houses shows notes and photos, and its printout contains the complete notes', async ({
    phone,
    server,
  }) => {
    const favorites = SAVED_HOUSES.slice(0, 4)
    await writeNotesOffline(phone, {
      person: await server.addSubscriber({ favorites }),
      favorites,
      note: `${'A dry cellar. '.repeat(40)}The end`,
    })

    const { page } = phone
    await page.goto(`${server.origin}/favorites/compare?ids=${favorites}`)
    const region = page.getByRole('region', { name: 'Comparison' })
    const photo = region.getByRole('link', { name: /^1 photo/ }).locator('img')
    await expect(photo).toBeVisible()
    await untilLoaded(photo)
    expect(await violations(page)).toEqual([])
    for (const target of await region.locator('tbody a, tbody button').all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    }
    const text = await printedText(page)
    expect(text).toContain('The end')
    expect(text).not.toContain('Show all')
  })

  test('a printed dossier contains the complete notes and the photos that the person added', async ({
    phone,
    server,
  }) => {
    const favorites = SAVED_HOUSES.slice(0, 1)
    await writeNotesOffline(phone, {
      person: await server.addSubscriber({ favorites }),
      favorites,
      note: `${'A dry cellar.\n'.repeat(120)}The end`,
    })

    const { page } = phone
    await page.goto(`${server.origin}/listings/${favorites[0]}/print`)
    const notes = page.getByRole('region', { name: 'Your notes' })
    await untilLoaded(notes.getByRole('img', { name: 'Your photo 1 of 1' }))
    expect(await violations(page)).toEqual([])
    const text = await printedText(page)
    expect(text).toContain('Your notes')
    expect(text).toContain('The end')
  })
})

interface NotesToWrite {
  person: Parameters<typeof openSignedIn>[1]
  /** The ids of the person's favorites. */
  favorites: readonly string[]
  /** The text about the first favorite. */
  note: string
}

/** Adds a photo, then goes offline, writes notes on the first favorite, and restarts the phone. */
async function writeNotesOffline(phone: Phone, { person, favorites, note }: NotesToWrite) {
  const { page } = phone
  const house = `/listings/${favorites[0]}#notes-${favorites[0]}`
  await openSignedIn(page, person, house)
  await page
    .getByLabel('Choose photos')
    .last()
    .setInputFiles({
      ...{ name: 'roof.jpg', mimeType: 'image/jpeg' },
      buffer: await twoColours(60, 40).jpeg().toBuffer(),
    })
  await expect(page.getByText(/^All photos are sent/)).toBeVisible()
  await page.goto('/favorites')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(favorites.length)
  await phone.setOffline(true)
  await page.goto(house)
  await page.getByLabel('Summary').fill(`Kashiwazaki-${'long'.repeat(20)}`)
  await page.getByLabel('Notes', { exact: true }).fill(note)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await phone.restart()
}

function untilLoaded(photo: Locator) {
  return expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

test('axe finds no accessibility problem in a dossier and in a comparison', async ({ page }) => {
  await openSignedIn(page, demoAccount('subscriber'), `/favorites/compare?ids=${HOUSES}`)
  await expect(page.getByRole('table')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/listings/sample-001/print')
  await expect(page.getByRole('article')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('on a phone, the column headings of a comparison show the facts that distinguish two houses of one town', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/v1/listings/sample-*', async (route) => {
    const response = await route.fetch()
    const title = 'House in Minamiuonuma, Niigata · 5DK · 195.4 m²'
    await route.fulfill({ response, json: { ...(await response.json()), title } })
  })
  const path = `/favorites/compare?ids=${HOUSES.slice(0, 2)}`
  await openSignedIn(page, demoAccount('subscriber'), path)
  const titles = page.getByRole('columnheader').locator('a[id]')
  await expect(titles).toHaveText(Array(2).fill('House in Minamiuonuma, Niigata · 5DK · 195.4 m²'))
  const cutOff = await titles.evaluateAll(
    (links) =>
      links.filter((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        const lastLine = [...range.getClientRects()].at(-1)
        return !lastLine || lastLine.bottom > link.getBoundingClientRect().bottom + 1
      }).length,
  )
  expect(cutOff).toBe(0)
})

test('while a comparison scrolls sideways on a phone, the row names and the house names stay visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, demoAccount('subscriber'), `/favorites/compare?ids=${HOUSES}`)
  const region = page.getByRole('region', { name: 'Comparison' })
  const price = region.getByRole('rowheader', { name: 'Price' })
  await expect(price).toBeVisible()
  await region.scrollIntoViewIfNeeded()
  const edges = async () => ({
    name: (await price.boundingBox())?.x ?? 0,
    title: (await region.getByRole('columnheader').first().boundingBox())?.y ?? 0,
    first: (await region.getByRole('columnheader').first().boundingBox())?.x ?? 0,
  })
  const before = await edges()
  await region.evaluate((element) => element.scrollTo(120, 300))
  const after = await edges()
  expect(after.name).toBeCloseTo(before.name, 0)
  expect(after.title).toBeCloseTo(before.title, 0)
  expect(after.first).toBeCloseTo(before.first - 120, 0)
})
