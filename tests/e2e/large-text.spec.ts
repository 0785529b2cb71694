import type { Locator, Page } from '@playwright/test'
import { findOverflow, openScreen, SCREENS } from '#tests/support/screens.ts'
import { addPerson, demoAccount, expect, openSignedIn, storeSession, test } from './fixtures.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Some screens have an unknown address or need another role, and one test goes offline. The
  // browser logs an error for each of these failed requests. These errors must not fail the test.
  expectedErrors: [/status of (403|404)|ERR_INTERNET_DISCONNECTED/],
})

/** Doubles the text size, as the browser's setting does. */
async function enlargeText(page: Page) {
  await page.addInitScript(() => {
    const enlarge = () => {
      const { style } = document.documentElement ?? {}
      if (style && style.fontSize !== '200%') style.fontSize = '200%'
    }
    enlarge()
    new MutationObserver(enlarge).observe(document, { childList: true, subtree: true })
  })
}

for (const [person, screens] of Object.entries(SCREENS)) {
  // Slow: overflow of text needs the layout of a real browser, on every screen.
  test(`at 200 % text size, nothing overflows on the screens of a ${person}`, async ({
    page,
    request,
  }) => {
    // A person has up to thirty screens. A slow machine needs two seconds for each screen, which
    // together exceeds the usual time limit.
    test.slow()
    await enlargeText(page)
    if (person === 'member') await storeSession(page, await addPerson(request))
    else if (person !== 'visitor') {
      await storeSession(page, demoAccount(person as 'admin' | 'subscriber'))
    }
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await openScreen(page, screen)
        expect.soft(await page.evaluate(findOverflow), screen.name).toEqual([])
      })
    }
  })
}

test('at 200 % text size, the tabs stay at the bottom and do not cover the focused element', async ({
  page,
}) => {
  await enlargeText(page)
  await openSignedIn(page, demoAccount('subscriber'), '/account')
  const tabs = page.getByRole('navigation', { name: 'Main' })
  const buttons = page.getByRole('main').getByRole('button')
  await expect(buttons.first()).toBeVisible()
  const { height = 0 } = page.viewportSize() ?? {}
  for (const button of await buttons.all()) {
    await button.focus()
    const bar = await tabs.boundingBox()
    const box = await button.boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    if (!bar || !box || !header) throw new Error('A part of the page is not drawn')
    expect(bar.y + bar.height).toBeCloseTo(height, 0)
    expect(bar.height + header.height).toBeLessThan(height / 4)
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
    expect(box.y).toBeGreaterThanOrEqual(header.height)
  }
})

test('at 200 % text size, the bars of a house leave half of the screen, also offline', async ({
  page,
  context,
}) => {
  await enlargeText(page)
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-120')
  await page.getByRole('link', { name: /^Directions/ }).waitFor()
  await context.setOffline(true)
  const sentence = page.getByText(/Showing what you saved/)
  await expect(sentence).toBeVisible()
  const header = await page.getByRole('banner').boundingBox()
  const banner = await sentence.locator('xpath=ancestor::p/..').boundingBox()
  if (!header || !banner) throw new Error('A part of the page is not drawn')
  const { height = 0 } = page.viewportSize() ?? {}
  expect(banner.y - header.y - header.height).toBeGreaterThanOrEqual(height / 2)
})

test('at 200 % text size, a house without photos and the long addresses of its town hall do not overflow', async ({
  page,
}) => {
  await enlargeText(page)
  const web = `https://www.city.example.jp/${'akiya-bank/'.repeat(8)}`
  await page.route('**/v1/listings/sample-120', async (route) => {
    const response = await route.fetch()
    const house = await response.json()
    const municipalContact = { en: 'Seiyo', ja: '西予市', web, source: web, date: '2026-11-20' }
    await route.fulfill({ response, json: { ...house, images: [], photos: [], municipalContact } })
  })
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-120')
  await expect(page.getByText(web)).toBeVisible()
  await expect(page.getByText('What it costs to buy')).toBeVisible()
  expect(await page.evaluate(findOverflow)).toEqual([])
})

/**
 * Returns by how many pixels the selected text of a select is too wide. The number is negative if
 * there is room left.
 */
const overflowOf = (select: Locator) =>
  select.evaluate((element: HTMLSelectElement) => {
    const { fontWeight, fontSize, fontFamily, ...style } = getComputedStyle(element)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('This browser measures no text')
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
    const text = pen.measureText(element.selectedOptions[0]?.text ?? '').width
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = style
    const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(
      Number.parseFloat,
    )
    const room = edges.reduce((rest, edge) => rest - edge, element.getBoundingClientRect().width)
    return Math.round(text - room)
  })

/** Whether the label of a select is painted in full, inside the select and above its option. */
const isLabelVisible = (select: Locator) =>
  select.evaluate((element: HTMLSelectElement) => {
    const label = element.labels[0]
    if (!label) return false
    const [box, own] = [element.getBoundingClientRect(), label.getBoundingClientRect()]
    const { paddingTop, borderTopWidth } = getComputedStyle(element)
    const optionTop = box.top + Number.parseFloat(paddingTop) + Number.parseFloat(borderTopWidth)
    return (
      getComputedStyle(label).clipPath === 'none' &&
      own.top >= box.top &&
      own.bottom <= optionTop + 1 &&
      own.left >= box.left &&
      own.right <= box.right
    )
  })

for (const width of [375, 360, 1023]) {
  test(`in a window of ${width} px with two filters, the selects Sort By and Show have visible labels and are not cut off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await openSignedIn(page, demoAccount('subscriber'), '/listings?priceMax=90000&areaMin=50')
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
    expect(await overflowOf(page.getByLabel('Sort By'))).toBeLessThanOrEqual(0)
    expect(await overflowOf(page.getByLabel('Show', { exact: true }))).toBeLessThanOrEqual(0)
    for (const label of ['Sort By', 'Show']) {
      expect(await isLabelVisible(page.getByLabel(label, { exact: true }))).toBe(true)
    }
    expect(await page.evaluate(findOverflow)).toEqual([])
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overflowOf(page.getByLabel('Sort By'))).toBeLessThanOrEqual(0)
    expect(await page.evaluate(findOverflow)).toEqual([])
  })
}
