/**
 * Stores short ASCII texts in one block of memory. A million separate strings would take twice as
 * much memory, and the garbage collector would visit each of them.
 */
export function packTexts(texts: readonly string[]) {
  const bytes = new TextEncoder().encode(texts.join(''))
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    end += text.length
    ends[index] = end
  }
  return {
    at(index: number) {
      let text = ''
      const end = ends[index] ?? 0
      // For texts as short as an id, this is faster than `TextDecoder`.
      for (let at = index === 0 ? 0 : (ends[index - 1] ?? 0); at < end; at++) {
        text += String.fromCharCode(bytes[at] ?? 0)
      }
      return text
    },
  }
}
export type PackedTexts = ReturnType<typeof packTexts>
