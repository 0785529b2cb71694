import { nextDue } from './due.ts'
import { BY_ITSELF, type Transact } from './state/transactions.ts'
import { secondsOf } from './time.ts'
import type { World } from './world.ts'

interface AdvancingOptions {
  world: World
  transact: Transact
  /** Resolves when everybody has been told of what has happened, and has done what follows from it. */
  settle: () => Promise<void>
}

/** Returns how time goes by: what falls due happens in order, and is told of before the next does. */
export function openAdvancing({ world, transact, settle }: AdvancingOptions) {
  let moving = Promise.resolve()
  let isStopped = false

  async function move(to: Date) {
    const target = secondsOf(to)
    for (;;) {
      if (isStopped) return
      const due = nextDue(world, null)
      if (!due || due.at > target) break
      const { at, run } = due
      transact(BY_ITSELF, () => {
        world.time.moveTo(at)
        world.time.at(at, run)
      })
      await settle()
    }
    if (to <= world.time.now()) return
    transact(BY_ITSELF, () => world.time.moveTo(to.getTime() / 1000))
    await settle()
  }

  return {
    advance(to: Date) {
      moving = moving.catch(() => {}).then(() => move(to))
      return moving
    },
    /** Lets nothing more happen. */
    async stop() {
      isStopped = true
      await moving.catch(() => {})
    },
  }
}
