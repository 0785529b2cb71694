/**
 * Splits a title such as `House in Seiyo, Ehime · 4LDK · 98 m²` into the place and the facts. A
 * no-break space keeps the unit of an area on the line of its number.
 */
export function splitTitle(title: string) {
  const [where = '', ...facts] = title.split(' · ')
  return { where, facts: facts.map((fact) => fact.replace(' m²', '\u00a0m²')) }
}
