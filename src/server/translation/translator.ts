import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Database } from '#server/db/database.ts'
import { translations } from '#server/db/schema.ts'
import { reasonOf } from '#server/errors/reason-of.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { askService, type TranslationSettings } from './translation-service.ts'

/** The maximum length of a text in characters. Longer texts would be costly to translate. */
const MAX_LENGTH = 5_000
/**
 * The maximum number of concurrent requests to the translation service. Free services answer only a
 * few requests at the same time.
 */
const CONCURRENT = 2

interface TranslatorServices {
  db: Database
  settings: TranslationSettings
  now: () => Date
  logWarning: (message: string) => void
}

interface Translation {
  english: string
  service: string
}

export type Translator = ReturnType<typeof openTranslator>

/**
 * Translates texts with the operator's service, and stores the translations. A process sends no
 * text whose translation is stored, and never sends the same text twice at the same time.
 * @throws in `translate`, {Refusal} 503 if the service fails, and 422 for a text that is too long.
 */
export function openTranslator({ db, settings, now, logWarning }: TranslatorServices) {
  const { hostname } = new URL(settings.url)
  const atOnce = pLimit(CONCURRENT)
  const running = new Map<string, Promise<Translation>>()

  async function findStored(digest: string): Promise<Translation | undefined> {
    const [stored] = await db
      .select({ english: translations.english, service: translations.service })
      .from(translations)
      .where(eq(translations.digest, digest))
    return stored
  }

  async function askOnce(digest: string, text: string): Promise<Translation> {
    // While `beforeAsking` ran, another request may have stored the translation.
    const stored = await findStored(digest)
    if (stored) return stored
    const english = await atOnce(() => askService(text, settings)).catch((error: unknown) => {
      logWarning(`The translation service at ${hostname} failed: ${reasonOf(error)}`)
      throw new Refusal(503, 'The translation service does not answer. Try again later.')
    })
    await db
      .insert(translations)
      .values({ digest, english, service: hostname, createdAt: now() })
      .onConflictDoNothing()
    return { english, service: hostname }
  }

  return {
    /**
     * Returns the English text. `beforeAsking` runs only if the translation is not stored yet, and
     * may throw a `Refusal`. Throws a `Refusal` if the service fails.
     */
    async translate(text: string, beforeAsking: () => Promise<void>): Promise<Translation> {
      const digest = createHash('sha256').update(text).digest('hex')
      const stored = await findStored(digest)
      if (stored) return stored
      if (text.length > MAX_LENGTH)
        throw new Refusal(422, 'These remarks are too long to translate.')
      await beforeAsking()
      // Requests for the same text share one request to the service.
      const asked =
        running.get(digest) ?? askOnce(digest, text).finally(() => running.delete(digest))
      running.set(digest, asked)
      return asked
    },
  }
}
