/** A rule, its source, and the month in which we read the source. */
export interface Rule {
  heading: string
  text: string
  source: { name: string; url?: string }
  /** The month in which we read the source, such as `November 2026`. */
  asOf: string
}

/**
 * The rules for buyers from abroad that a source confirms. `OPEN_QUESTIONS` lists the
 * questions that no source answers clearly.
 */
export const CONFIRMED_RULES: readonly Rule[] = [
  {
    heading: 'You may own the house and the land',
    text: 'No rule requires a certain nationality, a visa or an address in Japan. A foreign owner has the same full ownership as a Japanese one, without an end date.',
    source: {
      name: 'The Yomiuri Shimbun, on the rules for buyers from abroad',
      url: 'https://japannews.yomiuri.co.jp/politics/politics-government/20251014-286213/',
    },
    asOf: 'October 2025',
  },
  {
    heading: 'Farmland needs permission',
    text: 'Fields and paddies can be sold only with the permission of the local agricultural committee. This applies to every buyer, even if only a part of the lot is farmland.',
    source: {
      name: 'Farmland Act, Article 3',
      url: 'https://laws.e-gov.go.jp/law/327AC0000000229',
    },
    asOf: 'November 2026',
  },
  {
    heading: 'A buyer who lives abroad must report the purchase',
    text: 'A non-resident must report the purchase within 20 days, through the Bank of Japan to the Minister of Finance. An agent in Japan may do this for you. Purchases since 1 April 2026 need a new form.',
    source: {
      name: 'Ministry of Finance, on reporting a purchase of real estate',
      url: 'https://www.mof.go.jp/policy/international_policy/gaitame_kawase/real_property/seido_gaiyo.html',
    },
    asOf: 'November 2026',
  },
  {
    heading: 'A house does not give you a visa',
    text: 'Owning a house gives no right to live in Japan. How long you may stay depends only on your status of residence, and buying a house does not give you one.',
    source: {
      name: 'Immigration Control and Refugee Recognition Act, appended tables',
      url: 'https://laws.e-gov.go.jp/law/326CO0000000319',
    },
    asOf: 'November 2026',
  },
  {
    heading: 'Some areas have special rules',
    text: 'The government checks how land is used within about 1 km of defence sites and on some remote islands. In special zones there, buyer and seller must notify the government before a sale of 200 m² or more. The rule applies to every nationality.',
    source: {
      name: 'Cabinet Office, on the survey of important land',
      url: 'https://www.cao.go.jp/tochi-chosa/faq.html',
    },
    asOf: 'November 2026',
  },
]

/** The questions of buyers from abroad that no source answers clearly. */
export const OPEN_QUESTIONS: readonly Rule[] = [
  {
    heading: 'Whether you must report a home that you will live in',
    text: 'In the past, buyers did not have to report a home that they would live in. The government has planned to end this exemption. Ask the agent or the Bank of Japan within 20 days of the purchase.',
    source: { name: 'Ministry of Finance, questions and answers, and press reports' },
    asOf: 'November 2026',
  },
  {
    heading: 'Whether you get permission to buy farmland',
    text: 'The committee gives permission only if it expects the buyer to farm all of the land. Ask the committee before you pay anything.',
    source: { name: 'Farmland Act, Article 3' },
    asOf: 'November 2026',
  },
  {
    heading: 'What the municipality requires of you',
    text: 'Some municipalities require that buyers from their akiya bank (register of vacant houses) live in the house, or do not sell it for some years. Listings rarely mention this, so ask the town hall.',
    source: { name: 'Terms of the akiya bank of each municipality' },
    asOf: 'November 2026',
  },
  {
    heading: 'How the rules may change',
    text: 'The government is studying the rules that other countries have for foreign buyers, because it wants to revise its own. Check again before you sign.',
    source: {
      name: 'The Yomiuri Shimbun, on the rules for buyers from abroad',
      url: 'https://japannews.yomiuri.co.jp/politics/politics-government/20251014-286213/',
    },
    asOf: 'October 2025',
  },
]
