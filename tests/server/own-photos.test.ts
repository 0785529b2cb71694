import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays } from 'date-fns/addDays'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { toRequest } from '#contract/endpoint.ts'
import { houseRecord } from '#contract/note-choices.ts'
import { changeNotes } from '#contract/notes.ts'
import { getOwnData } from '#contract/own-data.ts'
import { photoField } from '#contract/own-photo-fields.ts'
import { getOwnPhoto, getOwnPhotoSpace, listOwnPhotos, putOwnPhoto } from '#contract/own-photos.ts'
import { deleteAccount } from '#contract/profile.ts'
import { ownPhotos, subscriptions } from '#server/db/schema.ts'
import { sweep } from '#server/jobs/cleanup-job.ts'
import { openOwnPhotoStorage } from '#server/notes/own-photo-storage.ts'
import { HEIC, jpeg, phonePhoto, twoColours } from '#tests/support/pictures.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const HOUSE = 'by-the-sea'

let server: TestServer
let folder: string
let ana: Person
/** How many changes the tests have sent. Each change gets a later time than the previous change. */
let changes = 0
beforeEach(async () => {
  await startWithQuota(500_000_000)
})

async function startWithQuota(quotaBytes: number) {
  folder = testDirectory()
  server = await startServer({ ownPhotos: openOwnPhotoStorage(folder, { quotaBytes }) })
  ana = await server.addSubscriber({ user: { password: 'a long walk' } })
}

/** Adds a photo to the notes, without its file. A null value deletes the photo from the notes. */
async function referencePhoto(
  id: string,
  value: object | null = {},
  person = ana,
  listingId = HOUSE,
) {
  const at = '2026-01-14T08:00:00.000Z'
  const photo = { width: 640, height: 480, bytes: 9_000, added_at: at, taken_at: at }
  const change = {
    ...{ id: randomUUID(), record: houseRecord(listingId), field: photoField(id), seen: [] },
    value: value && { ...photo, ...value },
    at: new Date(Date.UTC(2026, 0, 14) + changes++).toISOString(),
  }
  const { status } = await server.call(person, changeNotes, { changes: [change] })
  expect(status).toBe(200)
}

async function uploadPhoto(id: string, content: BodyInit, person = ana, listingId = HOUSE) {
  const { path, ...init } = toRequest(putOwnPhoto, { id, listing_id: listingId }, person.token)
  const response = await server.fetch(path, { ...init, body: content })
  return { status: response.status, body: await response.json() }
}

async function uploadSlowly(id: string, body: ReadableStream) {
  const { path, ...init } = toRequest(putOwnPhoto, { id, listing_id: HOUSE }, ana.token)
  return server.fetch(path, { ...init, body, duplex: 'half' } as RequestInit)
}

async function addPhoto(person = ana) {
  const id = randomUUID()
  await referencePhoto(id, {}, person)
  expect(await uploadPhoto(id, await jpeg(), person)).toMatchObject({ status: 200 })
  return id
}

function fetchPhoto(id: string, person: Person | null) {
  const { path, ...init } = toRequest(getOwnPhoto, { id }, person?.token)
  return server.fetch(path, init)
}

async function usedSpace(person = ana) {
  const { status, body } = await server.call(person, getOwnPhotoSpace, {})
  expect(status).toBe(200)
  return body
}

async function listPhotos(person = ana) {
  const { status, body } = await server.call(person, listOwnPhotos, {})
  expect(status).toBe(200)
  return body
}

async function listFiles() {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.jpg'))
}

test('an uploaded photo is stored upright and without metadata, and is served with a header that forbids caching', async () => {
  const id = randomUUID()
  await referencePhoto(id)
  const photo = await phonePhoto(1200, 900)
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  expect(await uploadPhoto(id, photo)).toMatchObject({
    status: 200,
    body: { quota_bytes: 500_000_000 },
  })

  const response = await fetchPhoto(id, ana)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, exif, orientation } = await sharp(bytes).metadata()
  expect({ format, exif, orientation }).toEqual({ format: 'jpeg' })
  expect(await usedSpace()).toEqual({
    photos: 1,
    used_bytes: bytes.length,
    quota_bytes: 500_000_000,
  })
  expect((await listPhotos()).photos).toMatchObject([
    { id, listing_id: HOUSE, bytes: bytes.length },
  ])
})

test('a repeated upload stores the photo once', async () => {
  const id = await addPhoto()
  expect(await uploadPhoto(id, await jpeg())).toMatchObject({ status: 200 })
  const twice = randomUUID()
  await referencePhoto(twice)
  const photo = await jpeg()
  const answers = await Promise.all([uploadPhoto(twice, photo), uploadPhoto(twice, photo)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await listPhotos()).photos).toHaveLength(2)
  expect(await listFiles()).toHaveLength(2)
})

test('only the owner can read a photo, list it, or delete it', async () => {
  const id = await addPhoto()
  const ben = await server.addSubscriber()
  const admin = await server.addAdmin()
  for (const other of [ben, admin]) {
    expect((await fetchPhoto(id, other)).status).toBe(404)
    expect((await listPhotos(other)).photos).toEqual([])
    expect(await usedSpace(other)).toMatchObject({ photos: 0, used_bytes: 0 })
    await referencePhoto(id, null, other)
    expect((await uploadPhoto(id, await jpeg(), other)).status).toBe(404)
  }
  expect((await fetchPhoto(id, null)).status).toBe(401)
  for (const file of await listFiles()) {
    for (const path of [`/images/${file}`, `/own-photos/${file}`, `/images/${id}.jpg`]) {
      expect((await server.fetch(path)).status, path).toBe(404)
    }
  }
  expect((await fetchPhoto(id, ana)).status).toBe(200)

  // Another person's device can choose the same id for a different photo.
  await referencePhoto(id, {}, ben)
  await uploadPhoto(id, await twoColours(64, 48).jpeg().toBuffer(), ben)
  const [ofAna, ofBen] = await Promise.all([fetchPhoto(id, ana), fetchPhoto(id, ben)])
  const widths = [ofAna, ofBen].map(async (answer) => {
    const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return width
  })
  expect(await Promise.all(widths)).toEqual([640, 64])
})

test('a deleted photo is gone, and a delayed upload does not restore it', async () => {
  const [id, kept] = [await addPhoto(), await addPhoto()]
  await referencePhoto(id, null)
  expect((await fetchPhoto(id, ana)).status).toBe(404)
  expect(await listFiles()).toHaveLength(1)
  expect(await uploadPhoto(id, await jpeg())).toMatchObject({
    status: 404,
    body: { detail: 'Your notes have no such photo. It may have been deleted.' },
  })
  expect(await uploadPhoto(kept, await jpeg(), ana, 'another-house')).toMatchObject({ status: 200 })
  expect((await listPhotos()).photos).toMatchObject([{ id: kept, listing_id: HOUSE }])
})

test('a photo of one house is not deleted when a photo with the same id is removed from the notes on another house', async () => {
  const id = await addPhoto()
  await referencePhoto(id, null, ana, 'another-house')
  expect((await fetchPhoto(id, ana)).status).toBe(200)
})

test('a photo whose file is missing can be sent again', async () => {
  const [id, whole] = [await addPhoto(), await addPhoto()]
  const [row] = await server.services.db.select().from(ownPhotos).where(eq(ownPhotos.id, id))
  await server.services.ownPhotos.remove([row?.file ?? ''])
  expect((await fetchPhoto(id, ana)).status).toBe(404)
  expect((await uploadPhoto(id, await jpeg())).status).toBe(200)
  expect((await fetchPhoto(id, ana)).status).toBe(200)
  expect((await listPhotos()).photos.map((photo) => photo.id).sort()).toEqual([id, whole].sort())
})

test('a photo stays if the connection to the database is lost while its row is committed', async () => {
  const id = randomUUID()
  await referencePhoto(id)
  const { db } = server.services
  const transaction = db.transaction.bind(db)
  const losing = vi.spyOn(db, 'transaction').mockImplementation(async (...args) => {
    await transaction(...args)
    throw new Error('Connection terminated unexpectedly')
  })
  vi.spyOn(server.services, 'logError').mockImplementationOnce(() => undefined)
  expect((await uploadPhoto(id, await jpeg())).status).toBe(503)
  losing.mockRestore()
  expect((await fetchPhoto(id, ana)).status).toBe(200)
})

test('one person cannot have many unfinished uploads at the same time', async () => {
  const ben = await server.addSubscriber()
  const ids = Array.from({ length: 12 }, () => randomUUID())
  for (const id of ids) await referencePhoto(id)
  const ofBen = randomUUID()
  await referencePhoto(ofBen, {}, ben)
  const photo = await jpeg()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = () =>
    new ReadableStream({
      async pull(controller) {
        await finished
        controller.enqueue(photo)
        controller.close()
      },
    })
  const answers = ids.map((id) => uploadSlowly(id, slow()))
  await expect.poll(async () => (await Promise.race(answers)).status).toBe(429)
  expect((await uploadPhoto(ofBen, photo, ben)).status).toBe(200)
  finish()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(10).fill(200), 429, 429])
  expect((await uploadPhoto(ids.at(-1) ?? '', photo)).status).toBe(200)
})

test.each([
  ['HEIC', HEIC, 'HEIC pictures cannot be read. Save the picture as JPEG first.'],
  ['text', 'no picture', 'The file is not a JPEG, PNG, WebP, GIF or AVIF picture'],
  ['nothing', '', 'The file is empty'],
])(
  'an upload of %s is refused with a reason, and leaves no file and no row',
  async (_, content, detail) => {
    const id = randomUUID()
    await referencePhoto(id)
    expect(await uploadPhoto(id, content)).toMatchObject({ status: 422, body: { detail } })
    expect(await listFiles()).toEqual([])
    expect(await server.services.db.$count(ownPhotos)).toBe(0)
  },
)

test('photos count against the quota, even if several are sent at the same time', async () => {
  const photo = await jpeg()
  await addPhoto()
  const { used_bytes } = await usedSpace()
  await startWithQuota(Math.ceil(used_bytes * 2.5))
  const ids = Array.from({ length: 5 }, () => randomUUID())
  for (const one of ids) await referencePhoto(one)
  const answers = await Promise.all(ids.map((one) => uploadPhoto(one, photo)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(
    /^Your photos fill the \d+ MB that one account can keep\. Delete some to add more\.$/,
  )
  expect(await listFiles()).toHaveLength(2)

  const [first] = (await listPhotos()).photos
  await referencePhoto(first?.id ?? '', null)
  const refused = ids.filter((_, index) => answers[index]?.status === 409)
  expect((await uploadPhoto(refused[0] ?? '', photo)).status).toBe(200)
})

test('without a subscription, people can still see their photos, but cannot add any', async () => {
  const id = await addPhoto()
  await server.services.db.update(subscriptions).set({ status: 'expired' })
  expect((await fetchPhoto(id, ana)).status).toBe(200)
  expect((await listPhotos()).photos).toHaveLength(1)
  expect((await uploadPhoto(randomUUID(), await jpeg())).status).toBe(403)
})

test("the download of a person's data lists their photos, and deleting the account deletes the photos", async () => {
  const id = await addPhoto()
  const ben = await server.addSubscriber()
  await addPhoto(ben)
  const { body } = await server.call(ana, getOwnData, {})
  expect(body.photos).toMatchObject([{ id, listing_id: HOUSE, path: `/v1/notes/photos/${id}` }])
  const { status } = await server.call(ana, deleteAccount, { password: 'a long walk' })
  expect(status).toBe(200)
  expect(await listFiles()).toHaveLength(1)
  expect((await listPhotos(ben)).photos).toHaveLength(1)
})

test("the list of photos and the download of a person's data say when a photo was taken", async () => {
  const id = randomUUID()
  const taken_at = '2026-01-02T01:15:00.000Z'
  await referencePhoto(id, { taken_at })
  await uploadPhoto(id, await jpeg())
  expect((await listPhotos()).photos).toMatchObject([{ id, taken_at }])
  const { body } = await server.call(ana, getOwnData, {})
  expect(body.photos).toMatchObject([{ id, taken_at }])
})

test('the cleanup of uploaded photos removes an old file that belongs to no photo, and keeps recent files', async () => {
  await addPhoto()
  const [photo = ''] = await listFiles()
  const { ownPhotos: storage } = server.services
  const left = await storage.add(ana.id, await jpeg())
  const recent = await storage.add(ana.id, await jpeg())
  for (const file of [photo, join(left.slice(0, 2), left)]) utimesSync(join(folder, file), 0, 0)
  // The real clock sets the dates of files. The payment sandbox may move the server's clock ahead
  // of the real clock. Even then, the cleanup must keep a recent file.
  server.setNow(addDays(new Date(), 40).toISOString())
  await sweep(server.services)
  expect((await listFiles()).sort()).toEqual([photo, join(recent.slice(0, 2), recent)].sort())
})
