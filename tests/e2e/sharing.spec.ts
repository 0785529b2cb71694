import type { APIRequestContext, Page } from '@playwright/test'
import type { ListingRecord } from '#contract/listings.ts'
import { demoAccount, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

const linkTo = (id: string) => `/listings?listing=${id}`

/** Returns a house with all its fields, as a subscriber sees it. */
async function anyHouse(page: Page) {
  const { email: username, password } = demoAccount('subscriber')
  const login = await page.request.post('/v1/auth/login', { form: { username, password } })
  const { access_token } = await login.json()
  const search = await page.request.get('/v1/listings?prefecture=nara&limit=1', {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const { results } = (await search.json()) as { results: [ListingRecord] }
  return results[0]
}

/** Returns the texts that the shared link of a house must not reveal. */
function privateTextsOf(house: ListingRecord) {
  const { Remarks, Transportation } = house
  const words = [
    house['Property Location'],
    house['Contact Number'],
    house['Reference URL'],
    ...house.images.slice(1),
    Remarks,
    Transportation,
  ].flatMap((word) => word ?? [])
  expect(words.length).toBeGreaterThan(6)
  return words
}

async function openSubscriberCard(page: Page) {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  const card = page.getByRole('article').first()
  await expect(card).toBeVisible()
  const id = (await card.getAttribute('id'))?.replace('listing-', '') ?? ''
  const { href } = new URL(linkTo(id), page.url())
  return { card, link: new RegExp(`^${href.replace('?', '\\?')}&key=[\\da-f]{16}$`) }
}

test('a visitor opens a shared link, sees the house, signs in, and then sees all facts of the house', async ({
  page,
}) => {
  const house = await anyHouse(page)
  await page.goto(linkTo(house._id))
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(house.City ?? '')
  await expect(page).toHaveTitle(/, Nara · .+ · Engawa$/)
  await expect(main).toContainText('¥')
  const picture = main.getByRole('img')
  await expect(picture).toHaveCount(1)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const content = await page.content()
  for (const word of privateTextsOf(house)) expect(content).not.toContain(word)

  await main.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, demoAccount('subscriber'))
  await expect(page.getByText('Showing specific listing.')).toBeVisible()
  await expect(page.getByRole('article')).toContainText(
    house.title ?? house['Property Location'] ?? '',
  )
  expect(new URL(page.url()).search).toBe(`?listing=${house._id}`)
})

test('the metadata of a house is removed when the person goes to another page', async ({
  page,
}) => {
  const house = await anyHouse(page)
  await page.goto(linkTo(house._id))
  const canonical = page.locator('link[rel=canonical], meta[property^="og:"]')
  await expect(canonical).not.toHaveCount(0)
  await page.waitForFunction(() => window.onclick === null)
  await page.getByRole('link', { name: 'See some houses for free' }).click()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(canonical).toHaveCount(0)
  await expect(page).toHaveTitle('Free Preview · Engawa')
})

test('a person without a subscription can open the house at a shared link, and can subscribe from this page', async ({
  page,
}) => {
  const house = await anyHouse(page)
  await openSignedIn(page, demoAccount('member'), linkTo(house._id))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(house.City ?? '')
  await expect(page.getByRole('main')).toContainText('$20')
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page).toHaveURL(/\/subscription\/manage$/)
})

test.describe('a shared link works again after a server failure', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })

  test('if the server is down, a shared link opens an error message, and the house appears when the server is back', async ({
    page,
  }) => {
    const house = await anyHouse(page)
    let isUnreachable = true
    await page.route(/\/(v1|healthz)/, (route) =>
      isUnreachable ? route.abort() : route.continue(),
    )
    // If the state of the history entry changes what the page shows, the app ignores the data that
    // the server rendered.
    await page.addInitScript(() => history.replaceState({ isFromOtherPage: true }, ''))
    await page.goto(linkTo(house._id))
    await expect(page.getByText(/could not be reached/)).toBeVisible()
    isUnreachable = false
    await expect(page.getByRole('heading', { level: 1 })).toContainText(house.City ?? '')
  })
})

test.describe('a link to a known or an unknown house opens an accessible page', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('axe finds no accessibility problem on the page that a shared link opens', async ({
    page,
  }) => {
    const { _id } = await anyHouse(page)
    await page.goto(linkTo(_id))
    await expect(page.getByText('See the rest of this house')).toBeVisible()
    expect(await violations(page)).toEqual([])

    await page.goto(linkTo('no-such-house'))
    await expect(page.getByText('There is no house at this link.')).toBeVisible()
    expect(await violations(page)).toEqual([])

    await signIn(page, demoAccount('member'))
    await expect(page.getByText('Premium Subscription Required')).toBeVisible()
    await page.goto(linkTo(_id))
    await expect(page.getByRole('link', { name: 'Manage Subscription' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

test.describe('a browser with a share sheet can share a link', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => void shared.push(data),
      })
    })
  })

  const shared = (page: Page) =>
    page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)

  test('a card and the page of its house share the same link', async ({ page }) => {
    const { card, link } = await openSubscriberCard(page)
    await card.getByRole('button', { name: 'Share' }).click()
    expect(await shared(page)).toEqual([
      { title: expect.stringContaining(' in '), url: expect.stringMatching(link) },
    ])

    await card.getByRole('heading').getByRole('button').click()
    await page.getByRole('link', { name: 'Open the page of this house' }).click()
    // Playwright trims a text, so ' in ' would also match "All Listings".
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ in /)
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Share / })
      .click()
    expect((await shared(page)).map(({ url }) => url)).toEqual([
      expect.stringMatching(link),
      expect.stringMatching(link),
    ])
  })
})

test.describe('a browser without a share sheet can copy a link', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  })

  test('without a share sheet, the link is copied from the card and from the page of the house', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { card, link } = await openSubscriberCard(page)
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
    await card.getByRole('button', { name: 'Copy Link' }).click()
    await expect(page.getByText('Link copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(link)
    await page.evaluate(() => navigator.clipboard.writeText(''))

    await card.getByRole('heading').getByRole('button').click()
    await page.getByRole('link', { name: 'Open the page of this house' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ in /)
    await page.getByRole('article').getByRole('button', { name: 'Copy Link' }).click()
    await expect(page.getByText('Link copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(link)
  })

  test('a message that a link was copied is above the gallery', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/free-preview')
    await page.getByRole('article').first().getByRole('heading').getByRole('button').click()
    const gallery = page.getByRole('dialog')
    await gallery.getByRole('button', { name: 'Copy Link' }).click()
    await expect(gallery.getByText('Link copied!')).toBeVisible()
    // The toast is above the gallery, so a click on its Close button must not close the gallery.
    await gallery.getByRole('button', { name: 'Close' }).last().click()
    await expect(gallery.getByText('Link copied!')).toBeHidden()
    await expect(gallery).toBeVisible()
  })

  test('a link that the device refuses to copy is not reported as copied', async ({
    page,
    context,
  }) => {
    // With an empty list of permissions, the app has no access to the clipboard.
    await context.grantPermissions([])
    const { card } = await openSubscriberCard(page)
    await card.getByRole('button', { name: 'Copy Link' }).click()
    await expect(page.getByText('Failed to copy link')).toBeVisible()
    await expect(page.getByText('Please try again or copy the URL manually.')).toBeVisible()
  })
})

test("a chat app's preview shows the name, facts and picture of a house, and no more", async ({
  page,
  baseURL,
}) => {
  const house = await anyHouse(page)
  const { html, tags } = await fetchAsLinkPreview(page.request, linkTo(house._id))
  expect(tags.get('og:title')).toMatch(/ in .+, Nara · /)
  expect(tags.get('og:description')).toContain('m²')
  expect(tags.get('og:url')).toBe(`${baseURL}${linkTo(house._id)}`)
  expect(tags.get('twitter:card')).toBe('summary_large_image')
  for (const word of privateTextsOf(house)) expect(html).not.toContain(word)

  const picture = await page.request.get(tags.get('og:image') ?? '')
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  expect((await picture.body()).length).toBeLessThanOrEqual(300_000)
  const size = await page.evaluate(
    async (base64) => {
      const image = await createImageBitmap(await (await fetch(base64)).blob())
      return [String(image.width), String(image.height)]
    },
    `data:image/jpeg;base64,${(await picture.body()).toString('base64')}`,
  )
  expect(size).toEqual([tags.get('og:image:width'), tags.get('og:image:height')])
})

test('a link to an unknown house offers chat apps no preview', async ({ page }) => {
  const { html, tags } = await fetchAsLinkPreview(page.request, linkTo('no-such-house'))
  expect(html).toContain('<title>House not found · Engawa</title>')
  expect(tags.get('robots')).toBe('noindex')
  expect(tags.has('og:title')).toBe(false)
})

/** Reads a page as a chat app's link preview does, without running scripts. */
async function fetchAsLinkPreview(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text()
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return { html, tags: new Map([...tags].map(([, name = '', content = '']) => [name, content])) }
}
