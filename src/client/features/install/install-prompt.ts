import { createStore } from '#client/browser/listeners.ts'

/** Chromium's event for installing an app. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

const deferred = createStore<InstallPrompt | undefined>(undefined)

/** The browser's install prompt, deferred until there is a reason to show it. */
export const installPrompt = {
  /**
   * Call this method when the app starts, because the browser fires the install event early and
   * only once.
   */
  defer() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      deferred.set(event)
    })
    addEventListener('appinstalled', () => deferred.set(undefined))
  },

  current: deferred.current,
  watch: deferred.watch,

  /**
   * Shows the browser's install prompt. The browser lets the app show each prompt only once.
   * Resolves with whether the person accepted.
   */
  async show() {
    const event = deferred.current()
    deferred.set(undefined)
    return (await event?.prompt())?.outcome === 'accepted'
  },
}
