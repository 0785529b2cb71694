import { romanise } from '#normalise/romanise.ts'

/** For each last character of a municipality's name: its readings and its English word. */
const ENDINGS: Record<string, { readings: string[]; word: string }> = {
  市: { readings: ['し'], word: 'City' },
  区: { readings: ['く'], word: 'Ward' },
  町: { readings: ['ちょう', 'まち'], word: 'Town' },
  村: { readings: ['むら', 'そん'], word: 'Village' },
}

/**
 * Exceptions to the rules of `romanise.ts`, mostly where a vowel begins a new word inside the name:
 * `まつ` + `うら` is Matsuura. The spellings are those of the Gazetteer of Japan.
 */
const SPELLINGS: Record<string, string> = {
  あきたかた: 'Aki-Takata',
  かつうら: 'Katsuura',
  こうみ: 'Koumi',
  こおり: 'Koori',
  ことうら: 'Kotoura',
  さんようおのだ: 'San-yo-Onoda',
  すおうおおしま: 'Suo-Oshima',
  せとうち: 'Setouchi',
  そお: 'Soo',
  たきのうえ: 'Takinoue',
  とようら: 'Toyoura',
  とよおか: 'Toyooka',
  なちかつうら: 'Nachikatsuura',
  にしのおもて: 'Nishinoomote',
  ひろお: 'Hiroo',
  まつうら: 'Matsuura',
  みなみあるぷす: 'Minami-Alps',
  みのお: 'Minoo',
  もおか: 'Mooka',
  やまのうち: 'Yamanouchi',
  わのうち: 'Wanouchi',
}

/**
 * The municipality's name as English signs show it, without the ending: `せいよし` of `西予市` becomes
 * `Seiyo`.
 */
export function englishName(japanese: string, kana: string) {
  const ending = ENDINGS[japanese.slice(-1)]?.readings.find((reading) => kana.endsWith(reading))
  const bare = ending ? kana.slice(0, -ending.length) : kana
  return SPELLINGS[bare] ?? capitalise(romanise(bare))
}

/**
 * The English word for the ending of a municipality's name: `City`, `Ward`, `Town` or `Village`.
 * Undefined for a name with another ending.
 */
export function englishKind(japanese: string) {
  return ENDINGS[japanese.slice(-1)]?.word
}

function capitalise(name: string) {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
