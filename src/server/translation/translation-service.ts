import * as z from 'zod/mini'
import { readText } from '../network/read-text.ts'

const MAX_BYTES = 200_000
const TIMEOUT_MS = 30_000

/** PostgreSQL stores no U+0000, so it is left out of the translation. */
const Answer = z.object({
  translatedText: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.replaceAll('\u0000', '')),
    ),
    z.string().check(z.minLength(1)),
  ),
})

export interface TranslationSettings {
  /** The base address of the service: `https://translate.example`. */
  url: string
  apiKey: string | undefined
}

/**
 * Translates a Japanese text to English with the API of LibreTranslate
 * (https://docs.libretranslate.com/api/operations/translate/).
 * @throws if the service does not answer with a translation.
 */
export async function askService(text: string, { url, apiKey }: TranslationSettings) {
  const response = await fetch(`${url.replace(/\/$/, '')}/translate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: text, source: 'ja', target: 'en', format: 'text', api_key: apiKey }),
    // Refuse redirects, because a redirect could lead to an address inside the operator's network.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok || !response.body) throw new Error(`The response has status ${response.status}`)
  const answer = Answer.safeParse(parseJson(await readText(response.body, MAX_BYTES))).data
  if (!answer) throw new Error('The response has no translatedText')
  return answer.translatedText
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
