import { withProduct } from '#tests/support/product.ts'
import { auditInTurn, type Figure, lineOf } from '../audit.ts'
import { type MeasuredBrowser, withMeasuredBrowser } from '../measured-browser.ts'
import type { Line } from '../measurement.ts'
import type { Peer } from './peer.ts'
import { type PeerData, type ServedPeer, servePeer } from './peer-server.ts'

const ROUNDS = 5
/** Our public page. Another app must show the same content at the same address. */
const PATH = '/free-preview'
const FIGURES: Figure[] = [
  'performance',
  'firstPaint',
  'largestPaint',
  'blocking',
  'interactive',
  'processor',
  'script',
]

interface Site {
  name: string
  origin: string
}

/**
 * Visits our page and the pages of the compared apps in turn, each time with empty caches and
 * storage.
 */
export async function measurePeers(peers: Peer[], data: string | undefined): Promise<Line[]> {
  if (peers.length === 0) return [{ what: 'Side by side', skipped: 'no --peer was given' }]
  return withMeasuredBrowser((browser) =>
    withProduct((product) =>
      withServed(peers, { folder: data, product: product.origin }, (served) =>
        measure(browser, [{ name: 'Engawa', origin: product.origin }, ...served]),
      ),
    ),
  )
}

async function measure(browser: MeasuredBrowser, sites: Site[]) {
  const audits = await auditInTurn(
    sites.map(({ name, origin }) => ({ name, url: origin + PATH, browser })),
    ROUNDS,
  )
  return FIGURES.flatMap((figure) =>
    [...audits].map(([name, those]) => lineOf(figure, `Side by side, ${name}`, those)),
  )
}

/** Serves the compared apps until `use` has finished. */
async function withServed<T>(peers: Peer[], data: PeerData, use: (served: Site[]) => Promise<T>) {
  const served: (Site & ServedPeer)[] = []
  try {
    for (const { name, folder } of peers) {
      served.push({ name, ...(await servePeer(folder, data)) })
    }
    return await use(served)
  } finally {
    await Promise.all(served.map(({ close }) => close()))
  }
}
