import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#client/api/failures.ts'
import { translationQuery, translatorQuery } from '#client/data/translation.ts'
import { Button } from '#client/ui/button.tsx'
import { canTranslate, translate } from './device-translator.ts'
import styles from './remarks.module.css'

type Phase =
  | { name: 'idle' }
  /** `share` is how much of the browser's translator is downloaded, from 0 to 1. */
  | { name: 'translating'; share?: number }
  | { name: 'translated'; english: string; by: string }
  | { name: 'failed'; sentence: string }

interface TranslationProps {
  listingId: string
  text: string
  /** Whether the person may use the translation service of the server. */
  hasAccess: boolean
}

/**
 * Translates the remarks of a house with the browser's translator if the browser has one, and
 * otherwise with the service of the server. The original stays below.
 */
export function Translation({ listingId, text, hasAccess }: TranslationProps) {
  const queryClient = useQueryClient()
  const way = useWay(hasAccess)
  const [phase, setPhase] = useState<Phase>({ name: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function onDevice(signal: AbortSignal): Promise<Phase> {
    const onProgress = (share: number) => {
      if (!signal.aborted) setPhase({ name: 'translating', share })
    }
    const english = await translate(text, { signal, onProgress })
    return { name: 'translated', english, by: 'your browser, made on this device' }
  }

  async function onServer(): Promise<Phase> {
    const { english, service } = await queryClient.fetchQuery(translationQuery(listingId))
    return { name: 'translated', english, by: service }
  }

  async function start() {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setPhase({ name: 'translating' })
    const end = await (way === 'device' ? onDevice(signal).catch(instead) : onServer()).catch(
      (error: unknown): Phase => ({ name: 'failed', sentence: describeError(error, way) }),
    )
    if (!signal.aborted) setPhase(end)

    /** Asks the service of the server, if the browser's translator failed or gave no answer. */
    async function instead(error: unknown) {
      if (signal.aborted || !hasAccess) throw error
      const { available } = await queryClient.fetchQuery(translatorQuery)
      if (!available) throw error
      setPhase({ name: 'translating' })
      return onServer()
    }
  }

  function cancel() {
    running.current?.abort()
    setPhase({ name: 'idle' })
  }

  if (!way) return null
  switch (phase.name) {
    case 'translated':
      return (
        <div className={styles.translation} role="status">
          <p className={styles.text} lang="en">
            {phase.english}
          </p>
          <p
            className={styles.note}
          >{`Machine translation by ${phase.by}. Only the original below counts.`}</p>
        </div>
      )
    case 'translating':
      return (
        <div className={styles.translating} role="status">
          <span>{describeProgress(phase.share)}</span>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )
    default:
      return (
        <div className={styles.translating}>
          <Button variant="secondary" onClick={() => void start()}>
            {way === 'device' ? 'Translate on this device' : 'Translate'}
          </Button>
          {phase.name === 'failed' && (
            <div>
              <p role="alert">{phase.sentence}</p>
              <OtherTranslators text={text} />
            </div>
          )}
        </div>
      )
  }
}

function describeProgress(share: number | undefined) {
  if (share === undefined || share >= 1) return 'Translating …'
  return `Downloading your browser’s translator: ${Math.round(share * 100)}%`
}

function describeError(error: unknown, way: Way | undefined) {
  return way === 'device'
    ? 'Your browser could not translate these remarks. It may need a connection to download its translator.'
    : failureMessage(error, 'These remarks could not be translated.')
}

/** Web translators, which take the text from their address. */
const TRANSLATORS = [
  ['Google Translate', 'https://translate.google.com/?sl=ja&tl=en&op=translate&text='],
  ['DeepL', 'https://www.deepl.com/translator#ja/en/'],
] as const

function OtherTranslators({ text }: { text: string }) {
  return (
    <p className={styles.note}>
      <span>
        You can open the remarks in another translator. Their text then leaves this device:
      </span>{' '}
      {TRANSLATORS.map(([name, address]) => (
        <a
          key={name}
          className={styles.translator}
          href={address + encodeURIComponent(text)}
          target="_blank"
          rel="noopener noreferrer"
          translate="no"
        >
          {name}
        </a>
      ))}
    </p>
  )
}

type Way = 'device' | 'server'

/**
 * Whether the device or the server translates the text. Undefined if neither can translate the
 * text, or if the answer is not known yet.
 */
function useWay(hasAccess: boolean): Way | undefined {
  const [hasTranslator, setHasTranslator] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    void canTranslate().then((can) => isGone || setHasTranslator(can))
    return () => {
      isGone = true
    }
  }, [])
  const isAsked = hasTranslator === false && hasAccess
  const { data: server } = useQuery({ ...translatorQuery, enabled: isAsked })
  if (hasTranslator) return 'device'
  return isAsked && server?.available ? 'server' : undefined
}
