import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import { houseRecord, visitRecord } from '#contract/note-choices.ts'
import { changeNotes, listNoteHistory, listNotes } from '#contract/notes.ts'
import { photoIdOf } from '#contract/own-photo-fields.ts'
import { listOwnPhotos } from '#contract/own-photos.ts'
import {
  acceptInvitation,
  addToShortlist,
  getShortlist,
  inviteToShortlist,
} from '#contract/shortlist.ts'
import { SHORTLIST_REFRESH_MS } from '#contract/shortlist-limits.ts'
import { type Deployments, openDeployments } from '#tests/support/deployments.ts'
import { DAYS, type DeviceStep, step } from '#tests/support/note-steps.ts'
import { createInstalledProfile, openInstalledPhone, type Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { twoColours } from '#tests/support/pictures.ts'
import { copyOfPhotographedHouses } from '#tests/support/prepared-folders.ts'
import { removeDirectory } from '#tests/support/product.ts'
import { SERIES } from '#tests/support/series.ts'
import type { Subscriber } from '#tests/support/subscribers.ts'
import { test as base, expect, expectOnly, signIn, storeSession } from './fixtures.ts'
import {
  callAs,
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
  // The image of a photo that the other device has deleted, or has not sent yet, is not found.
  expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of (401|404|500))/],
  // By default, an action waits until the timeout of the test, which is hours here.
  actionTimeout: 60_000,
  navigationTimeout: 60_000,
})

// Slow: only this test compares the notes of two devices, their tabs and the server.
test('after any sequence of events, two devices and the server end with the same notes, and the partner sees what is shared', async ({
  browser,
  deployments,
  phones,
}) => {
  // The timeout only aborts a run that hangs. Five hundred sequences take about an hour.
  test.setTimeout(4 * 3_600_000)
  const account = await deployments.addSubscriber()
  const partner = await openPartner(browser, deployments, account)
  for (const phone of phones) await openHouse(phone, account)
  await planNeighbours(phones, deployments)
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
      await expectShared(partner, people, deployments)
      if (steps.some(({ type }) => type === 'move')) await expectSamePlan(people, deployments)
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
  await partner.context().close()
})

/** Plans another house on each of the days, so that houses can change places. */
async function planNeighbours([phone]: Phone[], { origin }: Deployments) {
  if (!phone) throw new Error('There is no phone')
  const at = new Date().toISOString()
  const changes = DAYS.map((day, index) => {
    const record = visitRecord(SAVED_HOUSES[index + 1] ?? '')
    return { id: randomUUID(), record, field: 'day', value: day, at, seen: [] }
  })
  await callAs(phone.page, origin, changeNotes, { changes })
}

/**
 * Puts the house on a shortlist that the person shares with a partner. Opens the house for the
 * partner, who only reads.
 */
async function openPartner(
  browser: Browser,
  { origin, addSubscriber }: Deployments,
  owner: Subscriber,
) {
  const page = await browser.newPage({ baseURL: origin })
  await page.clock.install()
  await storeSession(page, owner)
  await callAs(page, origin, addToShortlist, { listing_id: house })
  const { link } = await callAs(page, origin, inviteToShortlist, {})
  await storeSession(page, await addSubscriber({ name: 'Jun Mori' }))
  await callAs(page, origin, acceptInvitation, { token: new URL(link).hash.slice(1) })
  await page.goto(path)
  await page.getByRole('region', { name: 'Notes of Ana Prieto' }).waitFor()
  return page
}

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
      } else if (step.type === 'share') {
        const page = await tabAt(step.tab)
        // Does nothing if the button is disabled or missing: offline, or if this is already chosen.
        await page
          .getByRole('button', { name: step.action })
          .evaluateAll((buttons: HTMLElement[]) => buttons.map((button) => button.click()))
      } else if (step.type === 'answer') {
        const checklist = await openPart(await tabAt(step.tab), 'Checklist')
        await checklist.getByRole('button', { name: step.answer, exact: true }).first().click()
      } else if (step.type === 'plan') {
        await dayField(await tabAt(step.tab)).fill(step.day)
      } else if (step.type === 'move') {
        const page = await openPlan(await tabAt(step.tab), step.day)
        // Does nothing if no other house follows.
        await page
          .getByRole('button', { name: 'Move house 1 later' })
          .evaluateAll((buttons: HTMLElement[]) => buttons.map((button) => button.click()))
      } else if (step.type === 'pin') {
        await phone.context.grantPermissions(['geolocation'])
        await phone.context.setGeolocation({ latitude: step.latitude, longitude: 135.5 })
        const pin = await openPart(await tabAt(step.tab), 'Your pin')
        await pin.getByRole('button', { name: /I am here|Move the pin/ }).click()
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
        await phone.page.goto(path)
        await notesOf(phone.page).waitFor()
        // A normal restart writes the new session to disk. A kill could otherwise bring back the
        // session that has ended.
        await phone.restart()
        tabs = [phone.page]
      } else if (step.type === 'open a tab') {
        if (tabs.length === 1) tabs.push(await phone.context.newPage())
      } else if (step.type === 'close a tab') {
        if (tabs.length > 1) await tabs.pop()?.close()
      } else if (step.type === 'kill') {
        for (const tab of tabs) if (tab.url() !== 'about:blank') await untilStored(tab)
        await phone.kill()
        tabs = [phone.page]
      } else {
        await phone.dispatchSync('notes-outbox')
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

/** Opens the plan of a day, on which at least one house is planned. */
async function openPlan(page: Page, day: string) {
  await page.goto(`/viewing-plan?day=${day}`)
  await driverLinks(page).first().waitFor()
  return page
}

const driverLinks = (page: Page) => page.getByRole('link', { name: /^Driver card of house/ })

const photosOf = (page: Page) => page.getByRole('region', { name: 'Your photos' })
const dayField = (page: Page) => page.getByLabel('Viewing day')

/** Opens a closed part of the notes. */
async function openPart(page: Page, title: string) {
  const part = page
    .getByRole('region', { name: 'Your notes' })
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .last()
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
    .filter((one) => answer === 'Update' && one.url() !== 'about:blank')
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

/** Returns the value that a label such as `To see` stands for. */
const toKey = (label: string) => label.toLowerCase().replace(' ', '-')

/** Returns the notes that a page shows. */
async function shownOn(page: Page) {
  const pressed = async (part: Locator) =>
    toKey((await part.locator('[aria-pressed=true]').allTextContents()).join())
  const showAll = photosOf(page).getByRole('button', { name: /^Show all/ })
  if (await showAll.isVisible()) await showAll.click()
  const [question] = await (await openPart(page, 'Checklist')).locator('li').all()
  return {
    note: await noteField(page).inputValue(),
    status: await pressed(notesOf(page)),
    verdict: await page.getByLabel('Summary', { exact: true }).inputValue(),
    answer: question ? await pressed(question) : '',
    day: await dayField(page).inputValue(),
    isShared: (await page.getByRole('button', { name: 'Stop Sharing' }).count()) > 0,
    isPinned: (await page.getByText(/^accurate to \d/).count()) > 0,
    photos: await photosOf(page).locator('li').count(),
  }
}

/** Returns the server's notes in the form of `shownOn`. */
function toShown(fields: Record<string, unknown>, isShared: boolean) {
  const names = Object.keys(fields)
  const textOf = (field: string | undefined) => String(fields[field ?? ''] ?? '')
  return {
    ...{ note: textOf('note'), status: textOf('status'), verdict: textOf('verdict') },
    answer: textOf(names.find((name) => /^check\..*\.answer$/.test(name))),
    day: textOf('day'),
    isShared,
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
    const expected = toShown(fields, await isShared(first, server))
    const { photos } = await callAs(first, server.origin, listOwnPhotos, {})
    expect(photos).toHaveLength(expected.photos)
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

async function isShared(page: Page, { origin }: Deployments) {
  const { shortlist } = await callAs(page, origin, getShortlist, {})
  return shortlist?.houses.some(({ my_notes }) => my_notes === 'all') ?? false
}

/** Expects that the partner sees the owner's notes and photos if the owner shares them. */
async function expectShared(
  partner: Page,
  [owner]: ReturnType<typeof personOn>[],
  server: Deployments,
) {
  const [page] = owner?.all() ?? []
  if (!page) throw new Error('The first device has no tab')
  const notes = toShown(await notesOnServer(page, server), true)
  const texts = [notes.status, notes.verdict, notes.note, notes.answer].filter(Boolean)
  const expected = (await isShared(page, server))
    ? { texts: texts.map(toKey), photos: notes.photos }
    : { texts: [], photos: 0 }
  await expect(async () => {
    await partner.clock.fastForward(SHORTLIST_REFRESH_MS)
    expect(await seenBy(partner)).toEqual(expected)
  }).toPass({ intervals: [100, 200, 400, 800], timeout: 60_000 })
}

/** Expects that every device shows the planned houses of each day in the order of the server. */
async function expectSamePlan(people: ReturnType<typeof personOn>[], { origin }: Deployments) {
  for (const person of people) {
    const [page] = person.all()
    if (!page) throw new Error('The device has no tab')
    const { fields } = await callAs(page, origin, listNotes, {})
    const valueIn = (house: string, name: string) =>
      fields.find(({ record, field }) => record === visitRecord(house) && field === name)?.value
    const orderOf = (house: string) => Number(valueIn(house, 'order') ?? 0)
    for (const day of DAYS) {
      const planned = SAVED_HOUSES.filter((house) => valueIn(house, 'day') === day)
      const expected = planned.sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1))
      await openPlan(page, day)
      await expect
        .poll(() => driverLinks(page).evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
        .toEqual(expected.map((house) => `/listings/${house}/driver`))
    }
  }
}

/** Returns what the partner's page shows of the owner's notes and photos. */
async function seenBy(partner: Page) {
  const texts = await partner
    .getByRole('region', { name: 'Notes of Ana Prieto' })
    .locator('dd')
    .allTextContents()
  const photos = partner.getByRole('region', { name: 'Photos of Ana Prieto' })
  const [show = ''] = await photos.getByRole('button').allTextContents()
  return { texts: texts.map(toKey), photos: Number(/\d+/.exec(show) ?? 0) }
}

/** Returns the present and former texts on the server as `field: value`, each once. */
async function textsEverStored(page: Page, { origin }: Deployments) {
  const record = houseRecord(house)
  const { changes } = await callAs(page, origin, listNoteHistory, { record })
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
