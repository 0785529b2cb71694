import type { Tag } from '#contract/tags.ts'
import { toHalfWidth } from './text.ts'

interface Meaning {
  /** The Japanese terms for this tag, separated by spaces. */
  terms: string
  /**
   * Matches the text after a term if the tag would be wrong: 平屋の物置 is a single-story shed, not a
   * single-story house. The term then gives no tag.
   */
  unless?: RegExp
  /**
   * Rejects a term that is only a part of a longer word. Matches the letters before the term in
   * such a word.
   */
  notAfter?: RegExp
  /**
   * The tag that the negated term gives: 雨漏りなし ("no leaks") gives `no-leaks`. If omitted, a negated
   * term gives no tag.
   */
  negated?: Tag
}

const BY_CAR = /^(?:駅|線|(?:まで|へ|にも?|から)?[はも、]?(?:お?車|自動車|クルマ|\d+ ?km))/
/**
 * Matches the text after 海 ("sea") or 海まで ("to the sea") if more than a kilometre follows: a way by car, 1.5km,
 * 3キロ, 1100m, 徒歩15分. A minute on foot counts as 80 m, as everywhere in Japanese listings.
 */
const FAR_KM = '(?:[2-9]|[1-9]\\d+|1\\.\\d*[1-9])(?:\\.\\d+)? ?(?:km|㎞|キロ)'
const FAR_METRES = '(?:1(?!000)\\d{3}|[2-9]\\d{3}|[1-9]\\d{4,}) ?(?:m|メートル)'
const FAR_ON_FOOT = '(?:徒歩|歩いて)(?:で|約)*(?:1[3-9]|[2-9]\\d)分'
const FAR = new RegExp(
  `${BY_CAR.source}|^(?:まで)?も?(?:約|およそ)? ?(?:${FAR_KM}|${FAR_METRES}|${FAR_ON_FOOT})`,
)
/** Matches the text after a term that describes an outbuilding and not the house: 木造平屋建の物置. */
const OUTBUILDING =
  /^(?:建て?|造り?)?(?:[(（][^)）]*[)）])?の?(?:物置|倉庫|車庫|納屋|小屋|離れ|附属|付属)/

/** After 空き家バンク (akiya bank), matches a text that says "not registered": `には登録していません`. */
const NOT_IN_THE_BANK = new RegExp(
  '^(?:制度)?[へにでのはも]{0,2}(?:未(?:登録|掲載)|対象外|(?:登録|掲載)(?:物件)?' +
    '(?:して|されて|では|で|は|を|も){0,2}' +
    '(?:外|なし|無し|ない|無い|いません|いない|おりません|ありません|ございません|終了|抹消|解除|取り?消|取り?下げ))',
)

const MEANINGS: Record<Tag, Meaning> = {
  'by-the-sea': {
    terms: `
      海が見 海を望 海が望 海を見 海一望 海を一望 海が一望 海が目の前 海沿い 海辺
      海のそば 海の近 海近 海が近 海に近 海に面 海まで 目の前が海 目の前は海 海側 海岸
      海水浴 砂浜 ビーチ 漁港 港町 オーシャンビュー オーシャンフロント シーサイド 日本海を
      瀬戸内海を 太平洋を 瀬戸内海が 日本海が 太平洋が 海を眺 海を感じ
    `,
    notAfter: /[雲樹]$/,
    unless: FAR,
  },
  mountains: {
    terms: '山間 山あい 山里 里山 山々 山麓 山の中 山に囲 山小屋 高原',
    unless: BY_CAR,
  },
  'river-or-lake': {
    terms: `
      川沿い 川の近 川が流れ 川のせせらぎ せせらぎ 清流 渓流 小川が 川遊び 川が近 河川敷
      湖畔 湖が 湖を 湖の 琵琶湖
    `,
    unless: BY_CAR,
  },
  onsen: { terms: '温泉 源泉', unless: BY_CAR },
  'good-view': {
    terms: `
      眺望 眺めが 眺めの 眺めも 良い眺め 見晴らし 見晴し 景色が 景色の 景色を 景色良
      絶景 一望 夜景 富士山が見 富士山を
    `,
  },
  sunny: {
    terms: '日当たり 日当り 日当良 陽当たり 陽当り 陽当良 日照 南向き 南面',
    unless: /^[はが]?(?:悪|よくな|良くな|やや悪|不良)/,
  },
  quiet: { terms: '閑静 静かな 静かで 静かに 静寂 のどか 長閑' },
  'in-nature': {
    terms: `
      自然豊か 自然に囲 豊かな自然 自然が豊 自然あふれ 自然溢れ 自然を満喫 緑豊か 緑に囲
      自然環境 大自然 自然が多 自然いっぱい
    `,
  },
  countryside: { terms: '田舎暮らし 田舎ぐらし 田園 農村 スローライフ 棚田' },
  'on-high-ground': { terms: '高台 丘の上' },
  'old-town': {
    terms: '町並み 街並み 城下町 宿場 歴史ある 歴史的 町家 町屋 重伝建',
  },
  fishing: { terms: '釣り つり場 釣場 釣好き' },
  skiing: { terms: 'スキー スノーボード ゲレンデ' },
  snow: {
    terms: '積雪 豪雪 雪国 雪下ろし 雪降ろし 除雪 雪が多 雪の多 融雪',
  },
  'shops-nearby': {
    terms: `
      スーパーが近 スーパーに近 スーパー近 スーパーまで徒歩 コンビニが近 コンビニ近
      コンビニまで徒歩 買い物に便利 買物に便利 買い物便利 買物便利 買い物にも便利
      買物にも便利 商店街 商業施設が 商業施設も 生活便利 生活に便利 生活至便 利便性が良
      利便性の良 利便性良 利便性が高 利便性の高 利便性に優 利便性抜群 便利な立地 好立地
    `,
  },
  'school-nearby': {
    terms: `
      学校が近 学校に近 学校近 学校まで徒歩 学校も近 学校へ徒歩 学校徒歩 通学に便利
      通学便利 通学にも 通学も
    `,
  },
  'clinic-nearby': {
    terms: '病院が近 病院に近 病院近 病院も近 病院まで徒歩 診療所 医院 クリニック',
    unless: BY_CAR,
  },
  'good-for-families': {
    terms: '子育て ファミリー向 ファミリーに ファミリーの お子様 保育園 こども園',
  },
  'single-story': { terms: '平屋 平家 ワンフロア', unless: OUTBUILDING },
  kominka: {
    terms: '古民家 茅葺 茅ぶき かやぶき 築100年 築百年 明治時代 大正時代 江戸時代',
    notAfter: /元$/,
  },
  irori: { terms: '囲炉裏 いろり 囲炉裡' },
  'earth-floor': { terms: '土間 三和土' },
  'wood-stove': { terms: '薪ストーブ 薪ストープ 暖炉 ペレットストーブ まきストーブ' },
  engawa: { terms: '縁側 広縁 濡れ縁 濡縁 縁台' },
  'all-electric': { terms: 'オール電化 エコキュート IHクッキング' },
  'solar-panels': { terms: '太陽光 ソーラー 太陽熱' },
  'two-households': { terms: '二世帯 2世帯 多世帯' },
  'shop-or-office': {
    terms: `
      店舗付 店舗兼 店舗併用 店舗として 店舗利用 店舗にも 店舗や 元店舗 店舗に 事務所
      飲食店として カフェ
    `,
  },
  workshop: { terms: '作業場 作業所 作業小屋 アトリエ 工房 工場' },
  'holiday-home': { terms: '別荘 セカンドハウス 二拠点 2拠点 リゾート' },
  'guest-house': { terms: '民宿 民泊 ゲストハウス 旅館 ペンション 簡易宿所' },
  'barn-or-storehouse': {
    terms: '納屋 物置 小屋 倉庫 農機具 収納庫 貯蔵庫',
    notAfter: /山$/,
  },
  kura: {
    terms: '土蔵 蔵付 蔵あり 蔵有 蔵が 蔵の 蔵も 蔵と 蔵を 蔵、 蔵・ 蔵や 蔵など',
    notAfter: /[冷収貯埋地内武酒大所秘]$/,
  },
  annex: {
    terms: '離れ 別棟 はなれ 隠居',
    notAfter: /[里街地所分切ら]$/,
    unless: /^[たてずる]/,
  },
  'vegetable-garden': {
    terms: '家庭菜園 菜園 畑付 畑あり 畑有 畑つき 畑が 畑も 畑として 自家菜園',
  },
  'with-farmland': {
    terms: '農地付 農地あり 農地有 農地も 農地と 農地が 田畑 水田 田・畑 畑・田 田んぼ付',
  },
  'with-forest': {
    terms: '山林付 山林あり 山林有 山林も 山林が 山林と 持ち山 山付き',
  },
  garage: { terms: '車庫 ガレージ カーポート' },
  'parking-space': {
    terms: '駐車場 駐車可 駐車スペース 台駐車 駐車でき 駐車出来 台分の駐車 駐車2台 駐車3台',
  },
  well: { terms: '井戸 井水', notAfter: /[天今]$/, unless: /^端/ },
  'corner-lot': { terms: '角地' },
  'large-lot': {
    terms: `
      広い敷地 敷地が広 敷地は広 敷地広 広大な 広々とした敷地 広い土地 土地が広
      敷地面積が広
    `,
  },
  renovated: {
    terms: `
      リフォーム済 リホーム済 改修済 改装済 修繕済 リノベーション済 リノベ済 フルリフォーム
      全面リフォーム 内装リフォーム 水回りリフォーム 水廻りリフォーム リフォームしてあ
      リフォームしており リフォームされて リフォーム歴 リフォームしました リフォーム物件
      リノベーション物件 改装されて 改修されて 改築済 新品交換
    `,
    notAfter: /[未要]$/,
  },
  'needs-repair': {
    terms: `
      要修繕 要改修 要リフォーム 要補修 要修理 修繕が必要 修繕必要 修繕は必要 改修が必要
      改修必要 補修が必要 補修必要 修理が必要 修理必要 改装が必要 リフォームが必要
      リフォーム必要 修繕を要 補修を要 改修を要 修理を要 修繕要 補修要 改修要 修繕箇所
      補修箇所 老朽 劣化 傷みが 傷みあ 腐食 破損
    `,
  },
  leaks: {
    terms: '雨漏 雨もり 雨洩り',
    unless:
      /^[^。、\n]{0,12}(?:[修補][復繕修理]済|を[修補][復繕修理]し|の修繕は(?:所有者|売主)|対策済)/,
    negated: 'no-leaks',
  },
  termites: {
    terms: 'シロアリ 白蟻 白アリ しろあり',
    unless: /^の?(?:防除|予防|駆除|消毒|防止|対策|保証|処理|薬剤|点検)/,
  },
  tilts: {
    terms: '傾きが 傾きあ 傾いて 傾きも 傾き有 建物の傾き 床の傾き 家屋が傾',
  },
  'do-it-yourself': { terms: 'DIY セルフリノベ セルフリフォーム 日曜大工' },
  'move-in-ready': {
    terms: '即入居 すぐ入居 すぐに入居 すぐ住 すぐに住 即居住 即住 すぐに生活 即日入居',
  },
  'belongings-left': {
    terms: '家財 残置物 荷物が残 荷物あり 荷物有 家具付 家具家電付 遺品 残留物',
    // Give no tag if the seller clears the belongings away. 残置物の処分は買主負担 ("the buyer pays for the
    // disposal") gives the tag, because these belongings stay in the house.
    unless:
      /^等?の保管|^が多|^[^。\n]{0,30}(?:撤去|片付|処分)(?!費|は?(?:買|入居|購入)|を?(?:お願い|していただ))/,
  },
  'sold-as-is': {
    terms: `
      現況渡 現況での 現況有姿 現状有姿 現状渡 現状での 現状引 現況引 現況売 現状のまま
      現況優先
    `,
  },
  negotiable: {
    terms: `
      応相談 価格相談 価格交渉 値段交渉 価格の交渉 値引 相談に応 価格は相談 金額相談
      要相談 相談可
    `,
  },
  'subsidy-mentioned': { terms: '補助金 助成金 奨励金 補助制度 助成制度 支援金' },
  'pets-allowed': { terms: 'ペット可 ペット飼育可 ペットOK ペット相談 ペットも' },
  'not-rebuildable': {
    terms: `
      再建築不可 再建築できません 再建築はできません 再建築ができません 再建築出来ません
      建替え不可 建て替え不可 建築不可 建替不可
    `,
  },
  'hazard-zone': {
    terms: `
      土砂災害 浸水想定 浸水区域 浸水エリア 浸水深 ハザード 災害警戒 災害危険 急傾斜地
      津波浸水 洪水浸水 崩壊危険 地すべり
    `,
    unless:
      /^(?:外|[^。\n]{0,14}(?:区域外|範囲外|対象外|エリア外|該当しま|に入ってい(?:ませ|な)|予想がな))/,
  },
  unregistered: { terms: '未登記 未登録建物 登記されていな' },
  'narrow-access': {
    terms: `
      道が狭 道路が狭 道幅が狭 道路幅が狭 道が細 道幅狭 進入路が狭 路地が狭 車両進入不可
      車の進入不可 車の進入はできません 車は入れません 車の乗り入れはできません
      車での乗り入れはできません 軽自動車のみ
    `,
  },
  'residence-terms': {
    terms: `
      定住でき 定住す 定住を 定住希望 永住 居住することが条件 居住が条件 居住要件
      居住する方 居住できる方 居住される方 自治会に加入 自治会への加入 自治会加入
      町内会に加入 町内会への加入 町内会加入 区に加入 地域活動
    `,
  },
  'earthquake-retrofit': { terms: '耐震補強 耐震改修 耐震工事 耐震化' },
  'no-leaks': { terms: '雨漏りの心配はいりません' },
  'akiya-bank-mentioned': {
    terms: `
      空き家バンク 空家バンク 空きやバンク あき家バンク 空き家情報バンク 空家情報バンク
      空き家等バンク 空家等バンク 空き家等情報バンク 空家等情報バンク 空き家・空き地バンク
      空き家空き地バンク 空家・空地バンク 空家空地バンク 空き家・空地バンク
      空き家・空き地情報バンク 空家・空地情報バンク
    `,
    unless: NOT_IN_THE_BANK,
  },
}

/** Words that may stand between a term and its negation, as in 雨漏り及び床の沈み等の跡はありません. */
const BETWEEN =
  '[りれ]?(?:(?:及び|や|、|・)[^。、\n]{1,10}?(?:等|など))?(?:道具|等|など|箇所|個所|跡|被害|歴|形跡|問題|必要|心配|スペース|設備|専用|用地|付き?|ほとんど|の|は|が|も|に|で|を|[:： ]){0,6}'
const NEGATION =
  '(?:なし|ナシ|無し|無く|無い|無(?=[。、,・\\s\\d)]|$)|なく|なさ|ない|ありません|有りません|ございません|みられません|見られません|不可|不要|できません|出来ません|していません|されていません|未整備|×)'
const NEGATED = new RegExp(`^${BETWEEN}${NEGATION}`)

/** One term and the tag that it gives. `terms` contains only this term. */
interface Term extends Meaning {
  tag: Tag
}

export const TERMS: Term[] = Object.entries(MEANINGS).flatMap(([tag, meaning]) =>
  // The cast is safe, because the keys of `MEANINGS` are tags.
  words(meaning.terms).map((terms) => ({ ...meaning, terms, tag: tag as Tag })),
)

/**
 * The terms by their first character. Searching a text for each term separately would take a
 * quarter of an import's time.
 */
const BY_FIRST = new Map<string, Term[]>()
for (const term of TERMS) {
  const first = term.terms.charAt(0)
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), term])
}

function words(terms: string) {
  return terms.trim().split(/\s+/)
}

/** How many characters before and after a term can change its meaning. */
const NEAR = 40

/** The tags that Japanese remarks clearly state. */
export function remarkTags(remarks: string | null): Tag[] {
  if (!remarks) return []
  const text = toHalfWidth(remarks)
  const tags = new Set<Tag>()
  for (let at = 0; at < text.length; at++) {
    for (const term of BY_FIRST.get(text.charAt(at)) ?? []) {
      const tag = text.startsWith(term.terms, at) && meaningAt(text, at, term)
      if (tag) tags.add(tag)
    }
  }
  return [...tags]
}

function meaningAt(text: string, at: number, { terms, tag, unless, notAfter, negated }: Term) {
  const end = at + terms.length
  const after = text.slice(end, end + NEAR)
  if (notAfter?.test(text.slice(Math.max(0, at - NEAR), at)) || unless?.test(after)) return null
  return NEGATED.test(after) ? negated : tag
}
