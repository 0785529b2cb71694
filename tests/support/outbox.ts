import { waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { now } from '#client/browser/clock.ts'
import { favoriteRows, openFavoritesOutbox } from '#client/favorites/favorites-outbox.ts'
import { createUnsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { openRows } from '#client/outbox/outbox-rows.ts'
import { session } from '#client/session/session.ts'
import { listFavorites } from '#contract/favorites.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { connect } from './app.tsx'
import { type Person, startServer } from './server.ts'

export type OutboxSetup = Awaited<ReturnType<typeof setUpOutbox>>
type Tab = ReturnType<typeof openTab>

/** Starts a server with a house in Ine, connects the browser to the server, and signs in Ana. */
export async function setUpOutbox() {
  const server = await startServer()
  const network = connect(server)
  const ana = await server.addSubscriber()
  const { id: house } = await server.addListing({ location: 'Ine' })
  signIn(ana)
  return {
    server,
    network,
    ana,
    house,
    favoritesOf: async (person: Person) =>
      (await server.call(person, listFavorites, {})).body.favorites,
  }
}

export function signIn({ token, id }: Pick<Person, 'token' | 'id'>) {
  session.start(token)
  session.identify(token, id)
}

/**
 * Opens a tab of the same browser for `person`. After the tab learns that a change was sent, the
 * tab waits for `beforeRecording` before it records the change.
 */
export function openTab(person: Person, beforeRecording: Promise<void> = Promise.resolve()) {
  const unsent = createUnsentFavorites()
  const sent: string[] = []
  /** For each id in `sent`, whether the server's response says that the listing is a favorite. */
  const answers: boolean[] = []
  const refusals: string[] = []
  const outbox = openFavoritesOutbox({
    userId: person.id,
    unsent,
    onSent: async ({ listingId, favorite }) => {
      await beforeRecording
      sent.push(listingId)
      answers.push(favorite)
    },
    onRefused: (refusal) => void refusals.push(refusal),
  })
  onTestFinished(outbox.close)
  return {
    ...outbox,
    sent,
    answers,
    refusals,
    waiting: () => unsent.all().map(({ listingId }) => listingId),
    setFavorite(listingId: string, favorite: boolean, listing: ListingRecord | null = null) {
      unsent.add({
        id: Math.random(),
        listingId,
        favorite,
        at: unsent.timeOfNext(listingId, now()),
        listing,
      })
      void outbox.sendAdded()
    },
  }
}

export const outboxRowsOf = ({ id: userId }: Pick<Person, 'id'>) =>
  openRows({ ...favoriteRows, userId })

export const readStoredChanges = (person: Person) => outboxRowsOf(person).read()

export const untilStored = (person: Person) =>
  waitFor(async () => expect(await readStoredChanges(person)).toHaveLength(1))

export const untilSent = (tab: Tab) => waitFor(() => expect(tab.waiting()).toEqual([]))

/** A stub of Web Locks, which happy-dom lacks. A lock has one holder at a time. */
export function provideLocks() {
  const last = new Map<string, Promise<unknown>>()
  const locks = {
    request: (name: string, _options: LockOptions, run: () => Promise<void>) => {
      const done = (last.get(name) ?? Promise.resolve()).then(run)
      last.set(
        name,
        done.catch(() => {}),
      )
      return done
    },
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}
