import { readLine } from './text.ts'

const MAX_LENGTH = 60

/**
 * Municipalities whose name contains the character of a suffix (市, 町 or 村) before its end. A simple
 * search would cut these names short.
 */
const TRICKY =
  '四日市市|廿日市市|野々市市|八日市場市|市川市|市原市|余市町|大和郡山市|郡山市|郡上市|蒲郡市|小郡市|十日町市|大町市|町田市|東村山市|武蔵村山市|村山市|村上市|田村市|大村市|羽村市'
const WITH_WARDS =
  '札幌|仙台|さいたま|千葉|横浜|川崎|相模原|新潟|静岡|浜松|名古屋|京都|大阪|堺|神戸|岡山|広島|北九州|福岡|熊本'
const DISTRICT = '(?:余市|高市|[東西北]村山|田村|[^市区町村郡]{1,6})郡'
const TOWN = '(?:玉村町|大町町|村田町|上市町|下市町|市川三郷町|市川町|市貝町|[^町村]+[町村])'

const JAPANESE = new RegExp(
  `^(?:${TRICKY}|(?:${WITH_WARDS})市[^市区]{1,5}区|${DISTRICT}${TOWN}|[^市区町村]{1,7}[市区町村])`,
)

const ENGLISH_CITY = /^(?:.* )?([A-Za-zĀ-ſ'-]+?)(?:[- ]shi| city)$/i
const ENGLISH_WARD = /^(?:.* )?([A-Za-zĀ-ſ'-]+?)(?:[- ]ku| ward)$/i
const ENGLISH_TOWN = /^(?:.* )?([A-Za-zĀ-ſ'-]+?)(?:[- ](?:machi|cho)| town)$/i
const ENGLISH_VILLAGE = /^(?:.* )?([A-Za-zĀ-ſ'-]+?)(?:[- ](?:mura|son)| village)$/i
const ENGLISH_DISTRICT = /[- ]gun$| district$/i

/** Finds the municipality in an address without prefecture: `丹波市`, `神戸市北区`, `Tanba City`. */
export function findCity(address: string): string | null {
  const city = address.match(JAPANESE)?.[0] ?? findEnglishCity(address.split(/\s*,\s*/))
  return city && readLine(MAX_LENGTH)(city).kind === 'read' ? city : null
}

function findEnglishCity(parts: string[]) {
  const city = last(parts, ENGLISH_CITY)
  const ward = last(parts, ENGLISH_WARD)
  if (city) return ward ? `${city} City, ${ward} Ward` : `${city} City`
  // `-machi` is the suffix of towns, but also of quarters in a city. A name with this suffix counts
  // as a town only if the address names a district (郡).
  const inDistrict = parts.some((part) => ENGLISH_DISTRICT.test(part))
  const town =
    inDistrict || parts.some((part) => / town$/i.test(part)) ? last(parts, ENGLISH_TOWN) : null
  if (town) return `${town} Town`
  const village = last(parts, ENGLISH_VILLAGE)
  if (village) return `${village} Village`
  return ward ? `${ward} Ward` : null
}

function last(parts: string[], pattern: RegExp) {
  const name = parts.findLast((part) => pattern.test(part))?.match(pattern)?.[1]
  return name ? name.charAt(0).toUpperCase() + name.slice(1) : null
}
