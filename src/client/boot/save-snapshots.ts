import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '#client/browser/when-idle.ts'
import { listingAccess } from '#client/data/account.ts'
import { session } from '#client/session/session.ts'
import { storeSnapshot } from '#client/session/session-log.ts'
import { copyPage } from './copy-page.ts'
import { snapshotKey } from './page-snapshot.ts'

/** How long the page must stay unchanged before its snapshot is saved. */
const UNCHANGED_FOR_MS = 1_000

/** A page in one of these states is not saved: loading, with an open dialog or an open menu. */
const BUSY = '[data-loading], dialog[open], [aria-expanded=true]'

/** The address of the stylesheet that the app's page links. */
const MAIN_STYLESHEET = /\/assets\/index-/

/**
 * Saves a snapshot of the open page after each change, and when the person leaves the app. `build`
 * is the address of the app's script. Returns a function that stops the saving.
 */
export function saveSnapshots(queryClient: QueryClient, build: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved: string | undefined

  function saveLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void whenIdle().then(save), UNCHANGED_FOR_MS)
  }

  function save() {
    const key = snapshotKey()
    const tokenPrefix = session.tokenPrefix()
    const userId = session.userId()
    const root = document.getElementById('root')
    if (key === undefined || tokenPrefix === null || userId === undefined || !root) return
    if (listingAccess(queryClient) !== 'granted' || document.querySelector(BUSY)) return
    const copy = copyPage(root)
    const markup = copy.innerHTML
    if (markup === saved) return
    saved = markup
    const styles = stylesOf(copy)
    void storeSnapshot(tokenPrefix, key, { userId, build, styles, markup, savedAt: Date.now() })
  }

  function saveWhenHidden() {
    if (document.hidden) save()
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
