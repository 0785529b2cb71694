import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { medianOf, type Report } from './measurement.ts'
import { logProgress } from './progress.ts'

const ROUNDS = 5
const IMPORTS = fileURLToPath(new URL('./changing-import.ts', import.meta.url))

/**
 * Compares imports that change every house with the same imports without history. Two processes take
 * turns, each with a database of its own. One of them has replaced the modules of the history.
 */
export async function measureHistory(report: Report) {
  logProgress('Importing the houses for the history…')
  const importing = [fork(IMPORTS, ['with']), fork(IMPORTS, ['without'])]
  try {
    for (const one of importing) await answerOf(one)
    const times = { with: [] as number[], without: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, name] of (['with', 'without'] as const).entries()) {
        const one = importing[at]
        if (!one) continue
        one.send(round + 1)
        times[name].push(await answerOf(one))
      }
    }
    report(
      { what: 'Import that changes every house', ...medianOf(times.with), unit: 'ms' },
      {
        what: 'Import that changes every house, without history',
        ...medianOf(times.without),
        unit: 'ms',
      },
      {
        what: 'Import with history, in imports without history',
        ...medianOf(times.with.map((one, round) => one / (times.without[round] ?? 0))),
        unit: '',
        atMost: 1.3,
      },
    )
  } finally {
    for (const one of importing) one.kill()
  }
}

/** The next message of the process. Throws if the process ends first. */
async function answerOf(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The import ended with code ${code}`)
  })
  const [answer] = await Promise.race([once(child, 'message'), ended])
  return answer
}
