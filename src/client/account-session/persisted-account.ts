import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import { persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { withStorage } from '#client/browser/storage.ts'
import { accountQuery } from '#client/data/account.ts'
import { session } from '#client/session/session.ts'
import { isAccount } from './is-account.ts'

const KEY = 'account'
/**
 * Increase this number when the stored format changes. Accounts in another format are then ignored.
 */
const VERSION = 1

interface PersistedClient {
  buster: unknown
  clientState: { queries?: { state?: { data?: unknown; dataUpdatedAt?: unknown } }[] }
}

/**
 * Persists the account in local storage. Local storage can be read synchronously, so the first
 * route guard decides without waiting, also offline. Returns the unsubscribe function.
 */
export function persistAccount(queryClient: QueryClient) {
  const persister = createSyncStoragePersister({
    storage: {
      getItem: (key) => withStorage((storage) => storage.getItem(key)),
      // The persister writes with a delay. If the session has ended meanwhile, do not write,
      // because the account's data would stay on the device.
      setItem: (key, value) => {
        if (session.userId() !== undefined) withStorage((storage) => storage.setItem(key, value))
      },
      removeItem: (key) => void withStorage((storage) => storage.removeItem(key)),
    },
    key: KEY,
    // Writes as soon as possible, but batches changes of the same tick.
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

export function removeStaleAccount() {
  if (!readPersistedAccount()) withStorage((storage) => storage.removeItem(KEY))
}

function restore(queryClient: QueryClient) {
  const token = session.token()
  const persisted = readPersistedAccount()
  if (token === null || !persisted) return removeStaleAccount()
  const { data, dataUpdatedAt } = persisted
  session.identify(token, data.user.id)
  queryClient.setQueryData(accountQuery.queryKey, data, { updatedAt: dataUpdatedAt })
  // Treat the restored account as stale at every start. The age of the persisted data is not
  // reliable, because the device's clock may have changed.
  void queryClient.invalidateQueries({ ...accountQuery, refetchType: 'none' })
}

/** Reads the persisted account, if it belongs to the current session. */
function readPersistedAccount() {
  const client = parseJson(withStorage((storage) => storage.getItem(KEY)))
  if (session.token() === null || client?.buster !== buster()) return undefined
  const { data, dataUpdatedAt } = client.clientState?.queries?.[0]?.state ?? {}
  return isAccount(data) && typeof dataUpdatedAt === 'number' ? { data, dataUpdatedAt } : undefined
}

/**
 * Identifies the format and the session of the persisted account. A persisted account with another
 * identifier is ignored.
 */
function buster() {
  return `${VERSION}-${session.tokenPrefix()}`
}

function parseJson(text: string | null): Partial<PersistedClient> | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
