import { waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { openOutbox } from '#client/outbox/outbox.ts'
import { openRows } from '#client/outbox/outbox-rows.ts'
import { createUnsent } from '#client/outbox/unsent.ts'
import { session } from '#client/session/session.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { TestServer } from './server.ts'

export type Person = Awaited<ReturnType<TestServer['addSubscriber']>>
export type Tab = ReturnType<typeof openTab>

export function signIn({ token, id }: Pick<Person, 'token' | 'id'>) {
  session.start(token)
  session.identify(token, id)
}

/** A tab of the one browser, in which `person` looks at listings. It takes note of what was sent after `noting`. */
export function openTab(person: Person, noting: Promise<void> = Promise.resolve()) {
  const unsent = createUnsent()
  const sent: string[] = []
  const refusals: string[] = []
  const outbox = openOutbox({
    userId: person.id,
    unsent,
    onSent: async ({ listingId }) => {
      await noting
      sent.push(listingId)
    },
    onRefused: (refusal) => void refusals.push(refusal),
  })
  onTestFinished(outbox.close)
  return {
    ...outbox,
    sent,
    refusals,
    waiting: () => unsent.all().map(({ listingId }) => listingId),
    want: (listingId: string, favorite: boolean, listing: ListingRecord | null = null) =>
      unsent.add({ id: Math.random(), listingId, favorite, listing }),
  }
}

export const kept = (person: Person) => openRows(person.id).read()

export const untilKept = (person: Person) =>
  waitFor(async () => expect(await kept(person)).toHaveLength(1))

export const untilSent = (tab: Tab) => waitFor(() => expect(tab.waiting()).toEqual([]))

/** The locks of a browser, which this environment lacks: one holder at a time. */
export function provideLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, _options: LockOptions, run: () => Promise<void>) => {
      const done = last.then(run)
      last = done.catch(() => {})
      return done
    },
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}
