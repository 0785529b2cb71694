import { call, downloadBytes } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import type { CatalogueIndex, CataloguePart } from '#contract/catalogue.ts'
import {
  hashOf,
  readCatalogue,
  readHashes,
  type StoredCatalogue,
  storeBlock,
  updateCatalogue,
} from './stored-catalogue.ts'
import { wantedParts } from './wanted.ts'

const endpoint = lazyEndpoints(() => import('#contract/catalogue.ts'))

/** How often a block that arrives damaged is fetched again. */
const RETRIES = 2

/** A block arrived with other bytes than the server has named. */
class DamagedBlock extends Error {
  constructor() {
    super('A part of the catalogue arrived damaged. Please try again.')
  }
}

export async function fetchIndex(signal?: AbortSignal): Promise<CatalogueIndex> {
  return call(endpoint('getCatalogue'), {}, signal)
}

interface Transfer {
  owner: string
  index: CatalogueIndex
  signal: AbortSignal
  /** Called with the hashes of the blocks on this device, after each block. */
  onProgress: (hashes: ReadonlySet<string>) => void
  /** Called after this device has got a newer catalogue, or another prefecture. */
  onInstall: (stored: StoredCatalogue) => void
}

/**
 * Fetches the wanted blocks that this device lacks: first those for searches, then the houses of one
 * prefecture after the other. An interrupted transfer goes on with the blocks that it lacks. Searches
 * use the former blocks until all newer ones are here.
 */
export async function fetchCatalogue({ owner, index, signal, onProgress, onInstall }: Transfer) {
  const { wanted } = await readCatalogue(owner)
  const stored = await readHashes()
  const parts = wantedParts(index.parts, wanted)
  const hashes = new Set(parts.map(({ hash }) => hash))

  const install = async (change: (before: StoredCatalogue) => Partial<StoredCatalogue>) =>
    onInstall(await updateCatalogue(owner, parts, change))

  for (const { name, group } of groupsOf(parts)) {
    for (const part of group) {
      if (stored.has(part.hash)) continue
      await storeBlock(owner, part, await fetchBlock(part, signal))
      stored.add(part.hash)
      onProgress(stored)
    }
    await install((row) => ({
      parts: [...row.parts.filter((part) => groupOf(part) !== name), ...group],
      ...(name === SEARCH && editionOf(index)),
      // An interruption after this leaves prefectures of the former edition.
      isComplete: false,
    }))
  }
  // Drop the blocks of prefectures that the newest edition lacks.
  await install((row) => {
    const left = row.parts.filter(({ hash }) => hashes.has(hash))
    const has = new Set(left.map(({ hash }) => hash))
    const isComplete = wantedParts(index.parts, row.wanted).every(({ hash }) => has.has(hash))
    return { parts: left, isComplete }
  })
}

function editionOf({ revision, rates, newest_revision }: CatalogueIndex) {
  const isNewest = newest_revision === revision
  return { revision, rates, ...(isNewest && { checkedAt: Date.now() }) }
}

const SEARCH = 'search'

/** The parts that are replaced together: those for searches, and those of one prefecture. */
function groupsOf(parts: CataloguePart[]) {
  const names = new Set([SEARCH, ...parts.map(groupOf)])
  return [...names].map((name) => ({
    name,
    group: parts.filter((part) => groupOf(part) === name),
  }))
}

function groupOf({ tier, prefecture }: CataloguePart) {
  return tier === 'details' ? `details ${prefecture}` : SEARCH
}

async function fetchBlock({ hash }: CataloguePart, signal: AbortSignal) {
  for (let failures = 0; failures <= RETRIES; failures++) {
    const bytes = await downloadBytes(endpoint('getCatalogueBlock'), { hash }, signal)
    if ((await hashOf(bytes)) === hash) return bytes
  }
  throw new DamagedBlock()
}
