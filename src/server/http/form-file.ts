import { Refusal } from '#server/errors/refusal.ts'

/**
 * Maximum size of a part's headers. Real headers are smaller, because a file name has at most 255
 * characters of at most nine bytes each.
 */
const MAX_PART_HEADER_BYTES = 4096
/**
 * Matches the boundary between a form's parts: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 */
const BOUNDARY = /;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*(?:;|$)/i
const LINE_END = '\r\n'

/**
 * Streams the bytes of a form's only field, a file called `field`. Stops at the first unexpected
 * part, so a form with many parts costs nothing.
 * @throws {Refusal} 400 if the body is not a form, and 422 if the form has no file or another
 *   field.
 */
export async function* readFormFile(
  chunks: AsyncIterable<Uint8Array>,
  { contentType, field }: { contentType: string; field: string },
) {
  const [, , boundary] = contentType.match(BOUNDARY) ?? []
  if (!boundary) throw notAForm()
  const delimiter = `${LINE_END}--${boundary}`
  // In the body of a form, every delimiter except the first follows a line break. Add a line break
  // before the body, so that the first delimiter can be read like the others.
  const form = reading(chunks, LINE_END)
  if ((await form.take(delimiter.length)) !== delimiter) throw notAForm()
  if (!(await form.opensPart())) throw new Refusal(422, 'No file selected')

  const { name, isFile } = await readPartHeader(form)
  if (name !== field) throw unknown(name)
  if (!isFile) throw new Refusal(422, 'No file selected')
  yield* form.until(delimiter)
  if (!(await form.opensPart())) return
  const second = await readPartHeader(form)
  throw second.name === field
    ? new Refusal(422, `${field} can be given only once`)
    : unknown(second.name)
}

type Form = ReturnType<typeof reading>

/**
 * A buffered reader for a form. The form consists of the text `beginning` and the bytes of
 * `chunks`.
 */
function reading(chunks: AsyncIterable<Uint8Array>, beginning: string) {
  const arriving = chunks[Symbol.asyncIterator]()
  /** Bytes that have arrived but have not been read yet. */
  let rest: Buffer = Buffer.from(beginning)

  async function more() {
    const { done, value } = await arriving.next()
    if (done) throw notAForm()
    rest =
      rest.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([rest, value])
  }

  async function take(length: number) {
    while (rest.length < length) await more()
    const taken = rest.toString('utf8', 0, length)
    rest = rest.subarray(length)
    return taken
  }

  return {
    take,

    /** Whether another part follows the delimiter just read. False at the end of the form. */
    async opensPart() {
      const after = await take(2)
      if (after !== LINE_END && after !== '--') throw notAForm()
      return after === LINE_END
    },

    /** Yields the bytes before the text `mark` as they arrive. Then skips `mark` itself. */
    async *until(mark: string) {
      const bytes = Buffer.from(mark)
      for (;;) {
        const at = rest.indexOf(bytes)
        // Hold back the last bytes, because they may be the beginning of `mark`.
        const safe = at < 0 ? Math.max(0, rest.length - bytes.length + 1) : at
        if (safe > 0) yield rest.subarray(0, safe)
        rest = rest.subarray(at < 0 ? safe : safe + bytes.length)
        if (at >= 0) return
        await more()
      }
    },

    async takeUntil(mark: string, maxLength: number) {
      for (;;) {
        const at = rest.indexOf(mark)
        if (at > maxLength || (at < 0 && rest.length > maxLength)) throw notAForm()
        if (at >= 0) return (await take(at + mark.length)).slice(0, -mark.length)
        await more()
      }
    },
  }
}

async function readPartHeader(form: Form) {
  const header = await form.takeUntil(LINE_END + LINE_END, MAX_PART_HEADER_BYTES)
  const [disposition] = header.match(/^content-disposition:.*$/im) ?? []
  if (!disposition) throw notAForm()
  const [, name = ''] = disposition.match(/;\s*name="?([^";]*)/i) ?? []
  return { name, isFile: /;\s*filename\*?=/i.test(disposition) }
}

function unknown(name: string) {
  return new Refusal(422, `${name.slice(0, 50)} is not a field here`)
}

function notAForm() {
  return new Refusal(400, 'The body is not a form')
}
