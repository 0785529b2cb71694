import { removeDirectory, startProduct } from '#tests/support/product.ts'
import { auditInTurn, type Figure, lineOf } from '../audit.ts'
import { startMeasuredBrowser } from '../measured-browser.ts'
import type { Line } from '../measurement.ts'
import type { Peer } from './peer.ts'
import { servePeer } from './peer-server.ts'

const ROUNDS = 5
/** What anybody may see of ours; a peer shows the same at the same address. */
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

/** Ours and the peers, visited in turn by a browser that has nothing of them. */
export async function measurePeers(peers: Peer[], data: string | undefined): Promise<Line[]> {
  if (peers.length === 0) return [{ what: 'Side by side', skipped: 'no --peer was given' }]
  const product = await startProduct()
  const served = await Promise.all(
    peers.map(async ({ name, folder }) => ({
      name,
      ...(await servePeer(folder, { folder: data, product: product.origin })),
    })),
  )
  const browser = await startMeasuredBrowser()
  try {
    const sites = [{ name: 'Engawa', origin: product.origin }, ...served]
    const audits = await auditInTurn(
      sites.map(({ name, origin }) => ({ name, url: origin + PATH, browser })),
      ROUNDS,
    )
    return FIGURES.flatMap((figure) =>
      [...audits].map(([name, those]) => lineOf(figure, `Side by side, ${name}`, those)),
    )
  } finally {
    await browser.close()
    await Promise.all(served.map(({ close }) => close()))
    await product.stop()
    removeDirectory(product.directory)
  }
}
