import { getUnixTime } from 'date-fns/getUnixTime'
import { nextDue } from './due.ts'
import { NO_REQUEST, type Transact } from './state/transactions.ts'
import type { World } from './world.ts'

interface TimeAdvancerOptions {
  world: World
  transact: Transact
  /** Resolves when all webhooks are delivered and the product has processed them. */
  settle: () => Promise<void>
}

/**
 * Advances time. Due events run in order. Each event waits until the webhooks of the previous event
 * are delivered.
 */
export function openTimeAdvancer({ world, transact, settle }: TimeAdvancerOptions) {
  let advancing = Promise.resolve()
  let isStopped = false

  async function move(to: Date) {
    const target = getUnixTime(to)
    for (;;) {
      if (isStopped) return
      const due = nextDue(world)
      if (!due || due.at > target) break
      const { at, run } = due
      transact(NO_REQUEST, () => {
        world.time.moveTo(at)
        world.time.at(at, run)
      })
      await settle()
    }
    if (to <= world.time.now()) return
    transact(NO_REQUEST, () => world.time.moveTo(to.getTime() / 1000))
    await settle()
  }

  return {
    advance(to: Date) {
      advancing = advancing.catch(() => {}).then(() => move(to))
      return advancing
    },
    /** Stops advancing time. Resolves once the event that is running has ended. */
    async stop() {
      isStopped = true
      await advancing.catch(() => {})
    },
  }
}
