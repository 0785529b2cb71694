import type { Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import { photoIdOf } from '#contract/own-photo-fields.ts'
import { type Deployments, openDeployments } from '#tests/support/deployments.ts'
import { type DeviceStep, step } from '#tests/support/note-steps.ts'
import { createInstalledProfile, openInstalledPhone, type Phone } from '#tests/support/phone.ts'
import { twoColours } from '#tests/support/pictures.ts'
import { copyOfPhotographedHouses } from '#tests/support/prepared-folders.ts'
import { removeDirectory } from '#tests/support/product.ts'
import { SERIES } from '#tests/support/series.ts'
import type { Subscriber } from '#tests/support/subscribers.ts'
import { test as base, expect, expectOnly, signIn } from './fixtures.ts'
import {
  house,
  noteField,
  notesOf,
  notesOnServer,
  openHouse,
  path,
  untilStored,
} from './notes-page.ts'

/** How many sequences pass between two lines that report the progress of a long run. */
const REPORT_INTERVAL = 25

interface World {
  deployments: Deployments
  /** Two phones on which the first build is installed. */
  phones: Phone[]
}

const test = base.extend<World>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
  deployments: async ({}, use) => {
    const deployments = await openDeployments(copyOfPhotographedHouses())
    deployments.deployFirst()
    await use(deployments)
    await deployments.close()
  },
  phones: async ({ deployments: { origin }, expectedErrors }, use) => {
    const installed = await createInstalledProfile(origin)
    const phones = [
      await openInstalledPhone(origin, installed),
      await openInstalledPhone(origin, installed),
    ]
    removeDirectory(installed)
    await use(phones)
    for (const phone of phones) await phone.close()
    for (const { errors } of phones) expectOnly(expectedErrors, errors)
  },
})

test.use({
  expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of (401|500))/],
  // By default, an action waits until the timeout of the test, which is hours here.
  actionTimeout: 60_000,
  navigationTimeout: 60_000,
})

test('after any sequence of events, two devices and the server end with the same notes', async ({
  deployments,
  phones,
}) => {
  // The timeout only aborts a run that hangs. Five hundred sequences take more than an hour.
  test.setTimeout(4 * 3_600_000)
  const account = await deployments.addSubscriber()
  for (const phone of phones) await openHouse(phone, account)
  const people = phones.map((phone) => personOn(phone, account))
  const sequences = fc.array(step, { minLength: 3, maxLength: 9 })
  let isNewer = false
  let count = 0
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      /** Maps each device and text field to the last text that a step typed into the field. */
      const written = new Map<string, string>()
      const photos = { added: 0, deleted: 0 }
      const before = await photosEverReferenced(people, deployments)
      let isServerUp = true
      for (const step of steps) {
        if (step.type === 'server') {
          await deployments.network.set(step.mode)
          isServerUp = step.mode === 'pass'
        } else if (step.type === 'new version') {
          isNewer = !isNewer
          if (isNewer) deployments.deployNewer()
          else deployments.deployFirst()
        } else if (step.type !== 'end the session' || isServerUp) {
          await people[step.device]?.perform(step, { written, photos })
        }
      }
      await deployments.network.set('pass')
      for (const person of people) await person.goOnline()
      await expectEqual(people, deployments, written)
      const added = [...(await photosEverReferenced(people, deployments))].filter(
        (id) => !before.has(id),
      )
      // A photo may be deleted before it is sent. Such a photo never reaches the server.
      expect(added.length).toBeGreaterThanOrEqual(photos.added - photos.deleted)
      expect(added.length).toBeLessThanOrEqual(photos.added)
      count += 1
      if (count % REPORT_INTERVAL === 0) console.log(`${count} sequences have passed`)
    }),
    // Each sequence continues from the state of the previous one. The seed reproduces all
    // sequences.
    { numRuns: SERIES.noteSequences, seed: SERIES.seed, endOnFailure: true },
  )
})

interface Acknowledged {
  written: Map<string, string>
  photos: { added: number; deleted: number }
}

function personOn(phone: Phone, account: Subscriber) {
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
    async perform(step: DeviceStep, { written, photos }: Acknowledged) {
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
      } else if (step.type === 'update') {
        await answerOffer(await tabAt(step.tab), tabs, step.answer)
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
        // A normal restart writes the new session to disk. A kill could otherwise bring back the
        // session that has ended.
        await phone.restart()
        tabs = [phone.page]
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

/** Tabs in which the person has postponed an offered version. */
const postponed = new WeakSet<Page>()

/** Checks for a new version. If the tab offers one, presses a button of the offer. */
async function answerOffer(tab: Page, tabs: Page[], answer: 'Update' | 'Later') {
  const offer = tab.getByRole('status').filter({ hasText: 'New version' })
  if ((await findNewVersion(tab)) && !postponed.has(tab)) await offer.waitFor()
  if (!(await offer.isVisible())) return
  const reloads = tabs
    .filter((one) => answer === 'Update' && one.url().endsWith(path))
    .map((one) => one.waitForEvent('load'))
  if (answer === 'Later') postponed.add(tab)
  await offer.getByRole('button', { name: answer }).click()
  await Promise.all(reloads)
}

/** Checks for a new version. Returns whether a new version is installed and waits. */
function findNewVersion(tab: Page) {
  return tab.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    // Without a network, the check fails.
    await registration?.update().catch(() => undefined)
    const installing = registration?.installing
    if (installing) {
      await new Promise((resolve) => {
        installing.addEventListener('statechange', resolve, { once: true })
      })
    }
    return Boolean(registration?.waiting)
  })
}

/** Ends the session on the server, and waits until the page asks the person to log in. */
async function endSession(page: Page) {
  await page.goto(path)
  await notesOf(page).waitFor()
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch('/v1/auth/logout', { method: 'POST', headers })
  })
  // The page of the house has a public part, which does not ask the person to log in.
  await page.goto('/account')
  await page.waitForURL(/\/login/)
}

/** Returns the ids of the person's own photos whose image files the server has. */
async function picturesOnServer(page: Page, { origin }: Deployments) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/v1/kit/photos`, { headers })
  const { photos }: { photos: { id: string }[] } = await answer.json()
  return photos.map(({ id }) => id)
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
async function photosEverReferenced([person]: ReturnType<typeof personOn>[], server: Deployments) {
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
  server: Deployments,
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
async function textsEverStored(page: Page, { origin }: Deployments) {
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
  const now = Object.entries(await notesOnServer(page, { origin }))
  return [
    ...new Set([
      ...changes.map(({ field, value }) => `${field}: ${String(value)}`),
      ...now.map(([field, value]) => `${field}: ${String(value)}`),
    ]),
  ]
}
