import { attempt } from '#client/browser/storage.ts'
import type { FirstScreen } from './first-screen.ts'

/** How long the app's start may wait for the saved first screen. */
const SHOW_TIMEOUT_MS = 1_000

/**
 * Shows the saved screen in `#root`, if this build saved it. Resolves with true if the screen
 * shows.
 */
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
  // Give the link the same attributes as the app's own link. The app then reuses this stylesheet
  // instead of loading it again.
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
}
