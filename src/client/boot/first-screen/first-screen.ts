/** A saved first screen: its markup, whose it is, and what is needed to show it again. */
export interface FirstScreen {
  /** The mark of the session. */
  mark: string
  userId: string
  /** The address of the app's script. Generated class names match only within one build. */
  build: string
  /** The addresses of the page's stylesheets. */
  styles: string[]
  /** The content of `#root`. */
  markup: string
}

/** The paths that the installed app starts with. */
export const OPENED_WITH = ['/favorites']

/** Elements with this attribute show something that is true only now, so they are not saved. */
export const OF_NOW = '[data-of-now]'
