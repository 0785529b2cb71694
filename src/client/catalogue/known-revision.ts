import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'

/** How long the last revision of the server counts as its newest. Listings change rarely. */
const VALID_MS = 5 * MINUTE_MS

let heard = { revision: 0, at: 0 }

/** The revision of the listings that the server has last reported. */
export const knownRevision = {
  hear(revision: number) {
    heard = { revision, at: Date.now() }
  },

  /** This device has changed a house itself, so the server has a newer revision. */
  forget() {
    heard = { revision: 0, at: 0 }
  },

  /** Whether this revision is the newest one of the server. */
  isNewest: (revision: number) =>
    heard.revision === revision && Math.abs(Date.now() - heard.at) < VALID_MS,

  /** When the server last said that this revision is its newest, in milliseconds. 0 if never. */
  heardAt: (revision: number) => (heard.revision === revision ? heard.at : 0),
}
