/**
 * A key that is equal for all spellings of a romanised name: `Kōfu`, `Koufu`, `KOFU`; `Tamba`,
 * `Tanba`.
 */
export function spellingKey(name: string) {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/m(?=[bmp])/g, 'n')
    .replace(/o[ou]/g, 'o')
    .replaceAll('uu', 'u')
}
