/**
 * The first screen of a page as the person has last seen it. The next start shows the snapshot
 * before the app has loaded.
 */
export interface PageSnapshot {
  userId: string
  /**
   * The address of the app's script, which identifies the build. The class names in the markup
   * match only the stylesheets of the same build.
   */
  build: string
  /** The rules of the stylesheets that the markup needs besides the app's main stylesheet. */
  styles: string
  /** The content of `#root`. */
  markup: string
  /** The server's time when the snapshot was saved, in milliseconds. */
  savedAt: number
}

/** The viewing plan opens with today's houses, so its snapshot is valid for one day. */
export const PLAN_PATH = '/viewing-plan'

/** The pages on which a traveller starts the app: the favorites, the viewing plan and a house. */
const PAGES = /^\/(favorites|viewing-plan|listings\/[^/]+)$/

/**
 * The key of the snapshot of the open page. Undefined if the page has no snapshots. With search
 * params, an address shows another state of the page.
 */
export function snapshotKey() {
  const { pathname, search } = location
  return PAGES.test(pathname) && search === '' ? pathname : undefined
}
