/**
 * Stores short ASCII texts in one block of memory. A million separate strings would take twice as
 * much memory, and the garbage collector would visit each of them.
 */
export function packTexts(texts: readonly string[]) {
  const bytes = Buffer.from(texts.join(''), 'latin1')
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    end += text.length
    ends[index] = end
  }
  return {
    at: (index: number) => bytes.toString('latin1', index === 0 ? 0 : ends[index - 1], ends[index]),
  }
}
export type PackedTexts = ReturnType<typeof packTexts>
