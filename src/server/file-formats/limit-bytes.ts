import { Refusal } from '#server/errors/refusal.ts'

/**
 * Passes the bytes of a file on, and refuses a file of more than `maxBytes`.
 * @throws {Refusal} 422 for a file of more than `maxBytes`.
 */
export async function* limitBytes(input: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw new Refusal(
        422,
        `The file holds more than ${maxBytes / 1_000_000} MB of text. Upload a smaller file.`,
      )
    }
    yield chunk
  }
}
