// The build inlines this script into the app's page, so it runs before the app's code has loaded.
import { attempt } from '#client/browser/storage.ts'
import { readSnapshot } from './read-snapshot.ts'
import { replaceSnapshot } from './replace-snapshot.ts'

/** The address of the app's script. */
declare const APP: string

declare global {
  interface Document {
    /**
     * Shows the snapshot of the page. Resolves with false if there is none to show. Missing on
     * server-rendered pages.
     */
    showSnapshot?: () => Promise<boolean>
    /** Replaces the snapshot with the app once the app shows a page. Missing without a snapshot. */
    replaceSnapshot?: (app: Element) => void
  }
}

/** The longest time that the app's start waits for the snapshot. */
const TIMEOUT_MS = 500

// Begin to read now, while the browser parses the page.
const loaded = attempt(loadSnapshot, TIMEOUT_MS)

/** Loads the snapshot that this build has saved. Rejects in browsers without `CSSStyleSheet()`. */
async function loadSnapshot() {
  const snapshot = await readSnapshot()
  if (snapshot?.build !== APP) return undefined
  const styles = new CSSStyleSheet()
  styles.replaceSync(snapshot.styles)
  return { styles, markup: snapshot.markup }
}

document.showSnapshot = async () => {
  const snapshot = await loaded
  const root = document.getElementById('root')
  if (!snapshot || !root) return false
  document.adoptedStyleSheets = [snapshot.styles]
  // A form would load the page again. The app repeats the press on its button.
  root.onsubmit = () => false
  // A section would open without its content, which the snapshot leaves out.
  root.onclick = (event) => {
    if ((event.target as Element).closest('summary')) event.preventDefault()
  }
  // The back/forward cache must not show the snapshot, because the session may have ended.
  addEventListener('pagehide', () => root.replaceChildren())
  root.dataset.snapshot = ''
  root.innerHTML = snapshot.markup
  document.replaceSnapshot = (app) => replaceSnapshot(root, app)
  return true
}
