import { romanise } from '#normalise/romanise.ts'
import type { Place } from '#search/places/place.ts'
import type { Dictionary } from './dictionary.ts'
import { kilometres } from './find-station.ts'
import type { SpellStation } from './official-stations.ts'
import { STATION_SPELLINGS } from './station-spellings.ts'

/**
 * Prefixes of station names, with their readings. A prefix tells stations apart: 新大阪
 * (Shin-Osaka) is not 大阪 (Osaka).
 */
const PREFIXES: Record<string, string> = {
  ...{ 新: 'シン', 東: 'ヒガシ', 西: 'ニシ', 南: 'ミナミ', 北: 'キタ', 上州: 'ジョウシュウ' },
  ...{ 陸奥: 'ムツ', 陸中: 'リクチュウ', 陸前: 'リクゼン', 羽前: 'ウゼン', 羽後: 'ウゴ' },
  ...{ 岩代: 'イワシロ', 会津: 'アイヅ', 津軽: 'ツガル', 渡島: 'オシマ', 常陸: 'ヒタチ' },
  ...{ 下総: 'シモウサ', 上総: 'カズサ', 安房: 'アワ', 武蔵: 'ムサシ', 相模: 'サガミ' },
  ...{ 甲斐: 'カイ', 信濃: 'シナノ', 越後: 'エチゴ', 越中: 'エッチュウ', 越前: 'エチゼン' },
  ...{ 能登: 'ノト', 加賀: 'カガ', 飛騨: 'ヒダ', 美濃: 'ミノ', 駿河: 'スルガ', 遠江: 'トオトウミ' },
  ...{ 三河: 'ミカワ', 尾張: 'オワリ', 伊勢: 'イセ', 伊賀: 'イガ', 志摩: 'シマ', 近江: 'オウミ' },
  ...{ 山城: 'ヤマシロ', 大和: 'ヤマト', 河内: 'カワチ', 和泉: 'イズミ', 紀伊: 'キイ' },
  ...{ 丹波: 'タンバ', 但馬: 'タジマ', 因幡: 'イナバ', 伯耆: 'ホウキ', 出雲: 'イズモ' },
  ...{ 石見: 'イワミ', 播磨: 'ハリマ', 播州: 'バンシュウ', 備前: 'ビゼン', 備中: 'ビッチュウ' },
  ...{ 備後: 'ビンゴ', 美作: 'ミマサカ', 安芸: 'アキ', 周防: 'スオウ', 長門: 'ナガト' },
  ...{ 阿波: 'アワ', 讃岐: 'サヌキ', 伊予: 'イヨ', 土佐: 'トサ', 筑前: 'チクゼン' },
  ...{ 筑後: 'チクゴ', 筑豊: 'チクホウ', 豊前: 'ブゼン', 豊後: 'ブンゴ', 肥前: 'ヒゼン' },
  ...{ 肥後: 'ヒゴ', 日向: 'ヒュウガ', 薩摩: 'サツマ', 大隅: 'オオスミ', 近鉄: 'キンテツ' },
  ...{ 京成: 'ケイセイ', 東武: 'トウブ', 西武: 'セイブ', 山陽: 'サンヨウ', 琴電: 'コトデン' },
  ...{ 三国: 'ミクニ', 魚沼: 'ウオヌマ', 岩手: 'イワテ', 室生口: 'ムロウグチ' },
}
const PREFIXES_BY_LENGTH = Object.entries(PREFIXES).toSorted(
  ([one], [other]) => other.length - one.length,
)

/**
 * Characters whose reading begins with a vowel. This vowel does not lengthen the vowel before it.
 * For example, `トヨウラ` of 豊浦 is Toyoura, not Toyora.
 */
const VOWELS: Record<string, string> = {
  ...{ 浦: 'ウラ', 内: 'ウチ', 上: 'ウエ', 植: 'ウエ', 打: 'ウチ', 梅: 'ウメ', 馬: 'ウマ' },
  ...{
    牛: 'ウシ',
    魚: 'ウオ',
    海: 'ウミ',
    岡: 'オカ',
    尾: 'オ',
    折: 'オリ',
    奥: 'オク',
    大: 'オオ',
  },
}

/**
 * Matches katakana of a loanword. The spelling of a loanword cannot be derived from its sound: ライン
 * is Rhine or Line. ケ, ヶ, ノ and ツ also occur in other names, so they are excluded.
 */
const LOANWORD = /[ァ-ヺー](?<![ケヶノツ])/u
const KANA = /^[\p{Script=Hiragana}ー・]+$/u

/**
 * Names that have different readings on different railway lines. If the railway line is unknown,
 * the reading of such a name is not certain.
 */
const SHARED_NAMES = new Set(
  Object.keys(STATION_SPELLINGS).flatMap((key) => key.split('/')[1] ?? []),
)

interface Reading {
  kana: string
  latin: string
}

/**
 * Returns a function that reads a proper name. The function returns null if the reading is not
 * certain.
 */
export function createNameReader(dictionary: Dictionary) {
  function read(name: string): Reading | null {
    if (LOANWORD.test(name)) return null
    if (KANA.test(name)) return { kana: name, latin: capitalise(romanise(name)) }
    const kana = onlyReading(dictionary, name)
    for (const [prefix, start] of PREFIXES_BY_LENGTH) {
      const rest = name.slice(prefix.length)
      const isPrefixed = name.startsWith(prefix) && rest.length > 1
      if (!isPrefixed || (kana !== null && !kana.startsWith(start))) continue
      const place = kana === null ? read(rest) : readWithKana(rest, kana.slice(start.length))
      if (place) {
        const latin = `${capitalise(romanise(start))}-${place.latin}`
        return { kana: start + place.kana, latin }
      }
    }
    return kana === null ? null : { kana, latin: spellName(name, kana) }
  }

  /**
   * Returns the reading `kana` if the dictionary contains it for `name`, otherwise null. `name` is
   * the part of a station name after its prefix.
   */
  function readWithKana(name: string, kana: string): Reading | null {
    const isKnown = dictionary.get(name)?.has(kana)
    return isKnown ? { kana, latin: spellName(name, kana) } : null
  }

  return read
}

/**
 * Returns a function that spells the name of a station in Latin letters: `Uwajima` for 宇和島. The
 * function returns null if the reading is not certain.
 */
export function createStationNames(dictionary: Dictionary) {
  const read = createNameReader(dictionary)
  return function stationName(name: string, line: string | null): string | null {
    const spelling =
      STATION_SPELLINGS[`${line}/${name}`] ??
      STATION_SPELLINGS[`JR${line}/${name}`] ??
      STATION_SPELLINGS[name]
    if (line === null && spelling === undefined && SHARED_NAMES.has(name)) return null
    return spelling ?? read(name)?.latin ?? null
  }
}

/**
 * Like {@link createStationNames}, but for a register of all stations. This register shortens the
 * names of railway lines: `山陽線` instead of `JR山陽本線`. So the longer names are tried too. A station
 * that has the name of a nearby municipality gets the municipality's reading.
 */
export function createStationSpelling(dictionary: Dictionary, places: Place[]): SpellStation {
  const read = createNameReader(dictionary)
  const municipalitiesByName = new Map<string, Place[]>()
  for (const place of places) {
    const isMunicipality = place.precision === 'municipality' && !place.english.includes(',')
    const name = place.japanese.replace(/[市区町村]$/, '')
    if (isMunicipality)
      municipalitiesByName.set(name, [...(municipalitiesByName.get(name) ?? []), place])
  }

  function spellLikeMunicipality({ name, ...station }: Parameters<SpellStation>[0]) {
    const near = municipalitiesByName
      .get(name)
      ?.find((place) => kilometres(place, station) < MAX_MUNICIPALITY_KM)
    return near?.english.replace(/ (City|Town|Village)$| \(.*\)$/, '')
  }

  return function spellStation(station) {
    const { name, lines, isUnique } = station
    for (const line of lines.flatMap(namesOfLine)) {
      const spelling = STATION_SPELLINGS[`${line}/${name}`]
      if (spelling) return spelling
    }
    // `STATION_SPELLINGS` also has keys without a railway line. Ignore such a key if several
    // stations have the name, because its spelling may belong to another station.
    const spelling = isUnique ? STATION_SPELLINGS[name] : undefined
    return spelling ?? spellLikeMunicipality(station) ?? read(name)?.latin ?? null
  }
}

/**
 * A station with the same name as a municipality gets the municipality's reading if the distance
 * between the two is shorter than this.
 */
const MAX_MUNICIPALITY_KM = 20

/** The names that directions may use for a line: `山陽線` is also `JR山陽本線`. */
function namesOfLine(line: string) {
  const stem = line.replace(/線$/, '')
  return [line, `JR${line}`, `JR${stem}本線`]
}

/** The reading of a name, if all entries of the dictionary agree on it. */
function onlyReading(dictionary: Dictionary, name: string) {
  const [reading, ...others] = dictionary.get(name) ?? []
  return reading !== undefined && others.length === 0 ? reading : null
}

/** Spells a name in Latin letters by its reading: `タケオオンセン` of 武雄温泉 becomes `Takeo-Onsen`. */
export function spellName(name: string, kana: string) {
  const spring = /温泉$/.test(name) && /オンセン$/.test(kana) ? 'オンセン' : ''
  let text = kana.slice(0, kana.length - spring.length)
  for (const sign of name) {
    const vowel = VOWELS[sign]
    // Put `|` before the vowel, so that `romanise` does not join the vowel to the preceding one.
    // `romanise` leaves `|` as it is.
    if (vowel && text.indexOf(vowel) > 0) text = text.replace(vowel, `|${vowel}`)
  }
  const latin = capitalise(romanise(text).replaceAll('|', ''))
  return spring ? `${latin}-Onsen` : latin
}

function capitalise(name: string) {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
