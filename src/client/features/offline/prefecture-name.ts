import type { PrefectureName } from '#client/catalogue/wanted.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'

export function prefectureName(prefecture: PrefectureName) {
  return prefecture === null ? 'Prefecture unknown' : prefectureDisplay(prefecture)
}
