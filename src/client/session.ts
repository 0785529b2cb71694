import { withStorage } from './storage.ts'

const KEY = 'token'
const LEGACY_KEY = 'access_token'
const TOKEN = /^[\w-]+$/

const listeners = new Set<() => void>()

/** The token of a browser that stores nothing for us: it lasts as long as the page. */
let unstored: string | null = null

/** Whose token it was, when the server last said so. */
let owner: { token: string; userId: string } | undefined

/** The bearer token of the signed-in person, in local storage and so common to all tabs. */
export const session = {
  token() {
    const stored = withStorage((storage) => storage.getItem(KEY)) ?? unstored
    // What no server of ours has given out may not even fit into a header.
    return stored !== null && TOKEN.test(stored) ? stored : null
  },

  /** Whose session it is; undefined until the server has said so. */
  userId() {
    return owner?.token === session.token() ? owner?.userId : undefined
  },

  /** Notes what the server says: whose token it is. */
  identify(token: string, userId: string) {
    owner = { token, userId }
  },

  start(token: string) {
    unstored = token
    withStorage((storage) => {
      storage.setItem(KEY, token)
      unstored = null
    })
  },

  /** Ends the session of `token`, or does nothing when another has started since. */
  end(token: string | null) {
    if (token === null || token !== session.token()) return
    unstored = null
    withStorage((storage) => storage.removeItem(KEY))
    for (const listener of listeners) listener()
  },

  /** Removes the token under the name it once had. */
  removeLegacy() {
    withStorage((storage) => storage.removeItem(LEGACY_KEY))
  },

  /** Calls `listener` when the session ends here, or starts or ends in another tab. Returns how to stop. */
  watch(listener: () => void) {
    const onStorage = ({ key }: StorageEvent) => {
      // Clearing everything has no key.
      if (key === KEY || key === null) listener()
    }
    listeners.add(listener)
    addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onStorage)
    }
  },
}
