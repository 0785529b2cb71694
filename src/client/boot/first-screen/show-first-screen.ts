import { attempt } from '#client/browser/storage.ts'
import type { FirstScreen } from './first-screen.ts'

/** How long the app's start may wait for the saved first screen. */
const SHOW_TIMEOUT_MS = 1_000

/** Shows the saved screen in `#root`, if it is of this build. Resolves with whether it is shown. */
export async function showFirstScreen(saved: Promise<FirstScreen | undefined>, build: string) {
  const screen = await attempt(() => loadStyles(saved, build), SHOW_TIMEOUT_MS)
  const root = document.getElementById('root')
  if (!screen || !root) return false
  root.innerHTML = screen.markup
  root.dataset.savedScreen = ''
  return true
}

/** Loads the screen's stylesheets first. Otherwise the screen would appear unstyled. */
async function loadStyles(saved: Promise<FirstScreen | undefined>, build: string) {
  const screen = await saved
  if (screen?.build !== build) return undefined
  const missing = screen.styles.filter((href) => !document.querySelector(`link[href="${href}"]`))
  await Promise.all(missing.map(loadStyle))
  return screen
}

function loadStyle(href: string) {
  const link = document.createElement('link')
  // The app's own link has the same attributes, so the app reuses this link.
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
}
