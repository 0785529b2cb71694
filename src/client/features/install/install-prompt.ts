import { createListeners } from '#client/browser/listeners.ts'

/** How Chromium offers to install an app. */
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

/** The browser's own offer to install, held back until somebody has a reason to take it. */
export const installPrompt = {
  /** The browser makes it once, early: from now on it is not missed. */
  holdBack() {
    addEventListener('beforeinstallprompt', hold)
    addEventListener('appinstalled', () => hold())
  },

  held: () => held,

  watch: listeners.watch,

  /** Shows the browser's own question, which can be done once. Resolves with whether it was answered with yes. */
  async show() {
    const event = held
    hold()
    return (await event?.prompt())?.outcome === 'accepted'
  },
}
