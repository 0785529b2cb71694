import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { downloadContacts, editContact, listContacts } from '#contract/contacts.ts'
import { toRequest } from '#contract/endpoint.ts'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { getListing, listFreeListings, searchListings } from '#contract/listings.ts'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import { saveContacts } from '#server/contacts/contacts.ts'
import { audit } from '#server/db/schema.ts'
import { LINKS_COLUMNS } from '#server/imports/reading/records/links.ts'
import { importContacts } from '#server/reference-data/import-contacts.ts'
import { untilLocksAreAwaited } from '#tests/support/awaited-locks.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const SEIYO = '38214'

let server: TestServer
let admin: Person
let subscriber: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin({ email: 'haruka@example.com' })
  subscriber = await server.addSubscriber()
  await addDefaultPlaces(server.services.db, TODAY)
})

const edit = (fields: Omit<z.input<typeof editContact.input>, 'place'>, place = SEIYO) =>
  server.call(admin, editContact, { place, ...fields })

async function list(search: z.input<typeof listContacts.input> = {}) {
  const { status, body } = await server.call(admin, listContacts, search)
  expect(status, body.detail).toBe(200)
  return body
}

const importFile = (text: string) =>
  importContacts({
    db: server.services.db,
    now: server.services.now,
    actor: COMMAND_LINE,
    fileName: 'desks.csv',
    input: Readable.from([Buffer.from(text)]),
  })

async function exported() {
  const { path, ...init } = toRequest(downloadContacts, {}, admin.token)
  const response = await server.fetch(path, init)
  expect(response.status).toBe(200)
  return response.text()
}

const importHouses = (...locations: string[]) =>
  importInto(
    server.services.db,
    locations.map((location, at) =>
      houseRecord({ _id: `house-${at + 1}`, 'Property Location': location }),
    ),
  )

async function contactOf(id = 'house-1') {
  const { body } = await server.call(subscriber, getListing, { id })
  return body.municipalContact
}

describe('when a municipality has a contact', () => {
  test('a house has the contact of its municipality in search results, in favorites, and when it is opened', async () => {
    await importHouses('愛媛県西予市宇和町1', '愛媛県大洲市1')
    await edit({ phone: '0894-62-1111', mail: 'Akiya@City.example.jp', date: '2026-11-01' })
    const contact = {
      ...{ en: 'Seiyo', ja: '西予市', phone: '0894-62-1111' },
      ...{ mail: 'akiya@city.example.jp', date: '2026-11-01' },
    }
    expect(await contactOf()).toEqual(contact)
    expect(await contactOf('house-2')).toBeUndefined()
    const found = await server.call(subscriber, searchListings, { city: 'Seiyo' })
    expect(found.body.results[0]?.municipalContact).toEqual(contact)
    await server.call(subscriber, addFavorite, { listing_id: 'house-1' })
    const saved = await server.call(subscriber, listFavorites, {})
    expect(saved.body.listings[0]?.municipalContact).toEqual(contact)
  })

  test('the next search after a change of a contact returns the new contact', async () => {
    await importHouses('愛媛県西予市1')
    const find = async () => {
      const { body } = await server.call(subscriber, searchListings, {})
      return body.results[0]?.municipalContact?.phone
    }
    expect(await find()).toBeUndefined()
    await edit({ phone: '0894-62-1111' })
    expect(await find()).toBe('0894-62-1111')
    await edit({ phone: '0894-62-2222' })
    expect(await find()).toBe('0894-62-2222')
  })

  test('the contact of a municipality is not shown to visitors', async () => {
    await importHouses('愛媛県西予市1')
    await edit({ phone: '0894-62-1111' })
    const { body } = await server.call(null, listFreeListings, {})
    expect(JSON.stringify(body)).not.toContain('0894-62-1111')
  })

  test('the contact of a city is shown for its wards that have no contact of their own', async () => {
    await importHouses('兵庫県神戸市北区1', '兵庫県神戸市灘区1', '兵庫県明石市1')
    await importFile('code,phone\n28100,078-331-8181\n28102,078-843-7001\n')
    expect(await contactOf('house-1')).toMatchObject({ ja: '神戸市', phone: '078-331-8181' })
    expect(await contactOf('house-2')).toMatchObject({ ja: '神戸市灘区', phone: '078-843-7001' })
    expect(await contactOf('house-3')).toBeUndefined()
  })

  test('an edit of a contact changes only the values that it names, and a contact without values is removed', async () => {
    await edit({ phone: '0894-62-1111', source: 'its website' })
    await edit({ web: 'https://www.city.example.jp/akiya' })
    expect((await list({ state: 'known' })).results).toMatchObject([
      { place: SEIYO, phone: '0894-62-1111', web: 'https://www.city.example.jp/akiya' },
    ])
    await edit({ phone: '', web: '' })
    expect((await list({ state: 'known' })).results).toEqual([])
  })

  test.each([
    [{ phone: 'call us' }, 'Phone holds no telephone number'],
    [{ mail: 'nobody' }, 'Email is not an email address'],
    [{ mail: 'akiya?cc=other@town.jp' }, 'Email is not an email address'],
    [{ mail: 'akiya@town.jp?bcc=other' }, 'Email is not an email address'],
    [{ web: 'javascript:alert(1)' }, 'Web page is not an address that begins with http:// or'],
    [{ date: '2026-02-30' }, 'As of is not a day such as 2026-11-24'],
  ])('a contact with the value %j is refused', async (fields, sentence) => {
    const { status, body } = await edit(fields)
    expect(status).toBe(422)
    expect(body.detail).toContain(sentence)
    expect(body).toMatchObject({ field: Object.keys(fields)[0] })
    expect((await list({ state: 'known' })).total_count).toBe(0)
  })

  test('a contact can be given only to an existing municipality', async () => {
    const { status, body } = await edit({ phone: '0894-62-1111' }, '99999')
    expect([status, body.detail]).toEqual([404, 'There is no municipality with this code'])
  })

  test('each change of a contact is recorded in the audit log, but an edit that changes nothing is not recorded', async () => {
    await edit({ phone: '0894-62-1111' })
    await edit({ phone: '0894-62-1111' })
    const entries = await server.services.db.select().from(audit)
    expect(entries).toMatchObject([
      {
        ...{ action: 'contact.update', target: 'Seiyo, Ehime', targetId: SEIYO },
        ...{ before: null, after: { phone: '0894-62-1111' } },
      },
    ])
  })
})

test('if two people enter a contact at the same time, the contact has the fields of both', async () => {
  const { db, now } = server.services
  const [editing] = await db.transaction(async (tx) => {
    const values = { web: 'https://www.city.seiyo.ehime.jp/' }
    await saveContacts(tx, [{ place: SEIYO, values }], now())
    const editing = edit({ phone: '0894-62-1111' })
    await untilLocksAreAwaited(tx, 1)
    return [editing]
  })
  expect((await editing).status).toBe(200)
  expect((await list({ search: 'Seiyo' })).results).toMatchObject([
    { phone: '0894-62-1111', web: 'https://www.city.seiyo.ehime.jp/' },
  ])
})

describe('when contacts are listed', () => {
  test('the list of contacts begins with the municipality that has the most houses, and can be limited to municipalities without a contact', async () => {
    await importHouses('愛媛県大洲市1', '愛媛県大洲市2', '愛媛県西予市1')
    await edit({ phone: '0894-62-1111' })
    const { results, total_count } = await list()
    expect(results.slice(0, 2)).toMatchObject([
      { en: 'Ozu', ja: '大洲市', prefecture: 'ehime', house_count: 2, phone: null },
      { en: 'Seiyo', house_count: 1, phone: '0894-62-1111' },
    ])
    expect(total_count).toBe(1918)
    expect((await list({ state: 'missing' })).results).toMatchObject([{ en: 'Ozu' }])
    expect((await list({ search: 'ehime 西予' })).results).toMatchObject([{ en: 'Seiyo' }])
  })
})

describe('when a file of contacts is imported', () => {
  const HEADER = 'code,prefecture,municipality,phone,mail,web,note,source,date\n'

  test('an import assigns each contact to a municipality by code or by name, and reports wrong rows with their line numbers', async () => {
    const report = await importFile(
      `\ufeff${HEADER}${[
        '38214,愛媛県,西予市,0894-62-1111,,,,its website,2026/4/1',
        ',愛媛県,大洲市,,akiya@example.jp,,,,',
        '011002,,,011-211-2111,,,,,',
        '38201,愛媛県,西予市,089-948-6688,,,,,',
        '99999,,,03-1234-5678,,,,,',
        '38202,,,,,ftp://example.jp,,,',
        '38214,,,0894-62-2222,,,,,',
      ].join('\n')}\n`,
    )
    expect(report).toEqual({
      ...{ added: 3, changed: 0, removed: 0, unchanged: 0 },
      rejected: [
        { line: 5, reason: 'names 西予市, but has the code of 松山市' },
        { line: 6, reason: 'has an unknown municipality code: “99999”' },
        {
          line: 7,
          reason:
            'Web page “ftp://example.jp” is not an address that begins with http:// or https://',
        },
        { line: 8, reason: 'repeats the municipality of line 2' },
      ],
      rejectedCount: 4,
    })
    expect((await list({ state: 'known' })).results).toMatchObject([
      { en: 'Sapporo', phone: '011-211-2111' },
      { en: 'Ozu', mail: 'akiya@example.jp' },
      { en: 'Seiyo', phone: '0894-62-1111', source: 'its website', date: '2026-04-01' },
    ])
  })

  test('an import of contacts changes only the columns of its file, and the audit log says who imported the file', async () => {
    await edit({ phone: '0894-62-1111', note: 'closed on Mondays' })
    expect(await importFile('code,phone\n38214,0894-62-2222\n')).toMatchObject({ changed: 1 })
    expect((await list({ state: 'known' })).results).toMatchObject([
      { phone: '0894-62-2222', note: 'closed on Mondays' },
    ])
    const entries = await server.services.db.select().from(audit)
    expect(entries.at(-1)).toMatchObject({
      ...{ action: 'contact.import', actorEmail: 'command line' },
      target: '1 contact from desks.csv',
    })
  })

  test('an import recognises an open list of municipalities with their official sites, in any order of its columns', async () => {
    const rows = [
      '\ufeffphrase,url,city,citykana,pref,lat,lng,cid,pid,lgcode',
      'いいね,https://www.city.sapporo.jp/,札幌市,さっぽろし,北海道,43.1,141.4,1100,1,011002',
      ',https://www.city.sapporo.jp/chuo/,札幌市 中央区,,北海道,43.1,141.3,1101,1,011011',
      ',https://www.town.kamigori.hyogo.jp/,上郡町,,兵庫県,34.9,134.4,28481,28,284815',
      ',http://www.town.yusuhara.kochi.jp/,檮原町,,高知県,33.4,132.9,39405,39,394050',
    ]
    expect(await importFile(`${rows.join('\n')}\n`)).toMatchObject({ added: 4, rejected: [] })
    const { results } = await list({ state: 'known' })
    expect(results.map(({ ja, web }) => [ja, web])).toEqual([
      ['札幌市', 'https://www.city.sapporo.jp/'],
      ['札幌市中央区', 'https://www.city.sapporo.jp/chuo/'],
      ['上郡町', 'https://www.town.kamigori.hyogo.jp/'],
      ['梼原町', 'http://www.town.yusuhara.kochi.jp/'],
    ])
  })

  test('an import recognises Japanese names of columns, and codes with a check digit and without their leading zero', async () => {
    const report = await importFile(
      '都道府県名,市区町村名,団体コード,担当課,電話番号,Ｅメール,ホームページ\n愛媛県,西予市,382141,まちづくり推進課,０８９４－６２－１１１１,akiya@city.example.jp,https://www.city.example.jp/\n北海道,函館市,12025,,0138-21-3111,,\n',
    )
    expect(report).toMatchObject({ added: 2, rejected: [] })
    expect((await list({ state: 'known' })).results).toMatchObject([
      { ja: '函館市', phone: '0138-21-3111' },
      {
        ...{ ja: '西予市', phone: '0894-62-1111', mail: 'akiya@city.example.jp' },
        ...{ web: 'https://www.city.example.jp/', note: 'まちづくり推進課' },
      },
    ])
  })

  test('a file without columns of contacts is refused', async () => {
    await expect(importFile('name,phone\nSeiyo,1\n')).rejects.toThrow('lacks the column code')
    await expect(importFile('code,name\n38214,Seiyo\n')).rejects.toThrow('none of the columns')
  })

  test('an exported file of contacts changes nothing if it is imported again', async () => {
    await edit({ phone: '+81-894-62-1111', note: '=HYPERLINK("https://example.org")' })
    await edit({ mail: 'akiya@example.jp', source: 'a, "quoted" page' }, '38207')
    const csv = await exported()
    expect(csv).toContain(`"'=HYPERLINK(""https://example.org"")"`)
    expect(csv).toContain(`"'+81-894-62-1111"`)
    expect(await importFile(csv)).toEqual({
      ...{ added: 0, changed: 0, removed: 0, unchanged: 2, rejected: [], rejectedCount: 0 },
    })
  })
})

test('subscribers see the number that the akiya bank has given a house, and visitors do not', async () => {
  const record: Record<string, string> = {
    ...{ PROPERTY_NUMBER_ID: '9000002', PROPERTY_CATEGORY: '売買居住用' },
    ...{ PREFECTURE: '愛媛県', CITY: '西予市' },
  }
  const cells = LINKS_COLUMNS.map((column) => record[column] ?? '')
  await importInto(server.services.db, `${LINKS_COLUMNS.join(',')}\n${cells.join(',')}\n`)
  const { body } = await server.call(subscriber, searchListings, {})
  expect(body.results).toMatchObject([{ propertyNumber: '9000002' }])
  const free = await server.call(null, listFreeListings, {})
  expect(JSON.stringify(free.body)).not.toContain('9000002')
})
