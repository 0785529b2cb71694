import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getTranslator, translateRemarks } from '#contract/translation.ts'
import { openTranslator, type Translator } from '#server/translation/translator.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { startTranslationService, translated } from '#tests/support/translation-service.ts'

const REMARKS = '海まで徒歩5分です。'
const ENGLISH = 'It is a five-minute walk to the sea.'
const FAILURE = 'The translation service does not answer. Try again later.'

test('without a translation service, nothing is translated, and the API reports that no service is available', async () => {
  const server = await startServer()
  const emma = await server.addSubscriber()
  await server.addListing({ id: 'ine', remarks: REMARKS })
  expect((await server.call(emma, getTranslator, {})).body).toEqual({ available: false })
  const answer = await server.call(emma, translateRemarks, { id: 'ine' })
  expect(answer.status).toBe(404)
})

describe('when a translation service is configured', () => {
  let service: Awaited<ReturnType<typeof startTranslationService>>
  let server: TestServer
  let emma: Person
  let translator: Translator
  const logWarning = vi.fn<(message: string) => void>()

  beforeEach(async () => {
    logWarning.mockClear()
    service = await startTranslationService()
    const { db, now } = (await startServer()).services
    const settings = { url: `${service.url}/`, apiKey: 'secret' }
    translator = openTranslator({ db, settings, now, logWarning })
    server = await startServer({ translator })
    emma = await server.addSubscriber()
    await server.addListing({ id: 'ine', remarks: REMARKS })
  })

  const translate = (id = 'ine') => server.call(emma, translateRemarks, { id })

  test('remarks are translated once, and then read from the database', async () => {
    expect((await server.call(emma, getTranslator, {})).body).toEqual({ available: true })
    const [first, second] = await Promise.all([translate(), translate()])
    expect(first.body).toEqual({ english: ENGLISH, service: '127.0.0.1' })
    expect(second.body).toEqual(first.body)
    service.respondWith(translated('Something else'))
    expect((await translate()).body).toEqual(first.body)
    expect(service.requests).toEqual([
      {
        path: '/translate',
        body: { q: REMARKS, source: 'ja', target: 'en', format: 'text', api_key: 'secret' },
      },
    ])
  })

  test('a text is not sent again if its translation is stored while another request checks its limit', async () => {
    const first = { english: ENGLISH, service: '127.0.0.1' }
    const second = translator.translate(REMARKS, async () => {
      expect(await translator.translate(REMARKS, async () => undefined)).toEqual(first)
    })
    expect(await second).toEqual(first)
    expect(service.requests).toHaveLength(1)
  })

  test.each([
    ['an error', 500, 'no', 'The response has status 500'],
    ['a redirect', 302, '', 'unexpected redirect'],
    ['a response that is not JSON', 200, '<html>', 'The response has no translatedText'],
    [
      'a response in another format',
      200,
      '{"text": "Hello"}',
      'The response has no translatedText',
    ],
    [
      'an oversized text',
      200,
      `{"translatedText": "${'x'.repeat(200_001)}"}`,
      'they are larger than',
    ],
  ])(
    '%s from the translation service is reported as a failure, and the translation can be tried again',
    async (_, status, text, reason) => {
      service.respondWith((response) => {
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text)
      })
      const refused = await translate()
      expect(refused.status).toBe(503)
      expect(refused.body).toMatchObject({ detail: FAILURE })
      expect(logWarning.mock.calls[0]?.[0]).toContain(reason)
      expect(logWarning.mock.calls[0]?.[0]).not.toContain('secret')
      service.respondWith(translated(ENGLISH))
      expect((await translate()).body).toMatchObject({ english: ENGLISH })
    },
  )

  test('a translation with a character that the database cannot store is stored without it', async () => {
    service.respondWith(translated(`\u0000${ENGLISH}\u0000`))
    expect((await translate()).body).toMatchObject({ english: ENGLISH })
    expect((await translate()).body).toMatchObject({ english: ENGLISH })
    expect(service.requests).toHaveLength(1)
  })

  test('if the translation service breaks the connection, the person gets a message about the failure', async () => {
    service.respondWith((response) => response.destroy())
    expect((await translate()).body).toMatchObject({ detail: FAILURE })
  })

  test('the server requests no translation if the remarks are missing or too long, or if the person cannot see the house', async () => {
    await server.addListing({ id: 'silent', remarks: null })
    await server.addListing({ id: 'hidden', remarks: REMARKS, hiddenAt: new Date() })
    await server.addListing({ id: 'long', remarks: '海'.repeat(5_001) })
    expect((await translate('silent')).status).toBe(404)
    expect((await translate('hidden')).status).toBe(404)
    expect((await translate('nowhere')).status).toBe(404)
    expect((await translate('long')).status).toBe(422)
    expect(service.requests).toEqual([])
  })

  test('a person can request 60 new translations an hour, and can still read stored translations after that', async () => {
    await Promise.all(
      Array.from({ length: 61 }, (_, at) =>
        server.addListing({ id: `house-${at}`, remarks: `${REMARKS}${at}` }),
      ),
    )
    for (let at = 0; at < 60; at++) expect((await translate(`house-${at}`)).status).toBe(200)
    expect((await translate('house-60')).status).toBe(429)
    expect((await translate('house-0')).status).toBe(200)
  })
})
