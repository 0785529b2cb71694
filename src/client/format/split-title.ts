/** Splits a title such as `House in Seiyo, Ehime · 4LDK · 98 m²` into the place and the facts. */
export function splitTitle(title: string) {
  const [where = '', ...facts] = title.split(' · ')
  return { where, facts }
}
