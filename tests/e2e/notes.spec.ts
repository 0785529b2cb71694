import type { Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import { photoIdOf } from '#contract/own-photo-fields.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { twoColours } from '#tests/support/pictures.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { SERIES } from '#tests/support/series.ts'
import { demoAccount, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

test.use({ expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of 500)/] })

const [house = ''] = SAVED_HOUSES
const path = `/listings/${house}`

type Account = Awaited<ReturnType<ProxiedServer['addSubscriber']>>

/** Opens the house on a phone that has used the app before. */
async function openHouse(phone: Phone, account: Account) {
  await openSignedIn(phone.page, account, path)
  await notesOf(phone.page).waitFor()
  // A normal restart writes the phone's data to disk, so the data survives a later crash.
  await phone.restart()
  await phone.page.goto(path)
  await notesOf(phone.page).waitFor()
}

const notesOf = (page: Page) => page.getByRole('group', { name: 'Status' })
const noteField = (page: Page) => page.getByLabel('Notes', { exact: true })

interface Field {
  record: string
  field: string
  value: unknown
}

/** Returns the house's notes that the server stores for the person who is signed in on `page`. */
async function notesOnServer(page: Page, { origin }: ProxiedServer) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${origin}/v1/kit`, { headers: { authorization: `Bearer ${token}` } })
  const { fields }: { fields: Field[] } = await answer.json()
  const records = [`house:${house}`, `visit:${house}`]
  return Object.fromEntries(
    fields
      .filter(({ record, value }) => records.includes(record) && value !== null)
      .map(({ field, value }) => [field, value])
      .sort(),
  )
}

/** Returns the ids of the person's own photos whose image files the server has. */
async function picturesOnServer(page: Page, { origin }: ProxiedServer) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/v1/kit/photos`, { headers })
  const { photos }: { photos: { id: string }[] } = await answer.json()
  return photos.map(({ id }) => id)
}

test('axe finds no problem in the notes, and each control is large enough for a gloved finger', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001')
  await notesOf(page).waitFor()
  const region = page.getByRole('region', { name: 'Your notes' })
  for (const summary of await region.locator('summary').all()) await summary.click()
  expect(await violations(page)).toEqual([])
  const controls = region.locator(
    'button:visible, input:visible, textarea:visible, summary:visible',
  )
  const heights = await controls.evaluateAll((all) =>
    all.map((control) => control.getBoundingClientRect().height),
  )
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)
})

test('a search in a long note shows the marked match inside the card, at 200 % text size too, and axe finds no problem', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSignedIn(page, await server.addSubscriber({ favorites: [house] }), path)
  await noteField(page).fill(`${'Sound walls and a dry floor. '.repeat(9)}Damp in the corner`)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.goto('/favorites?note=damp')
  const mark = page.locator('article mark')
  await expect(mark).toHaveText('Damp')
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const line = await mark.locator('..').boundingBox()
  const match = await mark.boundingBox()
  if (!line || !match) throw new Error('The note is not laid out')
  expect(match.x).toBeGreaterThanOrEqual(line.x)
  expect(match.x + match.width).toBeLessThanOrEqual(line.x + line.width)
})

test('a note written offline is there after a cold start without a network, and is sent later', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.setOffline(true)
  await noteField(phone.page).fill('Dry cellar, sound roof')
  await phone.page.getByRole('button', { name: 'Seen', exact: true }).click()
  await expect(phone.page.getByText(/^Saved on this device/)).toBeVisible()
  await untilStored(phone.page)
  await phone.kill()

  await phone.page.goto(path)
  await expect(noteField(phone.page)).toHaveValue('Dry cellar, sound roof')
  await expect(phone.page.getByRole('button', { name: 'Seen', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await phone.setOffline(false)
  await expect
    .poll(() => notesOnServer(phone.page, server))
    .toEqual({ note: 'Dry cellar, sound roof', status: 'seen' })
  await expect(phone.page.getByText('Sent', { exact: true })).toBeVisible()
})

test('a link to the notes of a house opens the page at the notes', async ({ phone, server }) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.restart()
  await phone.page.goto(`${path}#notes-${house}`)
  await expect(phone.page.getByRole('heading', { name: 'Your notes' })).toBeInViewport()
})

test('the worker sends the notes of a closed page', async ({ phone, server }) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.setOffline(true)
  await noteField(phone.page).fill('By the worker')
  await noteField(phone.page).blur()
  await untilStored(phone.page)
  await phone.page.goto('about:blank')
  await phone.setOffline(false)
  await phone.dispatchSync('kit-outbox')
  await phone.page.goto('/favorites')
  await expect.poll(() => notesOnServer(phone.page, server)).toEqual({ note: 'By the worker' })
  await phone.page.goto(path)
  await expect(phone.page.getByText('Sent', { exact: true })).toBeVisible()
  await expect(noteField(phone.page)).toHaveValue('By the worker')
})

/**
 * Waits until every edit is in IndexedDB. If the browser is killed, edits that are only in memory
 * or in local storage are lost.
 */
async function untilStored(page: Page) {
  await expect(async () => {
    const noted = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('kit-unsent-')),
    )
    expect(noted).toEqual([])
  }).toPass({ intervals: [20, 50, 100, 200], timeout: 30_000 })
}

/** A random event: a person, a browser, the network or the server does something. */
type Step =
  | { type: 'write'; device: number; tab: number; field: TextField; text: string }
  | { type: 'choose'; device: number; tab: number; status: string }
  | { type: 'write and reload'; device: number; tab: number; text: string; after: number }
  | { type: 'reload'; device: number; tab: number }
  | { type: 'network'; device: number; isOffline: boolean }
  | { type: 'server'; mode: 'error500' | 'pass' }
  | { type: 'answer'; device: number; tab: number; answer: string }
  | { type: 'plan'; device: number; tab: number; day: string }
  | { type: 'pin'; device: number; tab: number; latitude: number }
  | { type: 'photograph' | 'delete a photo'; device: number; tab: number }
  | { type: 'open a tab' | 'close a tab' | 'kill' | 'sync' | 'end the session'; device: number }

const TEXT_FIELDS = ['Verdict', 'Notes'] as const
type TextField = (typeof TEXT_FIELDS)[number]
const STATUSES = ['To see', 'Seen', 'Asked', 'Shortlisted', 'Rejected']

const ANSWERS = ['Fine', 'Problem']
const DAYS = ['', '2027-05-03', '2027-05-04']

const device = fc.nat(1)
const tab = fc.nat(1)
const text = fc.constantFrom('damp', 'dry', 'leans', 'sound', 'ask again', '雨漏り')

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      ...{ type: fc.constant('write' as const), device, tab },
      ...{ field: fc.constantFrom(...TEXT_FIELDS), text },
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ type: fc.constant('choose' as const), device, tab },
      status: fc.constantFrom(...STATUSES),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ type: fc.constant('write and reload' as const), device, tab, text },
      after: fc.constantFrom(0, 5, 20, 500),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ type: fc.constant('network' as const), device, isOffline: fc.boolean() },
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('reload' as const), device, tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('server' as const),
      mode: fc.constantFrom('error500' as const, 'pass' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ type: fc.constant('answer' as const), device, tab },
      answer: fc.constantFrom(...ANSWERS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ type: fc.constant('plan' as const), device, tab },
      day: fc.constantFrom(...DAYS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ type: fc.constant('pin' as const), device, tab },
      latitude: fc.constantFrom(35.01, 35.02),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom('photograph' as const, 'delete a photo' as const),
      ...{ device, tab },
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...(['open a tab', 'close a tab', 'kill', 'sync', 'end the session'] as const),
      ),
      device,
    }),
  },
)

test('after any sequence of events, two devices and the server end with the same notes', async ({
  phone,
  server,
}) => {
  // The timeout only aborts a run that hangs. Five hundred sequences take more than an hour.
  test.setTimeout(4 * 3_600_000)
  const account = await server.addSubscriber()
  const second = await openPhone(server.origin)
  await openHouse(phone, account)
  await openHouse(second, account)
  const people = [phone, second].map((phone) => personOn(phone, account))
  const sequences = fc.array(step, { minLength: 3, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      /** Maps each device and text field to the last text that a step typed into the field. */
      const written = new Map<string, string>()
      const photos = { added: 0, deleted: 0 }
      const before = await photosEverReferenced(people, server)
      let isServerUp = true
      for (const step of steps) {
        if (step.type === 'server') {
          await server.network.set(step.mode)
          isServerUp = step.mode === 'pass'
        } else if (step.type !== 'end the session' || isServerUp) {
          await people[step.device]?.perform(step, { written, photos })
        }
      }
      await server.network.set('pass')
      for (const person of people) await person.goOnline()
      await expectEqual(people, server, written)
      const added = [...(await photosEverReferenced(people, server))].filter(
        (id) => !before.has(id),
      )
      // A photo may be deleted before it is sent. Such a photo never reaches the server.
      expect(added.length).toBeGreaterThanOrEqual(photos.added - photos.deleted)
      expect(added.length).toBeLessThanOrEqual(photos.added)
    }),
    // Each sequence continues from the state of the previous one. The seed reproduces all
    // sequences.
    { numRuns: SERIES.noteSequences, seed: SERIES.seed, endOnFailure: true },
  )
  await second.close()
})

interface Acknowledged {
  written: Map<string, string>
  photos: { added: number; deleted: number }
}

function personOn(phone: Phone, account: Account) {
  let tabs = [phone.page]
  let isOffline = false

  async function tabAt(index: number) {
    const tab = tabs[index % tabs.length] ?? phone.page
    if (!tab.url().endsWith(path)) await tab.goto(path)
    await notesOf(tab).waitFor()
    return tab
  }

  return {
    all: () => tabs,

    /**
     * Carries out a step. If the step types a text, stores the text in `written` as `field: value`.
     * Counts the added and the deleted photos.
     */
    async perform(step: Exclude<Step, { type: 'server' }>, { written, photos }: Acknowledged) {
      const wrote = (field: string, text: string) =>
        written.set(`${step.device} ${field}`, `${field}: ${text}`)
      if (step.type === 'write') {
        const page = await tabAt(step.tab)
        const field = page.getByLabel(step.field, { exact: true })
        await field.fill(step.text)
        await field.blur()
        wrote(step.field === 'Notes' ? 'note' : 'verdict', step.text)
      } else if (step.type === 'choose') {
        const page = await tabAt(step.tab)
        await page.getByRole('button', { name: step.status, exact: true }).click()
      } else if (step.type === 'write and reload') {
        const page = await tabAt(step.tab)
        await noteField(page).fill(step.text)
        await page.waitForTimeout(step.after)
        await page.reload()
        wrote('note', step.text)
      } else if (step.type === 'reload') {
        await (await tabAt(step.tab)).reload()
      } else if (step.type === 'network') {
        isOffline = step.isOffline
        await phone.setOffline(isOffline)
      } else if (step.type === 'answer') {
        const checklist = await openPart(await tabAt(step.tab), 'Checklist')
        await checklist.getByRole('button', { name: step.answer, exact: true }).first().click()
      } else if (step.type === 'plan') {
        await dayField(await tabAt(step.tab)).fill(step.day)
      } else if (step.type === 'pin') {
        await phone.context.grantPermissions(['geolocation'])
        await phone.context.setGeolocation({ latitude: step.latitude, longitude: 135.5 })
        const pin = await openPart(await tabAt(step.tab), 'Your pin')
        await pin.getByRole('button', { name: /^I am here/ }).click()
        await expect(pin.locator('summary').getByText(/^accurate to/)).toBeVisible()
      } else if (step.type === 'photograph') {
        const page = await tabAt(step.tab)
        const picture = await twoColours(60, 40).jpeg().toBuffer()
        const file = { name: 'roof.jpg', mimeType: 'image/jpeg', buffer: picture }
        await photosOf(page).getByLabel('Choose photos').last().setInputFiles(file)
        await expect(page.getByText(/^Saving photo/)).toHaveCount(0)
        photos.added += 1
      } else if (step.type === 'delete a photo') {
        const page = await tabAt(step.tab)
        const [thumbnail] = await photosOf(page).locator('li').getByRole('button').all()
        if (!thumbnail) return
        await thumbnail.click()
        await page.getByRole('button', { name: 'Delete photo' }).click()
        await page.getByRole('button', { name: 'Delete everywhere' }).click()
        photos.deleted += 1
      } else if (step.type === 'end the session') {
        if (isOffline) return
        while (tabs.length > 1) await tabs.pop()?.close()
        await endSession(phone.page)
        await signIn(phone.page, account)
        await phone.page.waitForURL((url) => url.pathname !== '/login')
      } else if (step.type === 'open a tab') {
        if (tabs.length === 1) tabs.push(await phone.context.newPage())
      } else if (step.type === 'close a tab') {
        if (tabs.length > 1) await tabs.pop()?.close()
      } else if (step.type === 'kill') {
        for (const tab of tabs) if (tab.url().endsWith(path)) await untilStored(tab)
        await phone.kill()
        tabs = [phone.page]
      } else {
        await phone.dispatchSync('kit-outbox')
      }
    },

    async goOnline() {
      isOffline = false
      await phone.setOffline(false)
      for (const index of tabs.keys()) {
        // Dispatches the event with which the browser reports that the network is back.
        await (await tabAt(index)).evaluate(() => window.dispatchEvent(new Event('online')))
      }
    },
  }
}

const photosOf = (page: Page) => page.getByRole('region', { name: 'Your photos' })
const dayField = (page: Page) => page.getByLabel('Viewing day')

/** Opens a closed part of the notes. */
async function openPart(page: Page, title: string) {
  const part = page
    .getByRole('region', { name: 'Your notes' })
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: title }) })
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click()
  return part
}

/** Ends the session on the server, and waits until the page asks the person to log in. */
async function endSession(page: Page) {
  await page.goto(path)
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch('/v1/auth/logout', { method: 'POST', headers })
  })
  await page.reload()
  await page.waitForURL(/\/login/)
}

/** Returns the notes that a page shows. */
async function shownOn(page: Page) {
  const pressed = async (part: Locator) => {
    const chosen = await part.locator('[aria-pressed=true]').allTextContents()
    return chosen.join().toLowerCase().replace(' ', '-')
  }
  const showAll = photosOf(page).getByRole('button', { name: /^Show all/ })
  if (await showAll.isVisible()) await showAll.click()
  const [question] = await (await openPart(page, 'Checklist')).locator('li').all()
  return {
    note: await noteField(page).inputValue(),
    status: await pressed(notesOf(page)),
    verdict: await page.getByLabel('Verdict', { exact: true }).inputValue(),
    answer: question ? await pressed(question) : '',
    day: await dayField(page).inputValue(),
    isPinned: (await page.getByText(/^accurate to \d/).count()) > 0,
    photos: await photosOf(page).locator('li').count(),
  }
}

/** Returns the server's notes in the form of `shownOn`. */
function toShown(fields: Record<string, unknown>) {
  const names = Object.keys(fields)
  const textOf = (field: string | undefined) => String(fields[field ?? ''] ?? '')
  return {
    ...{ note: textOf('note'), status: textOf('status'), verdict: textOf('verdict') },
    answer: textOf(names.find((name) => /^check\..*\.answer$/.test(name))),
    day: textOf('day'),
    isPinned: 'pin' in fields,
    photos: names.filter(photoIdOf).length,
  }
}

/** Returns the ids of all photos that the server's notes contain now or contained before. */
async function photosEverReferenced(
  [person]: ReturnType<typeof personOn>[],
  server: ProxiedServer,
) {
  const [page] = person?.all() ?? []
  if (!page) throw new Error('The first device has no tab')
  const known = await textsEverStored(page, server)
  return new Set(known.flatMap((text) => photoIdOf(text.split(': ')[0] ?? '') ?? []))
}

/**
 * Expects that every tab shows the notes that the server stores. Each text in `written` must be in
 * these notes or in their history.
 */
async function expectEqual(
  people: ReturnType<typeof personOn>[],
  server: ProxiedServer,
  written: Map<string, string>,
) {
  const [first] = people[0]?.all() ?? []
  if (!first) throw new Error('The first device has no tab')
  await expect(async () => {
    const fields = await notesOnServer(first, server)
    const expected = toShown(fields)
    expect(await picturesOnServer(first, server)).toHaveLength(expected.photos)
    for (const page of people.flatMap((person) => person.all())) {
      // When a person switches to a tab, the tab sends its changes and fetches new ones.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText(/^Saved on this device|^Not saved/)).toHaveCount(0, {
        timeout: 1,
      })
      expect(await shownOn(page)).toEqual(expected)
    }
  }).toPass({ intervals: [100, 200, 400, 800], timeout: 120_000 })
  const known = await textsEverStored(first, server)
  for (const text of written.values()) expect(known).toContain(text)
  expect(known).toHaveLength(new Set(known).size)
}

/** Returns the present and former texts on the server as `field: value`, each once. */
async function textsEverStored(page: Page, { origin }: ProxiedServer) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(
    `${origin}/v1/kit/history?record=${encodeURIComponent(`house:${house}`)}`,
    { headers },
  )
  const { changes }: { changes: { id: string; field: string; value: unknown }[] } =
    await answer.json()
  const ids = changes.map(({ id }) => id)
  expect(new Set(ids).size, 'each change once').toBe(ids.length)
  const now = Object.entries(await notesOnServer(page, { origin } as ProxiedServer))
  return [
    ...new Set([
      ...changes.map(({ field, value }) => `${field}: ${String(value)}`),
      ...now.map(([field, value]) => `${field}: ${String(value)}`),
    ]),
  ]
}
