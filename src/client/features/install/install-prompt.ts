import { createListeners } from '#client/browser/listeners.ts'

/** Chromium's event for installing an app. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

let deferredPrompt: InstallPrompt | undefined
const listeners = createListeners()

function deferPrompt(event?: InstallPrompt) {
  event?.preventDefault()
  deferredPrompt = event
  listeners.tell()
}

/** The browser's install prompt, deferred until there is a reason to show it. */
export const installPrompt = {
  /** Call this at the start, because the browser fires the install event early and only once. */
  defer() {
    addEventListener('beforeinstallprompt', deferPrompt)
    addEventListener('appinstalled', () => deferPrompt())
  },

  current: () => deferredPrompt,

  watch: listeners.watch,

  /**
   * Shows the browser's install prompt. The browser lets the app show each prompt only once.
   * Resolves with whether the person accepted.
   */
  async show() {
    const event = deferredPrompt
    deferPrompt()
    return (await event?.prompt())?.outcome === 'accepted'
  },
}
