import { attempt } from '#client/browser/storage.ts'
import type { FirstScreen } from './first-screen.ts'

/** How long the app may wait for what was kept to be seen first; milliseconds. */
const PATIENCE = 1_000

/** Puts what was kept into the place of the app, if it is of this build. Whether it is there. */
export async function showFirstScreen(kept: Promise<FirstScreen | undefined>, build: string) {
  const screen = await attempt(() => dress(kept, build), PATIENCE)
  const root = document.getElementById('root')
  if (!screen || !root) return false
  root.innerHTML = screen.markup
  root.dataset.kept = ''
  return true
}

/** Brings its styles first, so that it is never seen without. */
async function dress(kept: Promise<FirstScreen | undefined>, build: string) {
  const screen = await kept
  if (screen?.build !== build) return undefined
  const missing = screen.styles.filter((href) => !document.querySelector(`link[href="${href}"]`))
  await Promise.all(missing.map(loadStyle))
  return screen
}

function loadStyle(href: string) {
  const link = document.createElement('link')
  // As the app would ask for it, which then finds it there.
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
}
