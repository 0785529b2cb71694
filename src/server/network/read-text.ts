/**
 * Reads UTF-8 text.
 * @throws if the text is longer than `maxBytes`.
 */
export async function readText(stream: AsyncIterable<Uint8Array>, maxBytes: number) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`they are larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
