import type { ContactField } from '#contract/contacts.ts'

export type ContactColumn = 'code' | 'prefecture' | 'municipality' | ContactField

/**
 * The names of each column in files of contacts, the best name first. They include the names in
 * Japanese open data, such as the lists of municipalities with their official sites.
 */
const NAMES: Record<ContactColumn, readonly string[]> = {
  code: [
    ...['code', 'lgcode', 'jiscode', 'citycode', 'municipalitycode'],
    ...['団体コード', '全国地方公共団体コード', '地方公共団体コード'],
    ...['自治体コード', '市区町村コード', '市町村コード', 'cid'],
  ],
  prefecture: ['prefecture', 'pref', 'prefecturename', 'prefname', '都道府県名', '都道府県'],
  municipality: [
    ...['municipality', 'city', 'cityname', 'municipalityname'],
    ...['市区町村名', '市区町村', '市町村名', '市町村', '自治体名', '自治体', '団体名'],
  ],
  phone: ['phone', 'tel', 'telephone', 'phonenumber', '電話番号', '電話', '連絡先電話番号'],
  mail: ['mail', 'email', 'mailaddress', 'emailaddress', 'メールアドレス', 'メール', 'eメール'],
  web: [
    ...['web', 'url', 'website', 'webpage', 'site', 'homepage', 'hp'],
    ...['ホームページ', 'ウェブサイト', '公式サイト', 'ホームページurl', '公式url'],
  ],
  note: ['note', 'desk', '備考', '担当課', '担当部署', '担当'],
  source: ['source', '出典'],
  date: ['date', 'asof', '更新日', '基準日', '確認日'],
}

/**
 * Finds the columns of a file by its header, in any order. Ignores letter case, widths, spaces,
 * hyphens and underscores in names. Of two columns with the same content, the one with the better
 * name is used.
 */
export function findContactColumns(header: readonly string[]) {
  const written = header.map(simplify)
  const found = new Map<ContactColumn, number>()
  for (const [column, names] of Object.entries(NAMES) as [ContactColumn, readonly string[]][]) {
    const name = names.find((name) => written.includes(name))
    if (name !== undefined) found.set(column, written.indexOf(name))
  }
  return found
}

function simplify(name: string) {
  return name
    .replace(/^\ufeff/, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}
