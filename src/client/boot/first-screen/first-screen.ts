/** What the first screen of a page showed when it was last here, for whom, and what it takes to show it again. */
export interface FirstScreen {
  /** Of the session. */
  mark: string
  userId: string
  /** The address of the script that it was drawn by: names of styles belong to a build. */
  build: string
  /** The addresses of the stylesheets that came with the page. */
  styles: string[]
  /** What `#root` held. */
  markup: string
}

/** The pages that the app is opened with from the home screen. */
export const OPENED_WITH = ['/favorites']

/** What says something of this very moment bears this attribute: it is not kept. */
export const OF_NOW = '[data-of-now]'
