import { SIGNS, type SignCode } from '#contract/signs.ts'

/** A question for the letter, in both languages. */
export interface Question {
  id: string
  english: string
  japanese: string
}

/**
 * The Japanese question for each sign (a watch-out or good sign of a house). The English questions
 * are in `#contract/signs.ts`.
 */
const SIGN_QUESTIONS: Record<SignCode, string> = {
  'farmland-in-the-lot':
    '敷地のうち、農地はどの部分でしょうか。また、農地の取得に必要な農業委員会の許可は、私でも受けられますでしょうか。',
  'registered-as-farmland':
    '登記地目が農地となっておりますが、農地転用の手続きはお済みでしょうか。未了の場合、どなたが申請されますでしょうか。',
  'registered-as-forest':
    '登記地目が山林となっておりますが、保安林に指定されていますでしょうか。また、建築は可能でしょうか。',
  'urbanization-control-area':
    '市街化調整区域とのことですが、購入者が居住することは可能でしょうか。また、建て替えや増築は認められますでしょうか。',
  'pit-toilet':
    '汲み取りはどちらの業者が行い、費用はどのくらいでしょうか。また、浄化槽の設置は可能でしょうか。',
  'septic-tank': '浄化槽の設置年と種類（合併処理か単独処理か）、年間の維持管理費をお教えください。',
  'well-water':
    '井戸水の直近の水質検査の結果はございますでしょうか。また、上水道への接続は可能でしょうか。',
  'leasehold-or-superficies':
    '土地の所有者はどなたでしょうか。地代と契約期間、および建物を第三者に譲渡できるかどうかをお教えください。',
  'no-road-access': '建て替えは可能でしょうか。また、敷地までの通路の所有者はどなたでしょうか。',
  setback:
    'セットバックが必要な幅はどのくらいでしょうか。また、その部分は表示面積に含まれますでしょうか。',
  'private-road':
    '私道の持分は売買に含まれますでしょうか。また、車両の通行や上下水道管などの掘削の承諾は得られますでしょうか。',
  'before-the-1981-standard': '耐震診断または耐震補強工事は行われていますでしょうか。',
  '1981-standard-uncertain': '建築確認がおりた年月日をお教えください。',
  'no-toilet':
    'トイレを新たに設置することは可能でしょうか。その場合、排水はどのようになりますでしょうか。',
  'no-bath': '浴室を新たに設置できる場所と、給排水の設備はございますでしょうか。',
  'shared-toilet-or-bath':
    'トイレまたは浴室はどなたと共同でしょうか。また、専用のものを設置することは可能でしょうか。',
  'mains-water-and-sewer':
    '上水道と下水道はいずれも接続済みで、使用できる状態でしょうか。最後に通水されたのはいつでしょうか。',
  parking: '駐車場には何台停められますでしょうか。また、駐車場は敷地内にございますでしょうか。',
  'station-within-1-km': '最寄り駅に停車する列車は、1日に何本ほどでしょうか。',
  'city-gas': '都市ガスは開栓されていますでしょうか。また、最後に点検されたのはいつでしょうか。',
  'mains-water': '上水道は接続されていますでしょうか。最後に通水されたのはいつでしょうか。',
  sewer: '下水道には接続済みでしょうか。また、受益者負担金などの未納はございませんでしょうか。',
  freehold: '売主様は、土地と建物すべての登記名義人でいらっしゃいますでしょうか。',
  'road-access': '前面道路の幅員をお教えください。また、建て替えは可能でしょうか。',
  'residential-land': '敷地はすべて宅地でしょうか。',
  'outside-the-control-area': '都市計画上、どのような建築の制限がございますでしょうか。',
  'built-since-1982': '建築確認済証と検査済証はございますでしょうか。',
  garden: '庭の広さと、現在の管理の状況をお教えください。',
}

/**
 * A question that every buyer may ask. `replacedBy` lists signs. If the house has one of these
 * signs, the question of the sign replaces this question.
 */
interface UsualQuestion extends Question {
  replacedBy?: readonly SignCode[]
}

const USUAL: readonly UsualQuestion[] = [
  {
    id: 'roof-and-termites',
    english: 'What is the condition of the roof and the sills, and are there termites?',
    japanese:
      '屋根と土台の状態をお教えください。また、シロアリの被害や防蟻処理の履歴はございますでしょうか。',
  },
  {
    id: 'tilt',
    english: 'Does the house tilt, or has the ground settled?',
    japanese: '建物の傾きや、地盤の沈下はございますでしょうか。',
  },
  {
    id: 'wiring',
    english: 'Has the electric wiring been renewed, and when?',
    japanese: '電気配線は更新されていますでしょうか。更新済みの場合、その時期もお教えください。',
  },
  {
    id: 'water-damage',
    english: 'Does the roof leak, or has there been water damage?',
    japanese: '雨漏りや水害など、水による被害はございますでしょうか。',
  },
  {
    id: 'sewage',
    english:
      'Is there a sewer, a septic tank or a pit, and what does emptying the tank or pit cost?',
    japanese:
      '排水は下水道、浄化槽、汲み取りのいずれでしょうか。清掃や汲み取りが必要な場合、その費用もお教えください。',
    replacedBy: ['pit-toilet', 'septic-tank', 'mains-water-and-sewer'],
  },
  {
    id: 'water',
    english: 'Where does the water come from, and may I see a written report of a water test?',
    japanese:
      '飲用水は上水道でしょうか、井戸でしょうか。水質検査の結果がございましたら、書面でいただけますでしょうか。',
    replacedBy: ['well-water', 'mains-water-and-sewer'],
  },
  {
    id: 'road-and-rebuilding',
    english: 'Which road does the lot touch, and may the house be rebuilt?',
    japanese:
      '敷地が接する道路の種類と幅員をお教えください。また、現在の建物を建て替えることは可能でしょうか。',
    replacedBy: ['no-road-access', 'urbanization-control-area'],
  },
  {
    id: 'boundaries',
    english: 'Are there boundary marks, and do the neighbors agree with them?',
    japanese:
      '境界標はございますでしょうか。また、隣地の所有者の方との境界の確認はお済みでしょうか。',
  },
  {
    id: 'heirs-and-registration',
    english: 'Who is the registered owner, and has every inheritance been registered?',
    japanese: '登記名義人はどなたでしょうか。また、相続登記はお済みでしょうか。',
  },
  {
    id: 'farmland',
    english: 'Is farmland part of the sale?',
    japanese: '売買の対象に農地は含まれますでしょうか。',
    replacedBy: ['farmland-in-the-lot', 'registered-as-farmland'],
  },
  {
    id: 'belongings',
    english: 'Are belongings left in the house, and who removes them?',
    japanese:
      '家財などの残置物はございますでしょうか。ある場合、処分はどなたが行われますでしょうか。',
  },
  {
    id: 'snow',
    english: 'How much snow falls, and who clears the road?',
    japanese: '積雪はどのくらいでしょうか。また、道路の除雪はどなたが行われますでしょうか。',
  },
  {
    id: 'residence-terms',
    english:
      'Does the municipality require buyers to live in the house, or forbid them to resell it?',
    japanese: '購入後の居住義務や転売の制限など、自治体が定める条件はございますでしょうか。',
  },
  {
    id: 'assessed-value',
    english: 'What are the assessed value and the yearly tax of the land and the building?',
    japanese: '土地と建物それぞれの固定資産税評価額と、年間の税額をお教えください。',
  },
  {
    id: 'hazard-map',
    english: 'Is the house in a flood, landslide or other danger zone of the hazard map?',
    japanese: 'ハザードマップ上、洪水や土砂災害などの区域に入っていますでしょうか。',
  },
  {
    id: 'internet',
    english: 'Is there internet by fibre, and is there a mobile signal?',
    japanese: '光回線は利用できますでしょうか。また、携帯電話の電波は届きますでしょうか。',
  },
  {
    id: 'key',
    english: 'Who holds the key, and how can I see the house?',
    japanese: '鍵はどなたが保管されていますでしょうか。また、内見の方法をお教えください。',
  },
]

/**
 * The questions for the signs of a house. Leaves out signs that this version of the app does not
 * know, because the server may be newer.
 */
export function questionsOf(codes: readonly string[]): Question[] {
  return codes
    .filter((code): code is SignCode => code in SIGN_QUESTIONS)
    .map((code) => ({
      id: code,
      english: SIGNS[code].question,
      japanese: SIGN_QUESTIONS[code],
    }))
}

/**
 * The usual questions. Leaves out those that a question about a watch-out or good sign replaces.
 */
export function usualQuestions(codes: readonly string[]): Question[] {
  return USUAL.filter(({ replacedBy = [] }) => !replacedBy.some((code) => codes.includes(code)))
}
