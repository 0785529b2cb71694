/**
 * A watch-out or a good sign of a house, explained for a buyer. Signs of the kind `stated` only
 * serve as filters.
 */
export interface Sign {
  kind: 'watch-out' | 'good' | 'stated'
  meaning: string
  /** What to ask the seller or the municipality. */
  question: string
}

/**
 * The signs of a house, which follow from its facts and tell a buyer what to look at. A sign's
 * code, written as words, is also its name on the screen. Add new signs only at the end, because a
 * sign's position is its bit in the database.
 */
export const SIGNS = {
  'farmland-in-the-lot': {
    kind: 'watch-out',
    meaning:
      'Part of the property is farmland. It can be sold only with the permission of the local agricultural committee, which may require you to farm it.',
    question: 'Which part is farmland, and can I get the permission to buy it?',
  },
  'registered-as-farmland': {
    kind: 'watch-out',
    meaning:
      'The land is registered as a field or a paddy. Buying it, or using it for a house, needs the permission of the agricultural committee.',
    question: 'Has the land been converted from farmland? If not, who applies for the conversion?',
  },
  'registered-as-forest': {
    kind: 'watch-out',
    meaning:
      'The land is registered as forest. A new owner must report the purchase to the municipality, and building there can be limited.',
    question: 'Is the land in a protected forest, and may I build on it?',
  },
  'urbanization-control-area': {
    kind: 'watch-out',
    meaning:
      'The city plan limits building here. You may be refused permission to rebuild or extend the house, or to change its use.',
    question: 'May a new owner live here, rebuild and extend?',
  },
  'pit-toilet': {
    kind: 'watch-out',
    meaning:
      'The toilet drains into a pit, which a truck empties for a fee. A flush toilet needs a septic tank or a sewer first.',
    question: 'Who empties the pit, what does it cost, and can a septic tank be put in?',
  },
  'septic-tank': {
    kind: 'watch-out',
    meaning:
      'Waste water is treated in a tank on the land (jōkasō). It needs upkeep, emptying and a yearly inspection, all at the cost of the owner.',
    question:
      'How old is the septic tank, does it treat all waste water, and what does its upkeep cost a year?',
  },
  'well-water': {
    kind: 'watch-out',
    meaning:
      'Water comes from a well and not from the mains. The owner is responsible for its quality and quantity, and the pump can fail.',
    question: 'Is there a recent test of the water, and can the house be joined to the mains?',
  },
  'leasehold-or-superficies': {
    kind: 'watch-out',
    meaning:
      'The land is not sold with the house: you lease it, or have the right to build on it, and pay ground rent.',
    question:
      'Who owns the land, what is the rent, how long does the contract run, and may I sell the house?',
  },
  'no-road-access': {
    kind: 'watch-out',
    meaning:
      'The lot does not touch a road that the building law accepts. As a rule, nothing new can be built there.',
    question: 'Can the house be rebuilt, and who owns the way to it?',
  },
  setback: {
    kind: 'watch-out',
    meaning:
      'The road in front is narrower than 4 m. An owner who rebuilds must keep a strip of the land free for the road.',
    question: 'How wide is the strip for the road, and is it part of the stated area?',
  },
  'private-road': {
    kind: 'watch-out',
    meaning:
      'A private road is part of the lot or leads to it. The owners of the road decide about its use and pay for its upkeep.',
    question: 'Do I get a share of the road, and may I drive and lay pipes there?',
  },
  'before-the-1981-standard': {
    kind: 'watch-out',
    meaning:
      'Built before June 1981, when the present earthquake standard came into force. The house meets only a weaker standard, unless it has been strengthened.',
    question: 'Has the house been examined or strengthened against earthquakes?',
  },
  '1981-standard-uncertain': {
    kind: 'watch-out',
    meaning:
      'Built in 1981, the year of the present earthquake standard. What counts is whether the building permit came before or after 1 June.',
    question: 'On which day was the building permit granted?',
  },
  'no-toilet': {
    kind: 'watch-out',
    meaning: 'The source states that there is no toilet.',
    question: 'Can a toilet be put in, and where would the waste water go?',
  },
  'no-bath': {
    kind: 'watch-out',
    meaning: 'The source states that there is no bath.',
    question: 'Is there room, water and drainage for a bath?',
  },
  'shared-toilet-or-bath': {
    kind: 'watch-out',
    meaning: 'The toilet or the bath is shared with others.',
    question: 'Who shares the toilet or the bath, and can the house get one of its own?',
  },
  'mains-water-and-sewer': {
    kind: 'good',
    meaning: 'Water comes from the mains, and waste water goes into the sewer.',
    question:
      'Are the water and the sewer connected and in use, and when was the water last turned on?',
  },
  parking: {
    kind: 'good',
    meaning: 'There is a parking space.',
    question: 'How many cars can park there, and is the space on the land of the house?',
  },
  'station-within-1-km': {
    kind: 'good',
    meaning: 'The source names a railway station within a walk of 1 km.',
    question: 'How many trains stop at the nearest station a day?',
  },
  'city-gas': {
    kind: 'good',
    meaning: 'Gas comes by pipe. It usually costs less than bottled gas.',
    question: 'Is the gas connected, and when was it last checked?',
  },
  'mains-water': {
    kind: 'stated',
    meaning: 'Water comes from the mains.',
    question: 'Is the water connected, and when was it last turned on?',
  },
  sewer: {
    kind: 'stated',
    meaning: 'Waste water goes into the sewer.',
    question: 'Is the house connected to the sewer, and are all fees paid?',
  },
  freehold: {
    kind: 'stated',
    meaning: 'The land is sold with the house.',
    question: 'Is the seller the registered owner of all the land?',
  },
  'road-access': {
    kind: 'stated',
    meaning: 'The lot touches at least one road.',
    question: 'How wide is the road, and can the house be rebuilt?',
  },
  'residential-land': {
    kind: 'stated',
    meaning: 'The land is registered as residential.',
    question: 'Is all of the lot registered as residential?',
  },
  'outside-the-control-area': {
    kind: 'stated',
    meaning:
      'The lot is outside the urbanization control areas. In those areas, the city plan limits building.',
    question: 'Which rules of the city plan apply?',
  },
  'built-since-1982': {
    kind: 'stated',
    meaning: 'Built after the present earthquake standard came into force in June 1981.',
    question: 'Do the building permit and the inspection certificate still exist?',
  },
  garden: {
    kind: 'stated',
    meaning: 'There is a garden.',
    question: 'How large is the garden, and who takes care of it?',
  },
} as const satisfies Record<string, Sign>
export type SignCode = keyof typeof SIGNS
