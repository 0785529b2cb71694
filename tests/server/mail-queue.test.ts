import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mails } from '#server/db/schema.ts'
import type { QueuedMail } from '#server/mail/mail.ts'
import { openMailQueue, queueMail } from '#server/mail/mail-queue.ts'
import { sendBySmtp } from '#server/mail/smtp.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const MAIL = { to: 'ana@example.com', subject: 'Your garden', text: 'It is raining.' }
const FROM = { name: 'Engawa', address: 'post@engawa.example' }

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

test('a mail is sent once, after its transaction commits', async () => {
  const { db, now } = server.services
  await db.transaction(async (tx) => {
    await queueMail(tx, MAIL, now())
  })
  expect(await server.mails()).toEqual([MAIL])
  expect(await server.mails()).toEqual([MAIL])
  expect(await db.$count(mails)).toBe(0)
})

test('mails of the same millisecond are sent in the order in which they were queued', async () => {
  const { db, now } = server.services
  const subjects = Array.from({ length: 20 }, (_, number) => `Letter ${number}`)
  for (const subject of subjects) await queueMail(db, { ...MAIL, subject }, now())
  expect((await server.mails()).map(({ subject }) => subject)).toEqual(subjects)
})

test('a mail of a rolled-back transaction is not sent', async () => {
  const { db, now } = server.services
  const changed = db.transaction(async (tx) => {
    await queueMail(tx, MAIL, now())
    throw new Error('The roof has come down')
  })
  await expect(changed).rejects.toThrow('The roof has come down')
  expect(await server.mails()).toEqual([])
})

test('while the mail server is down, a mail is retried with growing delays, and it arrives once the server is back', async () => {
  const mailServer = await startMailServer()
  const logError = vi.fn()
  const queue = openQueue({ send: sendBySmtp(mailServer.url, FROM), logError })
  await queueAt('2026-01-15T00:00:00Z')
  await mailServer.close()

  const tried: string[] = []
  for (let minute = 0; minute < 60; minute += 0.5) {
    const [before] = await rows()
    server.setNow(new Date(Date.parse('2026-01-15T00:00:00Z') + minute * 60_000).toISOString())
    await queue.drain()
    const [after] = await rows()
    if (after?.tries !== before?.tries)
      tried.push(server.services.now().toISOString().slice(11, 19))
  }
  expect(tried).toEqual(['00:00:00', '00:00:30', '00:02:30', '00:10:30', '00:42:30'])
  expect(logError).toHaveBeenCalledTimes(1)
  expect(String(logError.mock.calls[0])).toContain('ECONNREFUSED')

  await mailServer.open()
  server.setNow('2026-01-15T03:00:00Z')
  await queue.drain()
  expect(mailServer.received).toMatchObject([{ recipients: ['ana@example.com'] }])
  expect(await rows()).toEqual([])
})

test('while the mail server is down, each run of the mail queue tries only one mail', async () => {
  const send = vi.fn().mockRejectedValue(new Error('connect ECONNREFUSED'))
  const queue = openQueue({ send, logError: () => {} })
  for (let number = 0; number < 3; number++) await queueAt('2026-01-15T00:00:00Z')
  await queue.drain()
  expect(send).toHaveBeenCalledTimes(1)
  await queue.drain()
  expect(send).toHaveBeenCalledTimes(2)
})

test('a mail that the mail server refuses does not block other mails', async () => {
  const mailServer = await startMailServer()
  mailServer.refuse('nobody@example.com')
  const logError = vi.fn()
  const queue = openQueue({ send: sendBySmtp(mailServer.url, FROM), logError })
  await queueAt('2026-01-15T00:00:00Z', { ...MAIL, to: 'nobody@example.com' })
  await queueAt('2026-01-15T00:00:01Z')
  server.setNow('2026-01-15T00:00:02Z')
  await queue.drain()
  expect(mailServer.received.map(({ recipients }) => recipients)).toEqual([['ana@example.com']])
  expect(await rows()).toMatchObject([{ recipient: 'nobody@example.com', tries: 1 }])
  expect(String(logError.mock.calls[0])).toMatch(/550/)
  expect(String(logError.mock.calls[0])).not.toContain('nobody@example.com')
})

test('after five days of failures, a mail is dropped, and the logged error names its subject but not its recipient', async () => {
  const logError = vi.fn()
  const queue = openQueue({
    send: () => Promise.reject(new Error('452 <ana@example.com>\r\nhas no room')),
    logError,
  })
  await queueAt('2026-01-15T00:00:00Z')
  for (let hour = 0; hour < 24 * 5; hour += 4) {
    server.setNow(new Date(Date.parse('2026-01-15T00:00:00Z') + hour * 3_600_000).toISOString())
    await queue.drain()
  }
  expect(await rows()).toHaveLength(1)
  server.setNow('2026-01-20T00:00:00Z')
  await queue.drain()
  expect(await rows()).toEqual([])
  expect(logError.mock.lastCall).toEqual([
    new Error(
      'The mail "Your garden" could not be sent, and will not be tried again: 452 <(recipient)> has no room',
    ),
  ])
})

test('several processes share the mail queue, and each mail is sent by one of them', async () => {
  const sent: string[] = []
  const texts = Array.from({ length: 60 }, (_, number) => `Letter ${number}`)
  for (const text of texts) await queueAt('2026-01-15T00:00:00Z', { ...MAIL, text })
  const send = async ({ text }: QueuedMail) => void sent.push(text)
  const processes = Array.from({ length: 8 }, () => openQueue({ send }))
  await Promise.all(processes.map((queue) => queue.drain()))
  expect(sent.sort()).toEqual(texts.sort())
})

test('a mail is sent by another process if the process that took it from the queue has died', async () => {
  await queueAt('2026-01-15T00:00:00Z')
  // Simulates a process that dies while it sends a mail: `send` never resolves.
  const taken = new Promise<void>((resolve) => {
    void openQueue({
      send: () => {
        resolve()
        return new Promise(() => {})
      },
    }).drain()
  })
  await taken

  const sent: QueuedMail[] = []
  const other = openQueue({ send: async (mail) => void sent.push(mail) })
  server.setNow('2026-01-15T00:04:59Z')
  await other.drain()
  expect(sent).toEqual([])
  server.setNow('2026-01-15T00:05:00Z')
  await other.drain()
  expect(sent).toMatchObject([MAIL])
})

test('if a mail fails while the clock is months ahead, the mail is retried soon after the clock is corrected', async () => {
  server.setNow('2026-06-15T00:00:00Z')
  await queueAt('2026-06-15T00:00:00Z')
  await openQueue({ send: vi.fn().mockRejectedValue(new Error()), logError: () => {} }).drain()
  const sent: QueuedMail[] = []
  server.setNow('2026-01-15T00:00:00Z')
  await openQueue({ send: async (mail) => void sent.push(mail) }).drain()
  expect(sent).toMatchObject([MAIL])
})

test('waking the mail queue sends the waiting mails immediately, and stopping the queue lets it finish only the current mail', async () => {
  const sent: string[] = []
  let finishSending = () => {}
  const arrivals = new Map<string, () => void>()
  const arrival = (text: string) => new Promise<void>((resolve) => arrivals.set(text, resolve))
  const queue = openQueue({
    pollMs: 2_000_000_000,
    send: async ({ text }) => {
      arrivals.get(text)?.()
      if (text === 'slow') {
        await new Promise<void>((resolve) => {
          finishSending = resolve
        })
      }
      sent.push(text)
    },
  })
  onTestFinished(() => queue.stop())
  queue.start()

  const first = arrival('first')
  await queueAt('2026-01-15T00:00:00Z', { ...MAIL, text: 'first' })
  queue.wake()
  await first

  const slow = arrival('slow')
  await queueAt('2026-01-15T00:00:00Z', { ...MAIL, text: 'slow' })
  queue.wake()
  await slow
  await queueAt('2026-01-15T00:00:00Z', { ...MAIL, text: 'too late' })
  const stopped = queue.stop()
  finishSending()
  await stopped
  expect(sent).toEqual(['first', 'slow'])
  expect(await rows()).toMatchObject([{ text: 'too late' }])
})

test('after a brief database failure, the mail queue reports the failure and continues to send mails', async () => {
  const failure = new Error('The clock is broken')
  const logError = vi.fn()
  const sent = new Promise<QueuedMail>((resolve) => {
    let asked = 0
    const queue = openQueue({
      pollMs: 1,
      now: () => {
        asked += 1
        if (asked === 1) throw failure
        return server.services.now()
      },
      send: async (mail) => resolve(mail),
      logError,
    })
    onTestFinished(() => queue.stop())
    queue.start()
  })
  await queueAt('2026-01-15T00:00:00Z')
  expect(await sent).toMatchObject(MAIL)
  expect(logError.mock.calls).toEqual([[failure]])
})

test.each([
  ['a line break in the address', { ...MAIL, to: 'ana@example.com\r\nBcc: eve@example.com' }],
  ['a line break in the subject', { ...MAIL, subject: 'Hello\nBcc: eve@example.com' }],
  ['a NUL in the address', { ...MAIL, to: 'ana@example.com\0' }],
])('a mail with %s is refused', async (_, mail) => {
  await expect(queueAt('2026-01-15T00:00:00Z', mail)).rejects.toThrow('not allowed in a header')
  expect(await rows()).toEqual([])
})

function openQueue(work: Partial<Parameters<typeof openMailQueue>[0]>) {
  return openMailQueue({
    ...{
      ...server.services,
      send: async () => {},
      logError: failTest,
      mayGetAlerts: async () => true,
    },
    ...work,
  })
}

function failTest(error: unknown) {
  server.services.logError(error, 'mail')
}

function queueAt(time: string, mail = MAIL) {
  return queueMail(server.services.db, mail, new Date(time))
}

function rows() {
  return server.services.db.select().from(mails)
}
