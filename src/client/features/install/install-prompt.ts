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

let held: InstallPrompt | undefined
const listeners = createListeners()

function hold(event?: InstallPrompt) {
  event?.preventDefault()
  held = event
  listeners.tell()
}

/** The browser's install prompt, held back until there is a reason to show it. */
export const installPrompt = {
  /** Call this at the start, because the browser fires the install event early and only once. */
  holdBack() {
    addEventListener('beforeinstallprompt', hold)
    addEventListener('appinstalled', () => hold())
  },

  held: () => held,

  watch: listeners.watch,

  /** Shows the browser's prompt, which works once. Resolves with whether the person accepted. */
  async show() {
    const event = held
    hold()
    return (await event?.prompt())?.outcome === 'accepted'
  },
}
