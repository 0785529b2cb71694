import { setTimeout as pass } from 'node:timers/promises'
import {
  type Product,
  removeDirectory,
  startProduct,
  temporaryDirectory,
} from '#tests/support/product.ts'
import { CONNECTIONS, runClosedLoop } from './load.ts'
import { type Line, medianOf } from './measurement.ts'
import { buildRequestMix, fillStorage, LISTINGS, send } from './mixed-load.ts'
import { memoryOf, peakDuring } from './process-memory.ts'
import { logProgress } from './progress.ts'

const ROUNDS = 3
/**
 * Durations in milliseconds: how long the server rests before its memory is read, and how long the
 * load lasts.
 */
const REST_MS = 5000
const BUSY_MS = 10_000

/** The memory of an idle server, and its peak under load. */
export async function measureMemory(): Promise<Line[]> {
  if (memoryOf(process.pid, 'VmRSS') === null) {
    return [{ what: 'Memory of the server', skipped: 'only Linux tells it' }]
  }
  const directory = temporaryDirectory()
  try {
    logProgress('Filling a catalogue…')
    await fillStorage({ directory })
    const rounds: { atRest: number; underLoad: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      logProgress(`Round ${round + 1} of ${ROUNDS}…`)
      rounds.push(await measureRound(directory))
    }
    const what = `Memory of the server, ${LISTINGS / 1000} k, embedded`
    return [
      { what: `${what}, at rest`, ...medianOf(rounds.map(({ atRest }) => atRest)), unit: 'MB' },
      {
        what: `${what}, most under a mixed load of ${CONNECTIONS} connections`,
        ...medianOf(rounds.map(({ underLoad }) => underLoad)),
        unit: 'MB',
      },
    ]
  } finally {
    removeDirectory(directory)
  }
}

async function measureRound(directory: string) {
  const product = await startProduct({ directory })
  try {
    await pass(REST_MS)
    const readMemory = () => memoryOf(product.pid, 'VmRSS')
    const atRest = readMemory()
    const underLoad = await peakDuring(keepBusy(product), readMemory)
    if (atRest === null || underLoad === null) throw new Error('The server has ended')
    return { atRest, underLoad }
  } finally {
    await product.stop()
  }
}

async function keepBusy(product: Product) {
  const requests = await buildRequestMix(product)
  await runClosedLoop(async (index) => {
    const request = requests[index % requests.length]
    if (request) await send(product, request)
  }, BUSY_MS)
}
