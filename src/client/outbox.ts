import { focusManager, onlineManager } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { ApiError, call } from './api.ts'
import { openRows, StoredChange } from './outbox-rows.ts'
import { session } from './session.ts'
import { type Change, type Unsent, withLatest } from './unsent.ts'

/** The name of the channel between tabs, and of the lock under which one of them sends. */
const NAME = 'outbox'
const FIRST_DELAY = 1_000
const LONGEST_DELAY = 60_000
/** How long somebody who leaves waits for their changes to be sent, in milliseconds. */
const PATIENCE = 3_000

/** What tabs tell each other: that there is a new change, or that one is done with. */
const Message = z.object({
  userId: z.string(),
  settled: z.optional(StoredChange),
  wasSent: z.optional(z.boolean()),
})

interface OutboxOptions {
  userId: string
  /** What is shown in this tab; what is added to it is sent. */
  unsent: Unsent
  /** The server has it. Called in every tab, before the change leaves the list. */
  onSent: (change: Change) => Promise<void>
  /** The server does not know the listing, so the change is given up. */
  onRefused: (refusal: ApiError) => void
}

export type Outbox = ReturnType<typeof openOutbox>

/** Keeps the changes of one person until the server has them, across reloads, crashes and tabs. */
export function openOutbox({ userId, unsent, onSent, onRefused }: OutboxOptions) {
  const rows = openRows()
  const channel = new BroadcastChannel(NAME)
  /** How far each change has come, by its id. */
  const stages = new Map<number, 'new' | 'kept' | 'settled'>()
  let isOpen = true
  let delay = FIRST_DELAY
  let timer: ReturnType<typeof setTimeout> | undefined
  let draining: Promise<void> | undefined
  let isAskedAgain = false

  const isKept = ({ id }: Change) => stages.get(id) === 'kept'
  const isSettled = ({ id }: Change) => stages.get(id) === 'settled'

  function tell(message: Omit<z.input<typeof Message>, 'userId'>) {
    if (isOpen) channel.postMessage({ userId, ...message })
  }

  /** Keeps what was added to the list since the last time, and sends it. */
  async function takeUp() {
    const added = unsent.all().filter(({ id }) => !stages.has(id))
    if (added.length === 0) return
    for (const { id } of added) stages.set(id, 'new')
    for (const change of added) {
      const isStored = await rows.add(userId, change)
      if (isStored && !isSettled(change)) stages.set(change.id, 'kept')
    }
    tell({})
    await drain()
  }

  /** Brings the list up to what all tabs have kept. */
  async function refresh() {
    const stored = await rows.read(userId)
    if (!stored || !isOpen) return
    const waiting = stored.filter((change) => !isSettled(change))
    const unkept = unsent.all().filter((change) => !isKept(change))
    for (const { id } of waiting) stages.set(id, 'kept')
    unsent.set(unkept.reduce(withLatest, waiting))
  }

  /** Sends what there is, one tab after the other. */
  function drain() {
    clearTimeout(timer)
    isAskedAgain = true
    draining ??= drainWhileAsked()
    return draining
  }

  async function drainWhileAsked() {
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        await underLock(sendAll)
      }
    } finally {
      draining = undefined
    }
  }

  async function sendAll() {
    await refresh()
    // Another person may have signed in in another tab.
    while (isOpen && session.userId() === userId) {
      const [change] = unsent.all()
      if (!change || !(await deliver(change))) return
    }
  }

  /** Whether the change is done with. */
  async function deliver(change: Change) {
    try {
      await send(change)
      delay = FIRST_DELAY
    } catch (error) {
      if (!isFinal(error)) {
        retryLater(error)
        return false
      }
      if (error.status === 404) onRefused(error)
      else console.error('A change of favorites was refused:', error)
      await settle(change, { wasSent: false })
      return true
    }
    await settle(change, { wasSent: true })
    return true
  }

  async function settle(change: Change, { wasSent }: { wasSent: boolean }) {
    await letGo(change, wasSent)
    await rows.remove(userId, change.id)
    tell({ settled: change, wasSent })
  }

  async function letGo(change: Change, wasSent: boolean) {
    stages.set(change.id, 'settled')
    if (!isOpen) return
    if (wasSent) await onSent(change)
    unsent.remove(change.id)
  }

  function retryLater(error: unknown) {
    if (!isOpen || isUpToPerson(error)) return
    clearTimeout(timer)
    timer = setTimeout(drain, delay)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }

  channel.onmessage = async ({ data }) => {
    const message = Message.safeParse(data).data
    if (message?.userId !== userId) return
    if (message.settled) return letGo(message.settled, message.wasSent === true)
    await refresh()
    await drain()
  }
  const stops = [
    unsent.watch(takeUp),
    onlineManager.subscribe((isOnline) => void (isOnline && drain())),
    focusManager.subscribe((isFocused) => void (isFocused && drain())),
    () => channel.close(),
    () => clearTimeout(timer),
  ]
  void rows.keepOnly(userId)
  void takeUp().then(drain)

  return {
    /** Tries to send what there is, for a few seconds. */
    async flush() {
      await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    },

    /** Gives up what was not sent, in all tabs. */
    async discard() {
      for (const { id } of unsent.all()) stages.set(id, 'settled')
      unsent.set([])
      await rows.clear(userId)
      tell({})
    },

    close() {
      isOpen = false
      for (const stop of stops) stop()
    },
  }
}

function send({ listingId, favorite }: Change) {
  return favorite
    ? call(addFavorite, { listing_id: listingId })
    : call(removeFavorite, { id: listingId })
}

/** Not signed in (any more), or without access: asking again does not help, a person may. */
const UP_TO_PERSON = [401, 403]
/** Too slow, too early, too often. */
const PASSING = [408, 425, 429]

function isUpToPerson(error: unknown) {
  return error instanceof ApiError && UP_TO_PERSON.includes(error.status)
}

/** Whether our server will never take it. What a proxy or a portal says of it counts for nothing. */
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || !error.isOurs || error.status >= 500) return false
  return !UP_TO_PERSON.includes(error.status) && !PASSING.includes(error.status)
}

/** Browsers have locks for pages that came over HTTPS or from the same machine; sending twice is harmless. */
function underLock(run: () => Promise<void>) {
  return navigator.locks ? navigator.locks.request(NAME, run) : run()
}
