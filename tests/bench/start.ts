import { removeDirectory, startProduct, temporaryDirectory } from '#tests/support/product.ts'
import { type Line, medianOf, time } from './measurement.ts'
import { logProgress } from './progress.ts'

const ROUNDS = 3

/** The time from `npm start` to the first response, with an existing database. */
export async function measureStart(): Promise<Line[]> {
  const directory = temporaryDirectory()
  const startAndStop = async () => {
    let stop: (() => Promise<unknown>) | undefined
    const duration = await time(async () => {
      stop = (await startProduct({ directory })).stop
    })
    await stop?.()
    return duration
  }
  try {
    await startAndStop()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      logProgress(`Start ${round + 1} of ${ROUNDS}…`)
      times.push((await startAndStop()) / 1000)
    }
    return [
      {
        what: 'npm start to the first answer, second start',
        ...medianOf(times),
        unit: 's',
        atMost: 3,
      },
    ]
  } finally {
    removeDirectory(directory)
  }
}
