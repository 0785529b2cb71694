export interface Named {
  /** The English name of the place. If there is none, the name as the source writes it. */
  display: string
  japanese?: string | undefined
  /** The name of the place in hiragana. */
  kana?: string | undefined
}

const KIND = /[ -](?:city|shi|town|machi|ch[oō]|village|mura|son|ward|ku)$/i

/**
 * The places whose name, in English or Japanese, has a word that begins with `sought`. Macrons,
 * hyphens and endings such as `-shi` make no difference.
 */
export function findByName<Place extends Named>(places: readonly Place[], sought: string) {
  const key = fold(sought.trim().replace(KIND, ''))
  if (key === '') return places
  return places.filter(({ display, japanese = '', kana = '' }) =>
    [...display.split(/(?=[\s(-])/).map((_, at, words) => words.slice(at).join('')), japanese, kana]
      .map(fold)
      .some((name) => name.startsWith(key)),
  )
}

/**
 * Normalises a name, so that other spellings match: `Ōzu`, `Oozu` and `ozu` give the same text, and
 * so do `せいよ` and `セイヨ`.
 */
function fold(text: string) {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
    .replace(/[\s'’()-]/g, '')
    .replace(/o[ou]/g, 'o')
    .replaceAll('uu', 'u')
    .replace(/m(?=[bmp])/g, 'n')
}
