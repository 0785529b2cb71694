import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import { persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { withStorage } from '#client/browser/storage.ts'
import { accountQuery } from '#client/data/account.ts'
import { isAccount } from './is-account.ts'
import { session } from './session.ts'

const KEY = 'account'
/** Of the form in which it is kept. */
const VERSION = 1

interface Kept {
  buster: unknown
  clientState: { queries?: { state?: { data?: unknown; dataUpdatedAt?: unknown } }[] }
}

/**
 * Keeps the account in local storage, where it can be read at once: so the first guard decides
 * without waiting, and without a network. Returns how to stop.
 */
export function keepAccount(queryClient: QueryClient) {
  const persister = createSyncStoragePersister({
    storage: {
      getItem: (key) => withStorage((storage) => storage.getItem(key)),
      // It is written a moment later, and the session may be over by then.
      setItem: (key, value) => {
        if (session.userId() !== undefined) withStorage((storage) => storage.setItem(key, value))
      },
      removeItem: (key) => void withStorage((storage) => storage.removeItem(key)),
    },
    key: KEY,
    // At once, but for what changes in the same moment.
    throttleTime: 0,
  })
  restore(queryClient)
  return persistQueryClientSubscribe({
    queryClient,
    persister,
    get buster() {
      return buster()
    },
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, state }) =>
        queryKey[0] === accountQuery.queryKey[0] &&
        Boolean(state.data) &&
        session.userId() !== undefined,
    },
  })
}

/** Leaves nothing behind of an account whose session is over. */
export function forgetKeptAccount() {
  if (!readKept()) withStorage((storage) => storage.removeItem(KEY))
}

function restore(queryClient: QueryClient) {
  const token = session.token()
  const kept = readKept()
  if (token === null || !kept) return forgetKeptAccount()
  const { data, dataUpdatedAt } = kept
  session.identify(token, data.user.id)
  queryClient.setQueryData(accountQuery.queryKey, data, { updatedAt: dataUpdatedAt })
  // Each start asks anew, however recent it seems: the clock of the device may have changed since.
  void queryClient.invalidateQueries({ ...accountQuery, refetchType: 'none' })
}

/** The account of the session that there is. */
function readKept() {
  const kept = parseJson(withStorage((storage) => storage.getItem(KEY)))
  if (session.token() === null || kept?.buster !== buster()) return undefined
  const { data, dataUpdatedAt } = kept.clientState?.queries?.[0]?.state ?? {}
  return isAccount(data) && typeof dataUpdatedAt === 'number' ? { data, dataUpdatedAt } : undefined
}

/** What is kept is good for one session. */
function buster() {
  return `${VERSION}-${session.mark()}`
}

/** What the persister has written, as far as it is read. */
function parseJson(text: string | null): Partial<Kept> | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
