import fc from 'fast-check'

const PIECES = [
  ...'0123456789０５９,，.．-/+ 　¥￥$円万億千百年月日昭和平成令元築約㎡m²坪LDKSR()（）:Tz@%',
  ...[
    '昭和',
    '令和',
    '明治',
    'Showa',
    'July',
    'about ',
    'circa',
    '頃',
    '(税込)',
    '応相談',
    'million',
  ],
  ...[
    'tsubo',
    'sq ft',
    'ha',
    'USD',
    'yen',
    'years',
    '以上',
    '兵庫県',
    'Hyōgo',
    '丹波市',
    ' City, ',
  ],
  ...[
    '0123-45-6789',
    '+81',
    'https://',
    'example.jp',
    '2025-03-31',
    '1975',
    '5,800',
    '\u0301',
    '\u200b',
  ],
]

/** One value of each kind, in the notations that people use. */
const VALUES = [
  ...[
    '¥5,800,000',
    '5.8 million yen',
    '1億2,000万円',
    '580万5千円（税込）',
    '$63,790',
    'US$63k',
    '相談',
  ],
  ...['98.54㎡ (29.80 tsubo)', '2000㎡以上', '29.8坪', '1,000 sq ft', '2ha', '9575.0'],
  ...[
    'July 1975',
    '昭和50年7月',
    '令和元年',
    'S50.7',
    '築49年',
    '49 years old',
    '1975/1/1',
    '昭和50年頃',
  ],
  ...[
    '4LDK+S（納戸）',
    '４ＬＤＫ',
    'ワンルーム',
    '兵庫県',
    'Hyōgo Prefecture',
    'Gumma',
    'Tōkyō-to',
  ],
  ...['(0795) 82-0001', '+81 79 123 4567', 'TEL：0577-73-6558まで', 'HTTP://EXAMPLE.JP/%0a?x=y#z'],
  ...['2025-03-31T09:00:00+09:00', '1743379200000', 'Kita-ku, Kobe-shi, Hyogo', '不詳', '＊＊＊'],
]

/** Texts that look like values, almost like values, or not at all like values. */
export const valueText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...VALUES) },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((all) => all.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...PIECES), fc.constantFrom(1, 2000))
      .map(([piece, times]) => piece.repeat(times)),
  },
)

/** Parsing a text is fast and there are many notations, so test more texts than by default. */
fc.configureGlobal({ numRuns: 1000 })
