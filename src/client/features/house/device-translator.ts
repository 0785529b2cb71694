/**
 * The part of the browser's Translator API that the app uses. See
 * https://webmachinelearning.github.io/translation-api
 */
interface BrowserTranslator {
  translate: (text: string, options: { signal: AbortSignal }) => Promise<string>
  destroy: () => void
}

interface DownloadMonitor {
  addEventListener: (
    type: 'downloadprogress',
    listener: (event: { loaded: number }) => void,
  ) => void
}

interface TranslatorApi {
  availability: (
    languages: typeof LANGUAGES,
  ) => Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  create: (
    options: typeof LANGUAGES & {
      signal: AbortSignal
      monitor: (monitor: DownloadMonitor) => void
    },
  ) => Promise<BrowserTranslator>
}

declare global {
  var Translator: TranslatorApi | undefined
}

const LANGUAGES = { sourceLanguage: 'ja', targetLanguage: 'en' } as const

/** Whether this browser can translate Japanese into English without sending the text anywhere. */
export async function canTranslate() {
  try {
    const availability = await globalThis.Translator?.availability(LANGUAGES)
    return availability !== undefined && availability !== 'unavailable'
  } catch {
    return false
  }
}

interface Options {
  signal: AbortSignal
  /**
   * Called while the browser downloads its translator. `share` is the downloaded share, between 0
   * and 1.
   */
  onProgress: (share: number) => void
}

/** How long the browser's translator may take without an answer or progress, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Rejects if `work` gives no answer within the timeout. Progress restarts the timeout, because a
 * download may take minutes.
 */
function withinTimeout<T>(work: (restart: () => void) => Promise<T>) {
  return new Promise<T>((resolve, reject) => {
    let latest: AbortSignal | undefined
    const restart = () => {
      const own = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
      latest = own
      own.addEventListener('abort', () => own === latest && reject(own.reason))
    }
    restart()
    work(restart).then(resolve, reject)
  })
}

/**
 * Translates a Japanese text into English on the device. Call this function from a tap, because the
 * browser may have to download its translator, and starts the download only after a tap. Rejects if
 * the browser fails or gives no answer, or on abort.
 */
export async function translate(text: string, { signal, onProgress }: Options) {
  const ended = new AbortController()
  try {
    return await withinTimeout((restart) =>
      run(text, {
        signal: AbortSignal.any([signal, ended.signal]),
        onProgress(share) {
          restart()
          onProgress(share)
        },
      }),
    )
  } finally {
    // After a timeout, the browser must not go on translating.
    ended.abort()
  }
}

async function run(text: string, { signal, onProgress }: Options) {
  if (!globalThis.Translator) throw new Error('This browser has no translator')
  const translator = await globalThis.Translator.create({
    ...LANGUAGES,
    signal,
    monitor(monitor) {
      monitor.addEventListener('downloadprogress', ({ loaded }) => onProgress(loaded))
    },
  })
  try {
    return await translator.translate(text, { signal })
  } finally {
    translator.destroy()
  }
}
