/**
 * Characters for which addresses use several variants. Maps each variant to the form for
 * comparison.
 */
const VARIANTS = new Map(
  Object.entries({
    ...{
      ヶ: 'ケ',
      ヵ: 'ケ',
      が: 'ケ',
      ガ: 'ケ',
      ノ: 'の',
      之: 'の',
      乃: 'の',
      ツ: 'つ',
      ッ: 'つ',
      っ: 'つ',
    },
    ...{ 竈: '釜', 竃: '釜', 籠: '篭', 檮: '梼', 龍: '竜', 曾: '曽', 髙: '高', 﨑: '崎', 嵜: '崎' },
    ...{ 瀧: '滝', 澤: '沢', 國: '国', 廣: '広', 濱: '浜', 濵: '浜', 邊: '辺', 邉: '辺', 條: '条' },
    ...{ 嶋: '島', 嶌: '島', 櫻: '桜', 鹽: '塩', 檜: '桧', 鰺: '鯵', 餠: '餅', 學: '学', 藏: '蔵' },
  }),
)
const VARIATION_SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/** The form in which Japanese names are compared. All spellings of a name have the same form. */
export function nameKey(text: string) {
  const plain = text.normalize('NFKC').replace(VARIATION_SELECTORS, '').replace(/\s/g, '')
  return [...plain].map((sign) => VARIANTS.get(sign) ?? sign).join('')
}
