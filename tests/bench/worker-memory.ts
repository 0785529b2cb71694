import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

const HeapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() })
const Reply = z.object({ id: z.int(), result: z.optional(z.unknown()) })

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
        const reply = Reply.parse(JSON.parse(message))
        if (reply.id === id) resolve(reply.result)
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
