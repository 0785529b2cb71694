import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

const HeapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() })
/** A message of the worker: an event has no id. */
const Message = z.object({ id: z.optional(z.int()), result: z.optional(z.unknown()) })

/** The memory of the page's only worker after a garbage collection, with its buffers, in megabytes. */
export async function memoryOfWorker(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const attached = new Promise<string>((resolve) => {
    devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId)
    })
  })
  await devtools.send('Target.setAutoAttach', {
    ...{ autoAttach: true, waitForDebuggerOnStart: false, flatten: false },
  })
  const sessionId = await attached
  let lastId = 0

  async function ask(method: string) {
    const id = ++lastId
    const replied = new Promise((resolve) => {
      devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
        const { id: answered, result } = Message.parse(JSON.parse(message))
        if (answered === id) resolve(result)
      })
    })
    await devtools.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method }),
    })
    return replied
  }

  await ask('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = HeapUsage.parse(await ask('Runtime.getHeapUsage'))
  await devtools.detach()
  return (usedSize + backingStorageSize) / 1e6
}
