const encoder = new TextEncoder()
// Without this option, the decoder drops U+FEFF at the beginning of a text.
const decoder = new TextDecoder(undefined, { ignoreBOM: true })

/** Texts by their index. */
export interface Texts {
  at: (index: number) => string
}

/**
 * Stores short texts in one block of memory. A million separate strings would take twice as much
 * memory, and the garbage collector would visit each of them.
 */
export function packTexts(texts: readonly string[]): Texts {
  const joined = texts.join('')
  const bytes = encoder.encode(joined)
  const isAscii = bytes.length === joined.length
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    end += isAscii ? text.length : encoder.encode(text).length
    ends[index] = end
  }
  return {
    at: (index) => decodeText(bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index])),
  }
}

const SHORT = 24

/** Decodes UTF-8. */
export function decodeText(bytes: Uint8Array) {
  if (bytes.length > SHORT) return decoder.decode(bytes)
  // For ASCII texts as short as an id, this is faster than `TextDecoder`.
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte > 127) return decoder.decode(bytes)
    text += String.fromCharCode(byte)
  }
  return text
}
