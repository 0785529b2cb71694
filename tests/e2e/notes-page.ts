import type { Page } from '@playwright/test'
import type * as z from 'zod/mini'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { houseRecord, visitRecord } from '#contract/note-choices.ts'
import { listNotes } from '#contract/notes.ts'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { Subscriber } from '#tests/support/subscribers.ts'
import { expect, openSignedIn } from './fixtures.ts'

/** The house on which the tests write notes. */
export const [house = ''] = SAVED_HOUSES
/** The link to the notes unfolds them, although they are empty. */
export const path = `/listings/${house}#notes-${house}`

export const notesOf = (page: Page) => page.getByRole('group', { name: 'Status' })
export const noteField = (page: Page) => page.getByLabel('Notes', { exact: true })

/** Opens the house on a phone that has used the app before. */
export async function openHouse(phone: Phone, account: Subscriber) {
  await openSignedIn(phone.page, account, path)
  await notesOf(phone.page).waitFor()
  // A normal restart writes the phone's data to disk, so the data survives a later crash.
  await phone.restart()
  await phone.page.goto(path)
  await notesOf(phone.page).waitFor()
}

/** Calls an endpoint as the person who is signed in on `page`. */
export async function callAs<E extends Endpoint>(
  page: Page,
  origin: string,
  endpoint: E,
  input: z.input<E['input']>,
): Promise<z.output<E['output']>> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const { path, ...init } = toRequest(endpoint, input, token)
  const answer = await fetch(`${origin}${path}`, init)
  // The server follows the contract, so the body of a successful response needs no check.
  return (await answer.json()) as z.output<E['output']>
}

/** Returns the house's notes that the server stores for the person who is signed in on `page`. */
export async function notesOnServer(page: Page, { origin }: { origin: string }) {
  const { fields } = await callAs(page, origin, listNotes, {})
  const records = [houseRecord(house), visitRecord(house)]
  return Object.fromEntries(
    fields
      .filter(({ record, value }) => records.includes(record) && value !== null)
      .map(({ field, value }) => [field, value])
      .sort(),
  )
}

/**
 * Waits until every edit is in IndexedDB. If the browser is killed, edits that are only in memory
 * or in local storage are lost.
 */
export async function untilStored(page: Page) {
  await expect(async () => {
    const noted = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('notes-unsent-')),
    )
    expect(noted).toEqual([])
  }).toPass({ intervals: [20, 50, 100, 200], timeout: 30_000 })
}
