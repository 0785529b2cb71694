import type { Query, QueryClient } from '@tanstack/react-query'
import { whenIdle } from '#client/browser/when-idle.ts'
import { listingAccess } from '#client/data/account.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { session } from '#client/session/session.ts'
import { deleteBesideLog, storeBesideLog } from '#client/session/session-log.ts'
import { copyScreen } from './copy-screen.ts'
import { type FirstScreen, START_PATHS } from './first-screen.ts'

/** How long the page must stay unchanged before its first screen is saved. */
const UNCHANGED_FOR_MS = 1_000

/** Matches open dialogs and menus, which the next start must not show. */
const BUSY = 'dialog[open], [aria-expanded=true]'

/**
 * Saves the first screen of a start page after each change. The next start shows the saved screen
 * before the app has loaded. Returns a function that stops the saving.
 */
export function saveFirstScreens(queryClient: QueryClient, build: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedMarkup: string | undefined

  function saveLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void whenIdle().then(save), UNCHANGED_FOR_MS)
  }

  function save() {
    if (listingAccess(queryClient) !== 'granted') return deleteSaved()
    if (!isInitialState() || !isComplete(queryClient)) return
    const screen = captureScreen(build)
    if (!screen || screen.markup === savedMarkup) return
    savedMarkup = screen.markup
    void storeBesideLog(screen.mark, location.pathname, screen)
  }

  /** Deletes the saved screen. After the next change, the page saves a new screen. */
  function deleteSaved() {
    savedMarkup = undefined
    void deleteBesideLog(START_PATHS)
  }

  const observer = new MutationObserver(saveLater)
  observer.observe(document.body, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  })
  const stops = [
    () => observer.disconnect(),
    unsentFavorites.watch(() => {
      // Delete the saved screen immediately. Otherwise a house that the person has just removed
      // would reappear if the app is closed before the next save.
      if (unsentFavorites.all().length > 0) deleteSaved()
      saveLater()
    }),
    () => clearTimeout(timer),
  ]
  saveLater()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Whether the page is in its initial state: no search, no open dialog. */
function isInitialState() {
  const { pathname, search } = location
  return START_PATHS.includes(pathname) && !search && !document.querySelector(BUSY)
}

/** Whether every query on the page has data, so that the page shows no loading or error state. */
function isComplete(queryClient: QueryClient) {
  const shown = queryClient.getQueryCache().getAll().filter(isShown)
  return shown.length > 0 && shown.every(({ state }) => state.data !== undefined)
}

function isShown(query: Query) {
  return query.meta?.isPersisted === true && query.isActive()
}

function captureScreen(build: string): FirstScreen | undefined {
  const mark = session.mark()
  const userId = session.userId()
  const root = document.getElementById('root')
  if (mark === null || userId === undefined || !root) return undefined
  const copy = copyScreen(root)
  return { mark, userId, build, styles: addressesOfStyles(copy), markup: copy.innerHTML }
}

/** The addresses of the stylesheets that apply to any element in `copy`. */
function addressesOfStyles(copy: Element) {
  return [...document.styleSheets].flatMap((sheet) =>
    sheet.href && rulesOf(sheet).some((rule) => isFor(copy, rule))
      ? new URL(sheet.href).pathname
      : [],
  )
}

/**
 * The rules of a stylesheet. Returns no rules for stylesheets of extensions and for stylesheets
 * that are still loading, because reading their rules throws.
 */
function rulesOf(sheet: CSSStyleSheet) {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

function isFor(copy: Element, rule: CSSRule) {
  return rule instanceof CSSStyleRule && copy.querySelector(rule.selectorText) !== null
}
