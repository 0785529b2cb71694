import { openBlock } from '#search/block.ts'
import type { CATALOGUE_COLUMNS } from '#search/catalogue-row.ts'
import { openCatalogue } from '#search/open-catalogue.ts'
import { openPlaces, type PLACE_COLUMNS } from '#search/places/place-block.ts'
import { openQuestions } from './open-questions.ts'
import type { Answered, Asked, FromWorker, ToWorker } from './questions.ts'
import { readBlock, readCatalogue, type StoredCatalogue } from './stored-catalogue.ts'

/* Searches the catalogue on this device, outside of the page's thread. */

let current: { owner: string; opening: ReturnType<typeof open> } | undefined
/** Settles after the last opening. Two openings at once would hold all blocks twice. */
let lastOpening: Promise<unknown> = Promise.resolve()
/** The blocks for searches that were opened last. Most changes concern other blocks. */
let searched: { parts: string; blocks: ReturnType<typeof openBlocks> } | undefined

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('hasChanged' in data) current = undefined
  else if ('question' in data) void respond(data)
  else void openingFor(data.owner)
})

async function respond({ id, owner, question, input, rates }: Asked & { id: number }) {
  const opening = openingFor(owner)
  const response = await answerFrom().catch(() => undefined)
  postMessage({ id, ...response } satisfies FromWorker)

  async function answerFrom(): Promise<Answered> {
    const { stored, ask, isDamaged } = await opening
    if (!ask) return { isDamaged }
    const { revision, checkedAt } = stored
    return { answer: await ask(question, input, rates), revision, checkedAt }
  }
}

function openingFor(owner: string) {
  if (current?.owner === owner) return current.opening
  const opened = { owner, opening: lastOpening.then(() => open(owner)) }
  current = opened
  // A database that hangs or fails may answer the next question.
  lastOpening = opened.opening.catch(() => {
    if (current === opened) current = undefined
  })
  return opened.opening
}

/** Opens the blocks for searches. Without all of them, the device has no answers. */
async function open(owner: string) {
  const stored = await readCatalogue(owner)
  const parts = JSON.stringify(stored.parts.filter(({ tier }) => tier !== 'details'))
  if (searched?.parts !== parts) {
    // Free the memory of the former blocks before the new ones are read.
    searched = undefined
    const columns = await readTier(stored, 'columns')
    const places = await readTier(stored, 'places')
    if (!columns || !places) return { stored, isDamaged: true }
    if (columns.length === 0) return { stored }
    searched = { parts, blocks: openBlocks(columns, places) }
  }
  const { catalogue, directory } = searched.blocks
  return { stored, ask: openQuestions(stored, catalogue, directory) }
}

type ReadBlocks = NonNullable<Awaited<ReturnType<typeof readTier>>>

function openBlocks(columns: ReadBlocks, places: ReadBlocks) {
  const catalogue = openCatalogue(
    columns.map(({ bytes, gone }) => ({
      block: openBlock<typeof CATALOGUE_COLUMNS>(bytes),
      gone: new Set(gone),
    })),
  )
  const directory = openPlaces(places.map(({ bytes }) => openBlock<typeof PLACE_COLUMNS>(bytes)))
  return { catalogue, directory }
}

/** The blocks of a tier. Undefined if one of them is missing or damaged. */
async function readTier({ parts }: StoredCatalogue, tier: 'columns' | 'places') {
  const ofTier = parts.filter((part) => part.tier === tier)
  const read = await Promise.all(
    ofTier.map(async (part) => {
      const bytes = await readBlock(part)
      return bytes ? [{ bytes, gone: part.gone }] : []
    }),
  )
  const found = read.flat()
  return found.length === ofTier.length ? found : undefined
}
