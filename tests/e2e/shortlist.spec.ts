import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { SHORTLIST_REFRESH_MS } from '#contract/shortlist-limits.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { phonePhoto } from '#tests/support/pictures.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

const [house = '', other = ''] = SAVED_HOUSES

const verdictOf = (page: Page) => page.getByLabel('Summary')
/** Time for the request of a refresh and for rendering its answer. */
const SOON = { timeout: 2_000 }
const notesOfJun = (page: Page) => page.getByRole('region', { name: 'Notes of Jun Mori' })

/**
 * Expects what a page shows after its next refresh. Advances the clock of the page to that refresh,
 * and advances it again while the expectation fails, because a refresh may be too early.
 */
async function afterRefresh({ clock }: Page, expectation: () => Promise<void>) {
  await expect(async () => {
    await clock.fastForward(SHORTLIST_REFRESH_MS)
    await expectation()
  }).toPass({ timeout: 60_000 })
}

/** Opens a new browser context, so that each person has a separate session on the server. */
async function openBrowser(browser: Browser, { origin }: ProxiedServer) {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'allow' })
  await context.clock.install()
  return { context, page: await context.newPage() }
}

/** Puts a house on the owner's list, and returns the path of the link of a new invitation. */
async function inviteByLink(page: Page) {
  await page.getByRole('link', { name: 'Your notes' }).click()
  await page.getByRole('button', { name: 'Put on Shared Shortlist' }).click()
  await expect(page.getByText(/Nobody else sees the list yet/)).toBeVisible()
  await page.goto('/shortlist')
  await page.getByRole('button', { name: 'Create a Link' }).click()
  const link = page.getByText(/\/join#/)
  await expect(link).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The link contains the origin of the server itself. The test needs the path alone, because its
  // browsers reach the server through a simulated network.
  const { pathname, hash } = new URL(await link.innerText())
  return pathname + hash
}

/** Opens the link of an invitation, registers, signs in and joins. */
async function join(page: Page, link: string) {
  const person = { email: `${randomUUID()}@example.com`, password: 'a long walk home' }
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an Account' }).click()
  await page.getByLabel('Full Name').fill('Jun Mori')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password').fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, person)
  await expect(page.getByText('Ana Prieto invites you to a list of 1 house.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Join the Shortlist' }).click()
  await expect(page).toHaveURL(/\/shortlist$/)
}

/** The status of a request that the person on `page` sends to the API. */
function statusOf(page: Page, path: string) {
  return page.evaluate(async (path) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await fetch(`/v1${path}`, { headers })).status
  }, path)
}

test('two people share notes and photos live and after a time offline, until the owner ends the sharing', async ({
  browser,
  server,
}) => {
  test.slow()
  const ana = await openBrowser(browser, server)
  const jun = await openBrowser(browser, server)
  await openSignedIn(ana.page, await server.addSubscriber(), `/listings/${house}`)
  await join(jun.page, await inviteByLink(ana.page))

  await test.step('the partner sees the shared house in full, and no other house', async () => {
    await expect(jun.page.getByText('Ana Prieto shares these houses with you.')).toBeVisible()
    const tabs = jun.page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(tabs).toHaveText(['Together', 'Plan'])
    expect(await violations(jun.page)).toEqual([])
    await jun.page.getByRole('link', { name: 'Open House in Tanba, Hyogo' }).click()
    await expect(jun.page.getByRole('heading', { name: 'Whom to ask' })).toBeVisible()
    expect(await statusOf(jun.page, `/listings/${house}`)).toBe(200)
    expect(await statusOf(jun.page, `/listings/${other}`)).toBe(404)
    expect(await statusOf(jun.page, '/listings')).toBe(403)
    expect(await statusOf(jun.page, '/favorites')).toBe(403)
  })

  await test.step("notes and photos that the partner adds appear on the owner's page without a reload", async () => {
    await ana.page.goto(`/listings/${house}`)
    await expect(ana.page.getByText('Jun Mori shares no notes on this house yet.')).toBeVisible()
    await expect(
      jun.page.getByText(/Share your notes and photos of this house with Ana Prieto\?/),
    ).toBeVisible()
    expect(await violations(jun.page)).toEqual([])
    await jun.page.getByRole('button', { name: 'Share Notes and Photos' }).click()
    await expect(jun.page.getByRole('button', { name: 'Stop Sharing' })).toBeVisible()
    await verdictOf(jun.page).fill('Light, and close to the sea')
    await jun.page.getByLabel('Notes', { exact: true }).fill('The roof was new in 2019')
    await afterRefresh(ana.page, async () => {
      await expect(notesOfJun(ana.page)).toContainText('Light, and close to the sea', SOON)
      await expect(notesOfJun(ana.page)).toContainText('The roof was new in 2019', SOON)
    })

    const buffer = await phonePhoto(1200, 900)
    await jun.page
      .getByLabel('Choose photos')
      .last()
      .setInputFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer })
    await expect(
      jun.page.getByText('All photos are sent. Ana Prieto sees your photos.'),
    ).toBeVisible()
    const photos = ana.page.getByRole('region', { name: 'Photos of Jun Mori' })
    const show = photos.getByRole('button', { name: 'Show 1 photo' })
    await afterRefresh(ana.page, () => expect(show).toBeVisible(SOON))
    await show.click()
    await photos.getByRole('button', { name: 'Photo 1' }).click()
    await expect(photos.getByRole('img', { name: 'Photo of Jun Mori' })).toBeVisible()
    expect(await violations(ana.page)).toEqual([])
  })

  await test.step('a note that the partner writes offline arrives after the partner is online again', async () => {
    await jun.context.setOffline(true)
    await verdictOf(jun.page).fill('We should buy it')
    await expect(jun.page.getByText(/^Saved on this device/)).toBeVisible()
    await jun.context.setOffline(false)
    await afterRefresh(ana.page, () =>
      expect(notesOfJun(ana.page)).toContainText('We should buy it', SOON),
    )
  })

  await test.step("the owner reads the consequences before removing the partner, and then the partner's page says, without a reload, that the sharing has ended", async () => {
    await jun.page.goto('/shortlist')
    await expect(jun.page.getByRole('button', { name: 'Leave This Shortlist…' })).toBeVisible()
    await ana.page.goto('/shortlist')
    await ana.page.getByRole('button', { name: 'Remove Jun Mori…' }).click()
    const dialog = ana.page.getByRole('dialog')
    await expect(dialog).toContainText('Jun Mori no longer sees these houses')
    await expect(dialog).toContainText('You keep your notes and photos, and Jun Mori keeps theirs.')
    expect(await violations(ana.page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove Jun Mori' }).click()
    await expect(ana.page.getByRole('button', { name: 'Create a Link' })).toBeVisible()

    const ended = jun.page.getByText(/one of you has ended the sharing/)
    await afterRefresh(jun.page, () => expect(ended).toBeVisible(SOON))
    expect(await violations(jun.page)).toEqual([])
    expect(await statusOf(jun.page, `/listings/${house}`)).toBe(403)
    await jun.page.goto(`/listings/${house}`)
    await expect(jun.page.getByRole('link', { name: 'Manage Subscription' })).toBeVisible()
  })
  await ana.context.close()
  await jun.context.close()
})

test('a gloved finger can press each control of the shared shortlist, the comparison and the sheet of a viewing day', async ({
  browser,
  server,
}) => {
  const { context, page } = await openBrowser(browser, server)
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await server.addSubscriber({ favorites: [house, other] })
  await openSignedIn(page, owner, `/listings/${house}`)
  await page.getByRole('link', { name: 'Your notes' }).click()
  await page.getByRole('button', { name: 'Put on Shared Shortlist' }).click()
  await expect(page.getByText(/Nobody else sees the list yet/)).toBeVisible()
  for (const [path, control] of [
    ['/shortlist', page.getByRole('button', { name: /^Take Off the List/ })],
    [`/favorites/compare?ids=${house},${other}`, page.getByLabel('Show only what differs')],
    ['/viewing-plan/print', page.getByRole('link', { name: 'Viewing Plan' })],
  ] as const) {
    await page.goto(path)
    await control.first().waitFor()
    expect(await page.evaluate(findLowControls), path).toEqual([])
  }
  await context.close()
})

/**
 * Describes each control in the page's main part that is less than 48 px high. A label around an
 * input belongs to the input. Titles and signs of houses lie in the text, so the function skips
 * them. Runs in the page.
 */
function findLowControls() {
  const controls = document.querySelectorAll('main :is(button, a, label:has(input), select)')
  return [...controls]
    .filter(
      (control) =>
        control.checkVisibility() && !control.closest('h2, h3, th > [id], [aria-label=Signs]'),
    )
    .filter((control) => control.getBoundingClientRect().height < 48)
    .map((control) => control.textContent)
}
