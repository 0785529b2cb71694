import createCache from '@emotion/cache'

/**
 * Puts Emotion's rules into a constructable stylesheet. The policy `style-src 'self'` blocks
 * Emotion's own `<style>` elements, but not the CSSOM.
 */
class AdoptedSheet {
  readonly key: string
  readonly container = document.head
  readonly nonce = undefined
  readonly isSpeedy = true
  // Emotion uses `tags` and `before` to sort its `<style>` elements. This sheet has no such
  // elements, so both have no effect.
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
      // Ignore a vendor-specific rule that this browser does not support.
    }
  }

  flush() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== this.#sheet)
  }
}

export const emotionCache = createCache({ key: 'chakra' })
// The cast is needed, because this class lacks the private fields of Emotion's type. The cast is
// safe, because Emotion uses only the members that this class has.
emotionCache.sheet = new AdoptedSheet({ key: 'chakra' }) as unknown as typeof emotionCache.sheet
