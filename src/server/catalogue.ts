/** See the search. */
export interface Catalogue {
  /** The number that grows with every change to what a search could return. */
  revision: () => Promise<number>
}
