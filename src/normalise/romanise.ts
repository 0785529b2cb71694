const SYLLABLES: Record<string, string> = {
  ...row('', 'あいうえお'),
  ...row('k', 'かきくけこ'),
  ...row('s', 'さしすせそ', { し: 'shi' }),
  ...row('t', 'たちつてと', { ち: 'chi', つ: 'tsu' }),
  ...row('n', 'なにぬねの'),
  ...row('h', 'はひふへほ', { ふ: 'fu' }),
  ...row('m', 'まみむめも'),
  ...row('r', 'らりるれろ'),
  ...row('g', 'がぎぐげご'),
  ...row('z', 'ざじずぜぞ', { じ: 'ji' }),
  ...row('d', 'だぢづでど', { ぢ: 'ji', づ: 'zu' }),
  ...row('b', 'ばびぶべぼ'),
  ...row('p', 'ぱぴぷぺぽ'),
  ...{ や: 'ya', ゆ: 'yu', よ: 'yo', わ: 'wa', ゐ: 'i', ゑ: 'e', を: 'o', ゔ: 'vu' },
}
const GLIDES: Record<string, string> = { ゃ: 'ya', ゅ: 'yu', ょ: 'yo' }

function row(consonant: string, kana: string, irregular: Record<string, string> = {}) {
  const regular = [...kana].map((sign, at) => [sign, consonant + 'aiueo'.charAt(at)])
  return { ...Object.fromEntries(regular), ...irregular }
}

/**
 * Romanises the kana of a name by the Hepburn rules of road signs and of the Gazetteer of Japan.
 * Long vowels are written short (`おおさか` → `osaka`). ん is always `n`, with a hyphen before a vowel
 * or `y`. Characters that are not kana stay as they are.
 */
export function romanise(kana: string) {
  let letters = ''
  for (const sign of toHiragana(kana)) {
    const glide = GLIDES[sign]
    if (glide) letters = withGlide(letters, glide)
    else if (sign !== 'ー') letters += SYLLABLES[sign] ?? sign
  }
  return (
    letters
      .replace(/ん(?=[aiueoy])/g, 'n-')
      .replaceAll('ん', 'n')
      // Hepburn writes a doubled `ch` as `tch`.
      .replace(/っ(?=ch)/g, 't')
      .replace(/っ([a-z])/g, '$1$1')
      .replace(/o[ou]/g, 'o')
      .replaceAll('uu', 'u')
  )
}

/**
 * Joins a small kana: `ki` and `ya` become `kya`. After `sh`, `ch` and `j`, the `y` is omitted:
 * `sha`.
 */
function withGlide(letters: string, glide: string) {
  const stem = letters.replace(/i$/, '')
  return stem + (/(sh|ch|j)$/.test(stem) ? glide.slice(1) : glide)
}

function toHiragana(kana: string) {
  const signs = kana.normalize('NFKC')
  return signs.replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
}
