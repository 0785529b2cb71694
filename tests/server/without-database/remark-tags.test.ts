import { expect, test } from 'vitest'
import { TAGS } from '#contract/tags.ts'
import { remarkTags, TERMS } from '#normalise/remark-tags.ts'

test.each([
  ['海が見える高台の平屋です', ['by-the-sea', 'on-high-ground', 'single-story']],
  ['海まで車で20分', []],
  ['海まで徒歩12分', ['by-the-sea']],
  ['海まで徒歩15分', []],
  ['海まで250ｍ', ['by-the-sea']],
  ['海岸まで1100ｍ', []],
  ['海まで約１キロ', ['by-the-sea']],
  ['海までも約3㎞のところ', []],
  ['雲海が見えます', []],
  ['雨漏りあり、要修繕', ['leaks', 'needs-repair']],
  ['雨漏りはありません', ['no-leaks']],
  ['雨漏り及び床の破損等はありません', ['no-leaks']],
  ['雨漏りを修繕しています', []],
  ['シロアリ被害なし', []],
  ['シロアリ防除済み', []],
  ['一部の床にシロアリ被害有', ['termites']],
  ['家庭菜園：無\n駐車場：車庫無6台', ['parking-space']],
  ['駐車場なし', []],
  ['大きな修繕は必要なさそうです', []],
  ['残置物は売主にて撤去', []],
  ['家財が残っています', ['belongings-left']],
  ['木造平屋建（23.91ｍ2）の物置があります', ['barn-or-storehouse']],
  ['ハザードマップ：土砂災害警戒区域', ['hazard-zone']],
  ['洪水ハザードマップ浸水エリア外', []],
  ['再建築不可', ['not-rebuildable']],
  ['どなたでも再建築可能です', []],
  ['土蔵と離れ、冷蔵庫付き', ['kura', 'annex']],
  ['人里離れた古民家。ペット可', ['kominka', 'pets-allowed']],
  ['ＤＩＹ好きの方に', ['do-it-yourself']],
  ['日当たりは悪い', []],
  ['詳しくは市空き家バンクHPまで', ['akiya-bank-mentioned']],
  ['「上越市空き家情報バンク」で詳細をご覧ください', ['akiya-bank-mentioned']],
  ['空き地・空き家バンクへのご登録が必要です', ['akiya-bank-mentioned']],
  ['空家等バンク登録物件', ['akiya-bank-mentioned']],
  ['空き家バンク登録なし', []],
  ['空き家バンクなし', []],
  ['市の空き家バンクには登録していません', []],
  ['空き家バンク未登録', []],
  ['空き家バンクの登録物件ではありません', []],
  ['空き家バンクの対象外です', []],
  ['空き家バンクへの掲載は終了しました', []],
  ['温泉、囲炉裏、薪ストーブ、土間', ['onsen', 'irori', 'earth-floor', 'wood-stove']],
])('the remarks %s give the tags %j', (remarks, tags) => {
  expect(remarkTags(remarks).toSorted()).toEqual(tags.toSorted())
})

test('the app knows more than 150 terms to find in remarks, with at least one term for each tag', () => {
  expect(TERMS.length).toBeGreaterThan(150)
  expect(new Set(TERMS.map(({ tag }) => tag))).toEqual(new Set(Object.keys(TAGS)))
})

test('remarks that repeat a term a thousand times are read in reasonable time', () => {
  const started = performance.now()
  remarkTags('雨漏り及び'.repeat(4000))
  expect(performance.now() - started).toBeLessThan(500)
})
