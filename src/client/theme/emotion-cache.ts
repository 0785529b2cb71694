import createCache from '@emotion/cache'

/**
 * Emotion's rules, in a constructable stylesheet. Emotion itself would append `<style>`
 * elements, which a `style-src 'self'` policy leaves empty; CSSOM is outside the policy.
 */
class AdoptedSheet {
  readonly key: string
  readonly container = document.head
  readonly nonce = undefined
  readonly isSpeedy = true
  // Emotion orders its elements by these; there are none.
  readonly tags: HTMLStyleElement[] = []
  before: Element | null = null
  readonly #sheet = new CSSStyleSheet()

  constructor({ key }: { key: string }) {
    this.key = key
    document.adoptedStyleSheets.push(this.#sheet)
  }

  hydrate() {}

  insert(rule: string) {
    try {
      this.#sheet.insertRule(rule, this.#sheet.cssRules.length)
    } catch {
      // A vendor's rule that this browser does not know.
    }
  }

  flush() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== this.#sheet)
  }
}

export const emotionCache = createCache({ key: 'chakra' })
// Emotion declares its sheet as a class with private fields; these members are all that it uses.
emotionCache.sheet = new AdoptedSheet({ key: 'chakra' }) as unknown as typeof emotionCache.sheet
