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
 * Decodes a file as UTF-8, UTF-16, Shift_JIS, EUC-JP or ISO-2022-JP. Refuses a file that is none of
 * them, because a wrong guess would store meaningless characters.
 * @throws {Refusal} 422 if the file is empty or binary, or its encoding is another one.
 */
export async function* readText(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let isFirst = true
  for await (const bytes of inBlocks(input)) {
    if (isFirst) {
      decoder = utf16Decoder(bytes)
      if (!decoder) refuseBinary(bytes)
    }
    isFirst = false
    // ASCII is the same in the other encodings, so choose at the first byte beyond ASCII.
    if (!decoder && !isPlain(bytes)) decoder = chooseDecoder(bytes)
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

/** ISO-2022-JP writes Japanese characters as ASCII bytes after this escape sequence. */
const ISO_2022_JP = '\x1b$'

function isPlain(bytes: Buffer) {
  return isAscii(bytes) && !bytes.includes(ISO_2022_JP)
}

function refuseBinary(bytes: Buffer) {
  const controls = bytes.filter(isControl).length
  if (controls / bytes.length > MAX_CONTROLS) throw notText()
}

/** Whether a byte is a control character other than tab, line feed, carriage return and escape. */
function isControl(byte: number) {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b
}

/** The minimum share of zero bytes in a table in UTF-16. Commas and digits have a zero byte each. */
const MIN_ZEROS = 0.02

/**
 * Recognises UTF-16 by its byte order mark, or by the zero bytes of commas, digits and line feeds,
 * which are all at even or all at odd positions. A text in another encoding has no zero bytes.
 */
function utf16Decoder(sample: Buffer): Decoder | undefined {
  const name = utf16Name(sample)
  if (!name) return undefined
  const text = new TextDecoder(name).decode(sample.subarray(0, sample.length & ~1))
  const damaged = text.match(/[\0\ufffd]/g)?.length ?? 0
  return damaged / text.length <= MAX_NONSENSE ? textDecoder(name) : undefined
}

function utf16Name(sample: Buffer) {
  const start = sample.toString('latin1', 0, 2)
  if (start === '\xff\xfe') return 'utf-16le'
  if (start === '\xfe\xff') return 'utf-16be'
  const zeros = [0, 0] as [number, number]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 ? 1 : 0] += 1
  const [even, odd] = zeros
  if (even + odd < sample.length * MIN_ZEROS) return undefined
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : undefined
}

function textDecoder(name: string): Decoder {
  // `TextDecoder` also removes a byte order mark, which would otherwise become a part of the file's
  // first field.
  const decoder = new TextDecoder(name)
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

/** The largest share of the characters beyond ASCII that a text in UTF-8 may have damaged. */
const MAX_DAMAGED_UTF8 = 0.3
/** The same for Japanese encodings, in which nearly any bytes are some character. */
const MAX_DAMAGED = 0.01

function chooseDecoder(sample: Buffer): Decoder {
  if (sample.includes(ISO_2022_JP)) {
    if (isAscii(sample)) return textDecoder('iso-2022-jp')
  }
  const inUtf8 = textDecoder('utf-8').write(sample)
  const { damaged, beyondAscii } = countCharacters(inUtf8)
  if (damaged <= beyondAscii * MAX_DAMAGED_UTF8 && damaged <= inUtf8.length * MAX_NONSENSE) {
    return textDecoder('utf-8')
  }
  const [best] = ['shift_jis', 'euc-jp']
    .map((name) => ({ name, share: japaneseShare(iconv.getDecoder(name).write(sample)) }))
    .toSorted((one, other) => other.share - one.share)
  if (!best || best.share < MIN_JAPANESE) throw notText()
  return iconv.getDecoder(best.name)
}

function countCharacters(text: string) {
  return {
    damaged: text.match(/\ufffd/g)?.length ?? 0,
    beyondAscii: text.match(/[^\0-\x7f]/g)?.length ?? 0,
  }
}

/**
 * The minimum share of Japanese words in the characters beyond ASCII. Text in another encoding
 * becomes single characters between Latin letters (`Pr馗ecture`), or half-width katakana.
 */
const MIN_JAPANESE = 0.5
const JAPANESE_WORD = /[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff5e\u2460-\u2473]{2,}/g
const UNIT = /(?<=[\d. ])[㎡坪年月日円万分台件階]/g
/** Characters that nearly every Japanese list of houses has, and that random kanji seldom are. */
const FREQUENT = /[県市町村区郡府都道円年月日番号地物件の建築坪]/g
const MIN_FREQUENT = 0.01

/** How much of a text is Japanese words; 0 if it was surely decoded in a wrong way. */
function japaneseShare(text: string) {
  const { damaged, beyondAscii } = countCharacters(text)
  const frequent = text.match(FREQUENT)?.length ?? 0
  const units = text.match(UNIT) ?? []
  if (damaged > beyondAscii * MAX_DAMAGED) return 0
  if (frequent + units.length < beyondAscii * MIN_FREQUENT) return 0
  return [...(text.match(JAPANESE_WORD) ?? []), ...units].join('').length / beyondAscii
}

function notText() {
  return new Refusal(
    422,
    'The file is not a text in UTF-8, UTF-16, Shift_JIS or EUC-JP. Save it as an Excel workbook (.xlsx), or as CSV in UTF-8, and import it again.',
  )
}
