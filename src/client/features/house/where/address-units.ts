/** Matches the numbers in a Japanese address, such as `1234番地の5`, `3丁目` and `1170-6`. */
const NUMBERS = /((?:[\d０-９]+(?:番地の?|丁目|号室|[番号の－‐-])?)+)/

const PREFECTURE = /^(?:東京都|北海道|京都府|大阪府|.{2,3}県)/

/**
 * Matches a name up to an ending such as `市` or `町`: `与謝郡`, `与謝野町`, `卯之町`. If two endings stand
 * side by side, the name ends with the second one, as in `四日市市`. If only one character would remain
 * after the ending, the name includes this character. The pattern lists three names in full,
 * because they also contain an ending in their middle.
 */
const NAME = /大和郡山市|武蔵村山市|東村山市|.+?[市区町村郡](?![市区町村郡]|.$)|.+$/g

/**
 * Splits a Japanese address into names and numbers. Lines may break between these parts. A line
 * break inside a part would make the address hard to read.
 */
export function addressUnits(address: string) {
  const prefecture = PREFECTURE.exec(address)?.[0] ?? ''
  const pieces = address.slice(prefecture.length).split(NUMBERS)
  // `split` with a capturing group returns the numbers too. They have the odd indices.
  const units = pieces.flatMap((piece, at) => (at % 2 === 1 ? piece : (piece.match(NAME) ?? [])))
  return [prefecture, ...units].map((unit) => unit.trim()).filter(Boolean)
}
