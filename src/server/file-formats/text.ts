import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import { Refusal } from '#server/errors/refusal.ts'

/** The number of bytes from which a file's type and encoding are detected. */
const SAMPLE_BYTES = 65_536
/**
 * The maximum shares of control bytes and of undecodable characters in a text file. A file with a
 * larger share is refused as binary.
 */
const MAX_CONTROLS = 0.05
const MAX_NONSENSE = 0.05

interface Decoder {
  write: (bytes: Buffer) => string
  end: () => string | undefined
}

/**
 * Decodes a file as UTF-8 or Shift_JIS, whichever fits its bytes. Refuses binary files.
 * @throws {Refusal} 422 if the file is empty or binary.
 */
export async function* readText(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let isFirst = true
  for await (const bytes of inBlocks(input)) {
    if (isFirst) refuseBinary(bytes)
    isFirst = false
    // ASCII is the same in both encodings, so choose the encoding at the first byte beyond ASCII.
    if (!decoder && !isAscii(bytes)) decoder = chooseDecoder(bytes)
    yield decoder ? decoder.write(bytes) : bytes.toString('latin1')
  }
  if (isFirst) throw new Refusal(422, 'The file is empty')
  yield decoder?.end() ?? ''
}

async function* inBlocks(input: AsyncIterable<Uint8Array>) {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    length += chunk.length
    if (length < SAMPLE_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks)
}

function refuseBinary(bytes: Buffer) {
  const start = bytes.toString('latin1', 0, 2)
  if (start === '\xff\xfe' || start === '\xfe\xff') {
    throw new Refusal(422, 'The file is in UTF-16: save it as UTF-8 and import it again')
  }
  const controls = bytes.filter(isControl).length
  if (controls / bytes.length > MAX_CONTROLS) throw notText()
}

/** Whether a byte is a control character other than tab, line feed and carriage return. */
function isControl(byte: number) {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d
}

function chooseDecoder(sample: Buffer): Decoder {
  const inUtf8 = nonsense(utf8Decoder().write(sample))
  const inShiftJis = nonsense(iconv.getDecoder('shift_jis').write(sample))
  if (Math.min(inUtf8, inShiftJis) > MAX_NONSENSE) throw notText()
  return inUtf8 <= inShiftJis ? utf8Decoder() : iconv.getDecoder('shift_jis')
}

function utf8Decoder(): Decoder {
  // `TextDecoder` also removes a byte order mark, which would otherwise become a part of the file's
  // first field.
  const decoder = new TextDecoder()
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

/**
 * The share of replacement characters (U+FFFD) in a text. The decoder inserts a replacement
 * character for each undecodable byte.
 */
function nonsense(text: string) {
  return (text.match(/\ufffd/g)?.length ?? 0) / text.length
}

function notText() {
  return new Refusal(
    422,
    'The file is not a text in UTF-8 or Shift_JIS: listings come as JSON, JSON Lines or CSV',
  )
}
