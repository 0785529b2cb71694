import type { Page } from '@playwright/test'
import fc from 'fast-check'
import type { FieldServer } from '#tests/support/field-server.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { KEPT_HOUSES } from '#tests/support/photographed-houses.ts'
import { SERIES } from '#tests/support/series.ts'
import { demoAccount, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

test.use({ expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of 500)/] })

const [house = ''] = KEPT_HOUSES
const path = `/listings/${house}`

type Account = Awaited<ReturnType<FieldServer['addSubscriber']>>

/** Opens the house on a phone that has used the app before. */
async function openHouse(phone: Phone, account: Account) {
  await signIn(phone.page, account)
  await expect(phone.page.getByText(/^Showing 1-20 of/)).toBeVisible()
  await phone.untilWorkerServes()
  await phone.page.goto(path)
  await notesOf(phone.page).waitFor()
  // A normal restart writes the phone's data to disk, so a later crash does not lose it.
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

/** Returns the server's notes on the house, for the person who is signed in on `page`. */
async function notesOnServer(page: Page, { origin }: FieldServer) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${origin}/v1/kit`, { headers: { authorization: `Bearer ${token}` } })
  const { fields }: { fields: Field[] } = await answer.json()
  return Object.fromEntries(
    fields
      .filter(({ record, value }) => record === `house:${house}` && value !== null)
      .map(({ field, value }) => [field, value])
      .sort(),
  )
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
 * Waits until every edit is in IndexedDB. A kill of the browser loses the last edits that are only
 * in memory or in local storage.
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
  | { does: 'write'; device: number; tab: number; field: TextField; text: string }
  | { does: 'choose'; device: number; tab: number; status: string }
  | { does: 'write and reload'; device: number; tab: number; text: string; after: number }
  | { does: 'reload'; device: number; tab: number }
  | { does: 'network'; device: number; isOffline: boolean }
  | { does: 'server'; is: 'error500' | 'pass' }
  | { does: 'open a tab' | 'close a tab' | 'kill' | 'sync'; device: number }

const TEXT_FIELDS = ['Verdict', 'Notes'] as const
type TextField = (typeof TEXT_FIELDS)[number]
const STATUSES = ['To see', 'Seen', 'Asked', 'Shortlisted', 'Rejected']

const device = fc.nat(1)
const tab = fc.nat(1)
const text = fc.constantFrom('damp', 'dry', 'leans', 'sound', 'ask again', '雨漏り')

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      ...{ does: fc.constant('write' as const), device, tab },
      ...{ field: fc.constantFrom(...TEXT_FIELDS), text },
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ does: fc.constant('choose' as const), device, tab },
      status: fc.constantFrom(...STATUSES),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ does: fc.constant('write and reload' as const), device, tab, text },
      after: fc.constantFrom(0, 5, 20, 500),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ does: fc.constant('network' as const), device, isOffline: fc.boolean() },
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reload' as const), device, tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('server' as const),
      is: fc.constantFrom('error500' as const, 'pass' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom(...(['open a tab', 'close a tab', 'kill', 'sync'] as const)),
      device,
    }),
  },
)

test('after any sequence of events, two devices and the server end with the same notes', async ({
  phone,
  server,
}) => {
  // The timeout only aborts a run that hangs. An idle machine needs a few minutes.
  test.setTimeout(3_600_000)
  const account = await server.addSubscriber()
  const second = await openPhone(server.origin)
  await openHouse(phone, account)
  await openHouse(second, account)
  const people = [phone, second].map((phone) => personOn(phone))
  const sequences = fc.array(step, { minLength: 3, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      /**
       * Maps each field to the texts that the devices wrote into it and the screen acknowledged.
       */
      const written = new Map<string, string>()
      for (const step of steps) {
        if (step.does === 'server') await server.network.set(step.is)
        else await people[step.device]?.take(step, written)
      }
      await server.network.set('pass')
      for (const person of people) await person.goOnline()
      await expectEqual(people, server, written)
    }),
    // Each sequence continues from the state of the previous one. The seed reproduces all
    // sequences.
    { numRuns: SERIES.noteSequences, seed: SERIES.seed, endOnFailure: true },
  )
  await second.close()
})

function personOn(phone: Phone) {
  let tabs = [phone.page]

  async function tabAt(index: number) {
    const tab = tabs[index % tabs.length] ?? phone.page
    if (!tab.url().endsWith(path)) await tab.goto(path)
    await notesOf(tab).waitFor()
    return tab
  }

  return {
    all: () => tabs,

    /**
     * Carries out a step. Adds each text that the screen acknowledges to `written`, in the form
     * `field: value`.
     */
    async take(step: Exclude<Step, { does: 'server' }>, written: Map<string, string>) {
      const wrote = (field: string, text: string) =>
        written.set(`${step.device} ${field}`, `${field}: ${text}`)
      if (step.does === 'write') {
        const page = await tabAt(step.tab)
        const field = page.getByLabel(step.field, { exact: true })
        await field.fill(step.text)
        await field.blur()
        wrote(step.field === 'Notes' ? 'note' : 'verdict', step.text)
      } else if (step.does === 'choose') {
        const page = await tabAt(step.tab)
        await page.getByRole('button', { name: step.status, exact: true }).click()
      } else if (step.does === 'write and reload') {
        const page = await tabAt(step.tab)
        await noteField(page).fill(step.text)
        await page.waitForTimeout(step.after)
        await page.reload()
        wrote('note', step.text)
      } else if (step.does === 'reload') {
        await (await tabAt(step.tab)).reload()
      } else if (step.does === 'network') {
        await phone.setOffline(step.isOffline)
      } else if (step.does === 'open a tab') {
        if (tabs.length === 1) tabs.push(await phone.context.newPage())
      } else if (step.does === 'close a tab') {
        if (tabs.length > 1) await tabs.pop()?.close()
      } else if (step.does === 'kill') {
        for (const tab of tabs) if (tab.url().endsWith(path)) await untilStored(tab)
        await phone.kill()
        tabs = [phone.page]
      } else {
        await phone.dispatchSync('kit-outbox')
      }
    },

    async goOnline() {
      await phone.setOffline(false)
      for (const index of tabs.keys()) {
        // Dispatches the event with which the browser reports that the network is back.
        await (await tabAt(index)).evaluate(() => window.dispatchEvent(new Event('online')))
      }
    },
  }
}

/** Returns the notes that a page shows. */
async function shownOn(page: Page) {
  const status = page.getByRole('group', { name: 'Status' }).locator('[aria-pressed=true]')
  const shown = {
    note: await noteField(page).inputValue(),
    status: (await status.allTextContents()).join().toLowerCase().replace(' ', '-'),
    verdict: await page.getByLabel('Verdict', { exact: true }).inputValue(),
  }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ''))
}

/**
 * Expects that every tab shows the notes of the server. Each acknowledged text must be one of these
 * notes, or in their history.
 */
async function expectEqual(
  people: ReturnType<typeof personOn>[],
  server: FieldServer,
  written: Map<string, string>,
) {
  const [first] = people[0]?.all() ?? []
  if (!first) throw new Error('The first device has no tab')
  await expect(async () => {
    const expected = await notesOnServer(first, server)
    for (const page of people.flatMap((person) => person.all())) {
      // When a person switches to a tab, the tab sends its changes and fetches new ones.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText(/^Saved on this device|^Not saved/)).toHaveCount(0, {
        timeout: 1,
      })
      expect(await shownOn(page)).toEqual(expected)
    }
  }).toPass({ intervals: [100, 200, 400, 800], timeout: 120_000 })
  const known = await everWritten(first, server)
  for (const text of written.values()) expect(known).toContain(text)
  expect(known).toHaveLength(new Set(known).size)
}

/** Returns the present and former texts on the server as `field: value`, each once. */
async function everWritten(page: Page, { origin }: FieldServer) {
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
  const now = Object.entries(await notesOnServer(page, { origin } as FieldServer))
  return [
    ...new Set([
      ...changes.map(({ field, value }) => `${field}: ${String(value)}`),
      ...now.map(([field, value]) => `${field}: ${String(value)}`),
    ]),
  ]
}
