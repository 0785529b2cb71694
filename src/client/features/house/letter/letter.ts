import type { Question } from '#client/features/notes/questions.ts'

/** What the letter says about the house and the buyer. */
export interface LetterFacts {
  /** The office that the letter is for, such as `西予市役所`. Undefined if it is unknown. */
  office: { japanese: string; english: string } | undefined
  /** The id of the house at its source. The letter calls this id the property number. */
  number: string
  /** The address as the source writes it, and its English form. */
  address: { japanese: string; english: string } | undefined
  yen: number | undefined
  /** The web page on which the house was found. */
  page: string | undefined
  name: string
  email: string
}

export interface Paragraph {
  id: string
  japanese: string
  english: string
}

export function subjectOf({ number }: Pick<LetterFacts, 'number'>) {
  return {
    japanese: `空き家物件についてのお問い合わせ（物件番号 ${number}）`,
    english: `Question about a vacant house (property number ${number})`,
  }
}

/** Returns the paragraphs of a polite business letter that asks about a house. */
export function writeLetter(facts: LetterFacts, questions: Question[]): Paragraph[] {
  return [
    { id: 'greeting', ...greet(facts) },
    {
      id: 'introduction',
      japanese: `突然のご連絡にて失礼いたします。${facts.name}と申します。\n日本で住まいを探しており、下記の物件についてお伺いしたく、ご連絡いたしました。`,
      english: `Excuse me for writing to you unannounced. My name is ${facts.name}.\nI am looking for a house in Japan, and would like to ask about the following one.`,
    },
    { id: 'house', ...describeHouse(facts) },
    {
      id: 'offer',
      japanese: 'まず、こちらの物件は現在も購入可能でしょうか。',
      english: 'First, is this house still offered for sale?',
    },
    ...askFor(questions),
    {
      id: 'reply',
      japanese:
        '日本語での電話が難しいため、お手数ですが、メールにてご返信いただけますと幸いです。',
      english:
        'A telephone call in Japanese is difficult for me. I would be grateful for an email.',
    },
    {
      id: 'closing',
      japanese: 'お忙しいところ恐れ入りますが、どうぞよろしくお願い申し上げます。',
      english: 'Thank you very much for your time.',
    },
    { id: 'name', ...both(`${facts.name}\n${facts.email}`) },
  ]
}

function greet({ office }: LetterFacts) {
  if (!office) return { japanese: 'ご担当者様', english: 'Dear Sir or Madam,' }
  return {
    japanese: `${office.japanese} 空き家バンク担当 御中`,
    english: `To the akiya bank desk, ${office.english}`,
  }
}

function both(text: string) {
  return { japanese: text, english: text }
}

function describeHouse({ number, address, yen, page }: LetterFacts) {
  const lines = [
    { japanese: `物件番号：${number}`, english: `Property number: ${number}` },
    address && {
      japanese: `所在地：${address.japanese}`,
      english: `Address: ${address.english}`,
    },
    yen !== undefined && {
      japanese: `価格：${yen === 0 ? '無償' : `${yen.toLocaleString('ja-JP')}円`}`,
      english: `Price: ${yen === 0 ? 'free' : `¥${yen.toLocaleString('en')}`}`,
    },
    page && { japanese: `掲載ページ：${page}`, english: `Page: ${page}` },
  ].filter((line) => typeof line === 'object')
  return {
    japanese: lines.map(({ japanese }) => japanese).join('\n'),
    english: lines.map(({ english }) => english).join('\n'),
  }
}

function askFor(questions: Question[]): Paragraph[] {
  if (questions.length === 0) return []
  const numbered = (texts: string[]) => texts.map((text, at) => `${at + 1}. ${text}`).join('\n')
  return [
    {
      id: 'request',
      japanese: 'また、次の点についてお教えいただけますでしょうか。',
      english: 'I would also be grateful for answers to the following.',
    },
    {
      id: 'questions',
      japanese: numbered(questions.map(({ japanese }) => japanese)),
      english: numbered(questions.map(({ english }) => english)),
    },
  ]
}

export function letterText(paragraphs: Paragraph[], language: 'japanese' | 'english') {
  return paragraphs.map((paragraph) => paragraph[language]).join('\n\n')
}
