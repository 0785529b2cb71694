import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { now } from '#client/browser/clock.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { listingAccess } from '#client/data/account.ts'
import { session } from '#client/session/session.ts'
import { storeSnapshot } from '#client/session/session-log.ts'
import { copyPage } from './copy-page.ts'
import { snapshotKey } from './page-snapshot.ts'

/**
 * How long the page must stay unchanged before its snapshot is saved. Without this wait, a slow
 * phone would copy the page after every small change.
 */
const UNCHANGED_FOR_MS = 1_000

/**
 * Loading states, failures, choices that the app forgets when it closes, and open dialogs and menus.
 * A page is not saved while it contains one of them, because the next start must not show it.
 */
const UNSAVED = '[data-loading], [data-no-snapshot], dialog[open], [aria-expanded=true]'

/** The address of the stylesheet that the app's page links. */
const MAIN_STYLESHEET = /\/assets\/index-/

/**
 * Saves a snapshot of the open page after each change, and when the person leaves the app. `build`
 * is the address of the app's script. Returns a function that stops the saving.
 */
export function saveSnapshots(queryClient: QueryClient, router: RegisteredRouter, build: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved: string | undefined

  function saveLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void whenIdle().then(save), UNCHANGED_FOR_MS)
  }

  async function save() {
    const key = snapshotKey()
    const tokenPrefix = session.tokenPrefix()
    const userId = session.userId()
    const root = document.getElementById('root')
    if (key === undefined || tokenPrefix === null || userId === undefined || !root) return
    // While the snapshot of the last start is still visible, there is nothing new to save.
    if (root.dataset.snapshot !== undefined || !isComplete(queryClient, router)) return
    const copy = copyPage(root)
    const markup = copy.innerHTML
    const version = `${tokenPrefix} ${key} ${markup}`
    if (version === saved) return
    const snapshot = { userId, build, styles: stylesOf(copy), markup, savedAt: now().getTime() }
    if (await storeSnapshot(tokenPrefix, key, snapshot)) saved = version
  }

  function saveWhenHidden() {
    if (document.hidden) void save()
  }

  const observer = new MutationObserver(saveLater)
  const changes = { attributes: true, characterData: true, childList: true, subtree: true }
  observer.observe(document.body, changes)
  document.addEventListener('visibilitychange', saveWhenHidden)
  saveLater()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', saveWhenHidden)
  }
}

/**
 * Whether the open page is rendered and shows its data, and contains none of the elements of
 * `UNSAVED`.
 */
function isComplete(queryClient: QueryClient, router: RegisteredRouter) {
  if (listingAccess(queryClient) !== 'granted' || router.state.status === 'pending') return false
  const shown = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.meta?.isPersisted === true && query.isActive())
  return (
    shown.length > 0 &&
    shown.every(({ state }) => state.data !== undefined) &&
    !document.querySelector(UNSAVED)
  )
}

/**
 * The rules of all stylesheets that apply to an element of `copy`. Leaves out the app's main
 * stylesheet, because the page links it.
 */
function stylesOf(copy: Element) {
  return [...document.styleSheets]
    .filter(({ href }) => href && !MAIN_STYLESHEET.test(href))
    .map(rulesOf)
    .filter((rules) => rules.some((rule) => appliesTo(copy, rule)))
    .flatMap((rules) => rules.map(({ cssText }) => cssText))
    .join('\n')
}

/**
 * The rules of a stylesheet. Empty for the stylesheets of extensions and for stylesheets that are
 * still loading, because reading their rules throws.
 */
function rulesOf(sheet: CSSStyleSheet) {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

function appliesTo(copy: Element, rule: CSSRule) {
  return rule instanceof CSSStyleRule && copy.querySelector(rule.selectorText) !== null
}
