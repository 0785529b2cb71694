/** A polite sentence that the person shows or says to a taxi driver or to people at the house. */
export interface Sentence {
  id: string
  english: string
  japanese: string
  /** The Japanese sentence in Latin letters. */
  reading: string
}

const NAME = '…'

/** Asks the taxi driver to go to the person's own pin on the map. Used only if there is a pin. */
export const TO_THE_PIN: Sentence = {
  id: 'take-me-to-the-pin',
  english: 'Please take me to the pin on the map.',
  japanese: '地図の印の場所までお願いします。',
  reading: 'Chizu no shirushi no basho made onegai shimasu.',
}

export const FOR_THE_DRIVER: readonly Sentence[] = [
  {
    id: 'take-me-here',
    english: 'Please take me here.',
    japanese: 'ここまでお願いします。',
    reading: 'Koko made onegai shimasu.',
  },
  {
    id: 'wait-ten-minutes',
    english: 'Please wait ten minutes.',
    japanese: '十分ほど待っていただけますか。',
    reading: 'Juppun hodo matte itadakemasu ka.',
  },
  {
    id: 'come-back',
    english: 'Could you pick me up here in an hour?',
    japanese: '一時間後に、ここまで迎えに来ていただけますか。',
    reading: 'Ichi-jikan go ni, koko made mukae ni kite itadakemasu ka.',
  },
  {
    id: 'price',
    english: 'About how much will it cost?',
    japanese: '料金はいくらぐらいになりますか。',
    reading: 'Ryōkin wa ikura gurai ni narimasu ka.',
  },
  {
    id: 'ask-the-way',
    english: 'Could you call and ask for directions?',
    japanese: '電話で道を聞いていただけますか。',
    reading: 'Denwa de michi o kiite itadakemasu ka.',
  },
  {
    id: 'station',
    english: 'Please take me to the nearest station.',
    japanese: '最寄りの駅までお願いします。',
    reading: 'Moyori no eki made onegai shimasu.',
  },
]

export const AT_THE_HOUSE: readonly Sentence[] = [
  {
    id: 'appointment',
    english: `I have an appointment with ${NAME}.`,
    japanese: `${NAME}さんとお約束しております。`,
    reading: `${NAME}-san to o-yakusoku shite orimasu.`,
  },
  {
    id: 'photos',
    english: 'May I take photos?',
    japanese: '写真を撮ってもよろしいでしょうか。',
    reading: 'Shashin o totte mo yoroshii deshō ka.',
  },
  {
    id: 'roof-space',
    english: 'May I see the roof space?',
    japanese: '屋根裏を見せていただけますか。',
    reading: 'Yaneura o misete itadakemasu ka.',
  },
  {
    id: 'under-the-floor',
    english: 'May I look under the floor?',
    japanese: '床下を見せていただけますか。',
    reading: 'Yukashita o misete itadakemasu ka.',
  },
  {
    id: 'boundary',
    english: 'Where is the boundary of the lot?',
    japanese: '敷地の境界はどこでしょうか。',
    reading: 'Shikichi no kyōkai wa doko deshō ka.',
  },
  {
    id: 'water',
    english: 'When was the water last used?',
    japanese: '最後に水道を使われたのはいつでしょうか。',
    reading: 'Saigo ni suidō o tsukawareta no wa itsu deshō ka.',
  },
  {
    id: 'tap',
    english: 'May I turn on a tap?',
    japanese: '水を出してみてもよろしいでしょうか。',
    reading: 'Mizu o dashite mite mo yoroshii deshō ka.',
  },
  {
    id: 'leaks',
    english: 'Does the roof leak?',
    japanese: '雨漏りはありますか。',
    reading: 'Amamori wa arimasu ka.',
  },
  {
    id: 'termites',
    english: 'Are there termites?',
    japanese: 'シロアリの被害はありますか。',
    reading: 'Shiroari no higai wa arimasu ka.',
  },
  {
    id: 'belongings',
    english: 'Who clears out the things in the house?',
    japanese: '家の中の物は、どなたが片付けますか。',
    reading: 'Ie no naka no mono wa, donata ga katazukemasu ka.',
  },
  {
    id: 'key',
    english: 'Who holds the key?',
    japanese: '鍵はどなたがお持ちですか。',
    reading: 'Kagi wa donata ga o-mochi desu ka.',
  },
  {
    id: 'write-it-down',
    english: 'Could you write it here?',
    japanese: 'ここに書いていただけますか。',
    reading: 'Koko ni kaite itadakemasu ka.',
  },
  {
    id: 'slowly',
    english: 'Could you speak a little more slowly?',
    japanese: 'もう少しゆっくり話していただけますか。',
    reading: 'Mō sukoshi yukkuri hanashite itadakemasu ka.',
  },
  {
    id: 'thanks',
    english: 'Thank you very much for today.',
    japanese: '今日はありがとうございました。',
    reading: 'Kyō wa arigatō gozaimashita.',
  },
]

export function needsName({ english }: Sentence) {
  return english.includes(NAME)
}

/** Puts the name of a person into the sentence. Without a name, the placeholder stays visible. */
export function withName(sentence: Sentence, name: string): Sentence {
  const filled = name.trim() || NAME
  const fill = (text: string) => text.replace(NAME, () => filled)
  const { id, english, japanese, reading } = sentence
  return { id, english: fill(english), japanese: fill(japanese), reading: fill(reading) }
}

/** Removes titles such as "Mr." and "-san" from a name, because the sentence adds a title itself. */
export function withoutTitle(name: string) {
  return name.replace(/^(?:mrs?|ms|miss)\b\.?\s*/i, '').replace(/(?:[-\s]san|さん|様)$/i, '')
}
