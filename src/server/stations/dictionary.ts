import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** The readings of proper names, in katakana. */
export type Dictionary = Map<string, Set<string>>

/**
 * The word classes of names of stations and regions. In the dictionary's file, an entry ends with a
 * zero byte. Commas separate the fields of an entry: word, class, …, reading, pronunciation.
 */
const PLACES = [',名詞,固有名詞,一般,', ',名詞,固有名詞,地域,'].map((name) => Buffer.from(name))
const PERSONS = [Buffer.from(',名詞,固有名詞,人名,')]
const COMMA = ','.charCodeAt(0)

/**
 * Reads the proper names directly from the IPA dictionary of the package kuromoji. Kuromoji's
 * tokenizer would take 200 MB of memory, and would guess one reading for a name with several
 * readings. `withPersons` adds the names of persons, which show more of the readings that a name
 * can have.
 */
export async function openDictionary({ withPersons = false } = {}): Promise<Dictionary> {
  const kuromoji = createRequire(import.meta.url).resolve('@patdx/kuromoji')
  const packed = await readFile(join(dirname(kuromoji), '../dict/tid_pos.dat.gz'))
  // Keep the dictionary as 42 MB of bytes. A string would take twice as much.
  const words = await promisify(gunzip)(packed)
  const dictionary: Dictionary = new Map()
  for (const wordClass of withPersons ? [...PLACES, ...PERSONS] : PLACES) {
    for (let at = words.indexOf(wordClass); at !== -1; at = words.indexOf(wordClass, at + 1)) {
      const name = words.toString('utf8', words.lastIndexOf(0, at) + 1, at)
      const pronunciation = words.lastIndexOf(COMMA, words.indexOf(0, at))
      const reading = words.lastIndexOf(COMMA, pronunciation - 1) + 1
      const readings = dictionary.get(name) ?? new Set()
      dictionary.set(name, readings.add(words.toString('utf8', reading, pronunciation)))
    }
  }
  return dictionary
}
