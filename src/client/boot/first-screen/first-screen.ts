/** A saved first screen: its markup, its owner, and everything needed to show it again. */
export interface FirstScreen {
  /** Identifies the session without giving access. */
  mark: string
  userId: string
  /**
   * The address of the app's script, which identifies the build. The class names in the markup
   * match only the stylesheets of the same build.
   */
  build: string
  /** The addresses of the page's stylesheets. */
  styles: string[]
  /** The content of `#root`. */
  markup: string
}

/** The paths of the pages on which the installed app can start. */
export const START_PATHS = ['/favorites']

/** Elements with this attribute show a momentary state, so they are not saved. */
export const MOMENTARY = '[data-momentary]'
