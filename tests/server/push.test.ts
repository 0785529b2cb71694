import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { listAlerts } from '#contract/alerts.ts'
import { logout } from '#contract/auth.ts'
import { changePassword } from '#contract/profile.ts'
import { getPushState, MAX_PUSH_DEVICES, registerPush, unregisterPush } from '#contract/push.ts'
import { endOtherSessions } from '#contract/sessions.ts'
import { blockUser } from '#contract/users.ts'
import { startSession } from '#server/auth/sessions.ts'
import { pushes, pushSubscriptions, subscriptions } from '#server/db/schema.ts'
import { openPushQueue, queuePush } from '#server/push/push-queue.ts'
import { readVapid, startPushService } from '#tests/support/push-service.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const MESSAGE = {
  title: '3 new houses',
  body: 'In 2 of your saved searches',
  path: '/news',
  badge: 3,
  uselessAt: new Date('2026-01-17T00:00:00Z'),
}

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
beforeEach(async () => {
  service = await startPushService()
  server = await startServer({ pushOrigins: [service.origin] })
})

test('a message arrives on the device, encrypted, signed and in the form of a declarative push message', async () => {
  const ana = await server.addSubscriber()
  const device = service.subscribe()
  const { body: state } = await server.call(ana, registerPush, device.subscription)
  expect(state.is_registered).toBe(true)
  expect(await queue(ana)).toBe(1)
  const [{ id = '' } = {}] = await rows()
  await server.drainPushes()
  expect(device.messages()).toEqual([
    {
      web_push: 8030,
      notification: {
        title: '3 new houses',
        body: 'In 2 of your saved searches',
        navigate: 'https://engawa.example/news',
        lang: 'en',
        dir: 'ltr',
        tag: id,
        data: { recipient: state.recipient },
      },
      app_badge: 3,
      mutable: true,
    },
  ])
  const [request] = service.received
  expect(request?.headers).toMatchObject({
    ...{ ttl: String(2 * 24 * 3600), urgency: 'normal', 'content-encoding': 'aes128gcm' },
  })
  // FCM keeps only four waiting messages with different topics.
  expect(request?.headers).not.toHaveProperty('topic')
  expect(readVapid(request?.headers.authorization)).toMatchObject({
    key: state.public_key,
    isValid: true,
    claims: { aud: service.origin, sub: 'mailto:post@engawa.example' },
  })
  expect(await rows()).toEqual([])
})

test('a message goes to every device of the person, and to no other person', async () => {
  const [ana, ben] = [await server.addSubscriber(), await server.addSubscriber()]
  const devices = [service.subscribe(), service.subscribe(), service.subscribe()] as const
  await server.call(ana, registerPush, devices[0].subscription)
  await server.call(await onNewDevice(ana), registerPush, devices[1].subscription)
  await server.call(ben, registerPush, devices[2].subscription)
  expect(await queue(ana)).toBe(2)
  await server.drainPushes()
  expect(devices.map((device) => device.messages().length)).toEqual([1, 1, 0])
})

test('a message of a rolled-back transaction is not sent, and a newer message does not replace a waiting one', async () => {
  const ana = await server.addSubscriber()
  const device = service.subscribe()
  await server.call(ana, registerPush, device.subscription)
  const { db, now } = server.services
  const changed = db.transaction(async (tx) => {
    await queuePush(tx, ana.id, MESSAGE, now())
    throw new Error('The roof has come down')
  })
  await expect(changed).rejects.toThrow('The roof has come down')
  await server.drainPushes()
  expect(device.messages()).toEqual([])

  await queue(ana)
  await queue(ana, { title: '4 new houses' })
  await server.drainPushes()
  const titles = device.messages().map(({ notification }) => notification.title)
  expect(titles.sort()).toEqual(['3 new houses', '4 new houses'])
  const tags = device.messages().map(({ notification }) => notification.tag)
  expect(new Set(tags).size).toBe(2)
})

test('two processes send each message once', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => server.addSubscriber()))
  for (const person of people) {
    await server.call(person, registerPush, service.subscribe(person.id).subscription)
    await queue(person)
  }
  const other = openQueue()
  await Promise.all([server.drainPushes(), other.drain()])
  expect(service.received.map(({ path }) => path).sort()).toEqual(
    people.map(({ id }) => `/send/${id}`).sort(),
  )
})

test.each([404, 410])('after a %i, the device is forgotten', async (status) => {
  const ana = await server.addSubscriber()
  await server.call(ana, registerPush, service.subscribe().subscription)
  service.answerWith(() => ({ status }))
  await queue(ana)
  await server.drainPushes()
  expect(await devicesOf(ana)).toBe(0)
  expect(await queue(ana)).toBe(0)
  expect((await server.call(ana, getPushState, {})).body.is_registered).toBe(false)
})

test.each([429, 500, 503])(
  'after a %i, the message is retried with growing delays',
  async (status) => {
    const logError = vi.fn()
    const sender = openQueue({ logError })
    const ana = await server.addSubscriber()
    const device = service.subscribe()
    await server.call(ana, registerPush, device.subscription)
    service.answerWith(() => ({ status }))
    await queue(ana)
    const tried: string[] = []
    for (let minute = 0; minute < 60; minute += 0.5) {
      server.setNow(new Date(Date.parse('2026-01-15T00:00:00Z') + minute * 60_000).toISOString())
      const before = service.received.length
      await sender.drain()
      if (service.received.length > before)
        tried.push(server.services.now().toISOString().slice(11, 19))
    }
    expect(tried).toEqual(['00:00:00', '00:00:30', '00:02:30', '00:10:30', '00:42:30'])
    expect(logError).toHaveBeenCalledTimes(1)
    const sentence = String(logError.mock.calls[0])
    expect(sentence).toContain(`${new URL(service.origin).host}: ${status}`)
    expect(sentence).not.toContain('/send/')

    service.answerWith(() => ({ status: 201 }))
    server.setNow('2026-01-15T04:00:00Z')
    await sender.drain()
    expect(await rows()).toEqual([])
    expect(await devicesOf(ana)).toBe(1)
  },
)

test('a message waits as long as the push service asks', async () => {
  const sender = openQueue({ logError: () => {} })
  const ana = await server.addSubscriber()
  await server.call(ana, registerPush, service.subscribe().subscription)
  service.answerWith(() => ({ status: 429, headers: { 'retry-after': '1800' } }))
  await queue(ana)
  await sender.drain()
  server.setNow('2026-01-15T00:29:59Z')
  await sender.drain()
  expect(service.received).toHaveLength(1)
  server.setNow('2026-01-15T00:30:00Z')
  await sender.drain()
  expect(service.received).toHaveLength(2)
})

test('while a push service is unreachable, its messages wait, until they are useless', async () => {
  const logError = vi.fn()
  const sender = openQueue({ logError })
  const ana = await server.addSubscriber()
  const { subscription } = service.subscribe()
  await server.call(ana, registerPush, subscription)
  await server.services.db
    .update(pushSubscriptions)
    .set({ endpoint: 'http://127.0.0.1:9/send/secret' })
  await queue(ana)
  await sender.drain()
  expect(await rows()).toMatchObject([{ tries: 1 }])
  expect(String(logError.mock.calls[0])).not.toContain('secret')
  server.setNow(MESSAGE.uselessAt.toISOString())
  await sender.drain()
  expect(await rows()).toEqual([])
  expect(logError).toHaveBeenCalledTimes(1)
})

test('a refused message is dropped and reported once, and after refusals in five hours in a row the device is forgotten', async () => {
  const logError = vi.fn()
  const sender = openQueue({ logError })
  const ana = await server.addSubscriber()
  await server.call(ana, registerPush, service.subscribe().subscription)
  let hour = 0
  const refuse = async (status: number) => {
    hour += 1
    server.setNow(`2026-01-15T${String(hour).padStart(2, '0')}:00:00Z`)
    service.answerWith(() => ({ status }))
    await queue(ana)
    await sender.drain()
    expect(await rows()).toEqual([])
  }
  for (const status of [413, 400, 403, 401]) await refuse(status)
  expect(logError).toHaveBeenCalledTimes(1)
  service.answerWith(() => ({ status: 201 }))
  await queue(ana)
  await sender.drain()
  for (const status of [413, 400, 403, 401]) await refuse(status)
  expect(await devicesOf(ana)).toBe(1)
  await refuse(302)
  expect(await devicesOf(ana)).toBe(0)
  expect(logError).toHaveBeenCalledTimes(2)
})

test('messages that are refused together count as one refusal of the device', async () => {
  const sender = openQueue({ logError: () => {} })
  const ana = await server.addSubscriber()
  await server.call(ana, registerPush, service.subscribe().subscription)
  service.answerWith(() => ({ status: 403 }))
  for (let message = 0; message < 30; message++) await queue(ana)
  await sender.drain()
  expect(await rows()).toEqual([])
  expect(await server.services.db.select().from(pushSubscriptions)).toMatchObject([{ failures: 1 }])
})

test('the devices that alerts count have sessions that have not ended', async () => {
  const ana = await server.addSubscriber()
  await server.call(ana, registerPush, service.subscribe().subscription)
  const count = async (person: Person) =>
    (await server.call(person, listAlerts, {})).body.push_device_count
  expect(await count(ana)).toBe(1)
  server.setNow('2026-02-15T00:00:00Z')
  expect(await count(await onNewDevice(ana))).toBe(0)
})

test.each([
  ['signs out', (ana: Person) => server.call(ana, logout, {})],
  [
    'signs out on another device',
    async (ana: Person) => server.call(await onNewDevice(ana), endOtherSessions, {}),
  ],
  [
    'changes the password on another device',
    async (ana: Person) =>
      server.call(await onNewDevice(ana), changePassword, {
        ...{ current_password: 'a long walk home', new_password: 'another long walk' },
      }),
  ],
  [
    'is blocked',
    async (ana: Person) =>
      server.call(await server.addAdmin(), blockUser, { id: ana.id, block: true }),
  ],
])('a person who %s gets no waiting message on this device', async (_, end) => {
  const ana = await server.addSubscriber({ user: { password: 'a long walk home' } })
  const device = service.subscribe()
  await server.call(ana, registerPush, device.subscription)
  await queue(ana)
  expect((await end(ana)).status).toBe(200)
  expect(await devicesOf(ana)).toBe(0)
  await server.drainPushes()
  expect(device.messages()).toEqual([])
})

test.each([
  ['a subscription has ended', { status: 'expired' as const }],
  ['complimentary access has ended', { endsAt: new Date('2026-01-14T00:00:00Z') }],
])('nothing is sent once %s', async (_, ended) => {
  const ana = await server.addSubscriber()
  const device = service.subscribe()
  await server.call(ana, registerPush, device.subscription)
  await queue(ana)
  await server.services.db.update(subscriptions).set(ended)
  await server.drainPushes()
  expect(device.messages()).toEqual([])
  expect(await rows()).toEqual([])
})

test('nothing is sent once the session has expired', async () => {
  const ana = await server.addSubscriber()
  const device = service.subscribe()
  await server.call(ana, registerPush, device.subscription)
  server.setNow('2026-02-15T00:00:00Z')
  await queue(ana, { uselessAt: new Date('2026-02-16T00:00:00Z') })
  await server.drainPushes()
  expect(device.messages()).toEqual([])
})

test('administrators get messages without a subscription, and other people cannot register', async () => {
  const [admin, ana] = [await server.addAdmin(), await server.addUser()]
  const device = service.subscribe()
  await server.call(admin, registerPush, device.subscription)
  await queue(admin)
  await server.drainPushes()
  expect(device.messages()).toHaveLength(1)
  expect(await server.call(ana, registerPush, device.subscription)).toMatchObject({ status: 403 })
})

test('a device belongs to the person who has registered it last, without the messages of the person before', async () => {
  const [ana, ben] = [await server.addSubscriber(), await server.addSubscriber()]
  const device = service.subscribe()
  await server.call(ana, registerPush, device.subscription)
  await queue(ana)
  const { body } = await server.call(ben, registerPush, device.subscription)
  await queue(ben, { title: '1 new house' })
  await server.drainPushes()
  expect(device.messages()).toMatchObject([
    { notification: { title: '1 new house', data: { recipient: body.recipient } } },
  ])
  const former = await server.call(ana, getPushState, {})
  expect(former.body.is_registered).toBe(false)
  expect(former.body.recipient).not.toBe(body.recipient)
  expect(former.body.public_key).toBe(body.public_key)
})

test('when a browser renews its subscription, waiting messages of the old address are dropped', async () => {
  const ana = await server.addSubscriber()
  const [old, renewed] = [service.subscribe(), service.subscribe()]
  await server.call(ana, registerPush, old.subscription)
  await server.call(ana, registerPush, renewed.subscription)
  await queue(ana)
  // Registering the same address again keeps what waits.
  await server.call(ana, registerPush, renewed.subscription)
  await server.drainPushes()
  expect([old.messages().length, renewed.messages().length]).toEqual([0, 1])
})

test('a device can be unregistered, and an eleventh device replaces the first', async () => {
  const ana = await server.addSubscriber()
  const first = service.subscribe()
  await server.call(ana, registerPush, first.subscription)
  for (let number = 0; number < MAX_PUSH_DEVICES; number++) {
    server.setNow(`2026-01-15T01:00:${String(number).padStart(2, '0')}Z`)
    const session = await onNewDevice(ana)
    await server.call(session, registerPush, service.subscribe().subscription)
  }
  expect(await devicesOf(ana)).toBe(MAX_PUSH_DEVICES)
  expect((await server.call(ana, getPushState, {})).body.is_registered).toBe(false)

  await server.call(ana, registerPush, first.subscription)
  expect((await server.call(ana, unregisterPush, {})).body.is_registered).toBe(false)
  expect(await devicesOf(ana)).toBe(MAX_PUSH_DEVICES - 1)
})

test.each([
  'https://fcm.googleapis.com/fcm/send/a:b',
  'https://updates.push.services.mozilla.com/wpush/v2/a',
  'https://eu.push.services.mozilla.com/wpush/v2/a',
  'https://wns2-par02p.notify.windows.com/w/?token=a',
  'https://web.push.apple.com/a',
])('a device can register with the push service %s', async (endpoint) => {
  const ana = await server.addSubscriber()
  const { subscription } = service.subscribe()
  expect(await server.call(ana, registerPush, { ...subscription, endpoint })).toMatchObject({
    status: 200,
  })
})

test.each([
  'https://push.example/send/a',
  'http://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com:8443/fcm/send/a',
  'https://fcm.googleapis.com@push.example/a',
  'https://user:password@fcm.googleapis.com/a',
  'https://fcm.googleapis.com.example/a',
  'https://evilpush.apple.com.example/a',
  'https://evil-notify.windows.com/a',
  'http://127.0.0.1:1/send/a',
  'https://169.254.169.254/a',
  'file:///etc/passwd',
])('a device cannot register with the address %s', async (endpoint) => {
  const ana = await server.addSubscriber()
  const { subscription } = service.subscribe()
  const { status, body } = await server.call(ana, registerPush, { ...subscription, endpoint })
  expect(status).toBe(422)
  expect(body.detail).toMatch(/^Engawa cannot send notifications through .*, the push service/)
})

test('a key that is no point of the curve is refused', async () => {
  const ana = await server.addSubscriber()
  const { subscription } = service.subscribe()
  const p256dh = `B${'A'.repeat(86)}`
  expect(await server.call(ana, registerPush, { ...subscription, p256dh })).toMatchObject({
    status: 422,
    body: { detail: 'The key of the device is not valid' },
  })
})

test('a message that is too long for push services is refused when it is queued', async () => {
  const ana = await server.addSubscriber()
  await expect(queue(ana, { body: '家'.repeat(1000) })).rejects.toThrow(
    'A push message is too long',
  )
})

function openQueue(work: Partial<Parameters<typeof openPushQueue>[0]> = {}) {
  const { db, now, siteUrl } = server.services
  const logError = (error: unknown) => {
    throw error
  }
  return openPushQueue({
    db,
    now,
    siteUrl,
    contact: 'mailto:post@engawa.example',
    logError,
    ...work,
  })
}

async function queue(person: Pick<Person, 'id'>, changes: Partial<typeof MESSAGE> = {}) {
  const { db, now } = server.services
  return db.transaction((tx) => queuePush(tx, person.id, { ...MESSAGE, ...changes }, now()))
}

/** Signs the person in on another device. */
async function onNewDevice(person: Person) {
  const { db, now } = server.services
  return { ...person, token: await startSession(db, person, now()) }
}

function devicesOf({ id }: Pick<Person, 'id'>) {
  return server.services.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, id))
}

function rows() {
  return server.services.db.select().from(pushes).orderBy(sql`created_at`)
}
