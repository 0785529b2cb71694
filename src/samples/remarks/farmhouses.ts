import { COVERED, family, of, type Sentence, some, THATCH } from './sentence.ts'

export const FARMHOUSES: readonly Sentence[] = [
  of(
    THATCH,
    (h) =>
      `Kayabuki: the north slope was thatched again in ${h.listedAt.getUTCFullYear() - some(h, 6, 19)} by the village, with reed cut behind the house.`,
  ),
  of(
    THATCH,
    () =>
      'The thatch is as thick as a forearm, and the beams under it are black and hard from the smoke of the irori.',
  ),
  of(
    THATCH,
    (h) =>
      `Six generations of the ${family(h)} family lived under this roof; the last of them kept it dry.`,
  ),
  of(
    ['thatched', 'bentThatch'],
    (h) =>
      `On the ridge grow ${some(h, 3, 7)} iris plants, whose roots hold the thatch together as they always did.`,
  ),
  of(
    COVERED,
    (h) =>
      `Beneath the sheet metal lies the old thatch, warm in winter and silent in the rain; it was covered in ${some(h, 1961, 1974)}.`,
  ),
  of(
    COVERED,
    () =>
      'A kominka with its frame as it was raised: chestnut posts, pine beams with the bark side up, not one nail in the joints.',
  ),
  of(
    COVERED,
    (h) =>
      `The smoke vent of the silkworm years is still there above the ceiling, and so is the ladder of ${some(h, 9, 13)} rungs.`,
  ),
  of(
    ['bentThatch', 'bentSheet'],
    () =>
      'A magariya: the wing that reaches into the yard was the stable, so that the horse could be heard from the hearth.',
  ),
  of(
    ['bentThatch', 'bentSheet'],
    () =>
      'Where the wing meets the house the floor is worn in a curve by those who carried hay and soup the same way.',
  ),
  of(
    ['bentSheet'],
    (h) =>
      `The horse's name, ${h.random.pick(['Kuro', 'Hana', 'Aoi', 'Fuku'])}, is carved in the stable post.`,
  ),
  of(
    ['prayingHands'],
    () =>
      'Two lofts above the living rooms, where silkworms were raised, now dry, empty and full of light.',
  ),
  of(
    ['prayingHands'],
    () => 'The rafters are tied with witch hazel, twisted while green; it tightens as it ages.',
  ),
  of(
    ['tiledFarm'],
    (h) =>
      `The house of the village head: his name plate, ${family(h)}, still hangs beside the door.`,
  ),
  of(
    ['tiledFarm'],
    (h) =>
      `Two tiers of tiles, laid in clay and straight as a ruler; ${some(h, 3, 12)} spare ones lean against the north wall.`,
  ),
  of(
    ['tiledFarm'],
    () =>
      'The daikokubashira, the great post in the middle, is zelkova and takes two hands to half embrace.',
  ),
  of(
    ['tiledFarm'],
    (h) =>
      `Between the two roofs runs a low loft where ${h.random.pick(['tobacco dried', 'the straw mats of the festival were kept', 'rice was stored against bad years'])}.`,
  ),
  of(
    ['gabledFarm'],
    (h) =>
      `Built in ${h.year} by a carpenter of the village whose own house, the same but smaller, stands across the lane.`,
  ),
  of(
    ['gabledFarm'],
    () =>
      'One great roof, low over the garden: in summer the sun stops at the edge of the boards, in winter it reaches the back wall.',
  ),
  of(
    ['gabledFarm'],
    (h) =>
      `A farmhouse of the plain kind, dry and straight; a marble laid down in the ${h.bestRoom}-mat room stays where it is.`,
  ),
  of(
    ['gabledFarm'],
    () =>
      'The porch has its own small gable with a carved wave, the one vanity of an honest house.',
  ),
  of(
    ['gabledFarm'],
    (h) =>
      `The ${family(h)}s left two years ago for their daughter in the city; the futons are still folded in the oshiire.`,
  ),
]
