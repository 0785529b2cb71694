import { family, of, type Sentence, some } from './sentence.ts'

export const FAMILY_HOUSES: readonly Sentence[] = [
  of(
    ['bungalow'],
    () => 'All on one floor, as the grandparents wanted it; no step is higher than a hand.',
  ),
  of(['bungalow'], (h) => `A small house of ${h.year}, easy to heat and easy to know.`),
  of(
    ['bungalow'],
    () =>
      'Heard through the thin glass of the sliding doors: frogs, the five o’clock melody, the bath filling.',
  ),
  of(
    ['bungalow'],
    (h) =>
      `Built for a schoolteacher, who lined the corridor with shelves; ${some(h, 4, 9)} metres of them stay.`,
  ),
  of(
    ['bungalow'],
    () => 'The wooden sashes have been planed and waxed: they slide with one finger.',
  ),
  of(
    ['seventies'],
    (h) =>
      `A family house of ${h.year}, built when the price of rice was good: wide eaves, thick posts, a stair one can carry a chest up.`,
  ),
  of(
    ['seventies'],
    () => 'Three heights of children are pencilled on the kitchen post, with dates.',
  ),
  of(
    ['seventies'],
    (h) =>
      `Glass with a pattern of ${h.random.pick(['maple leaves', 'woven bamboo', 'stars', 'morning dew'])}, no longer made, in every inner door.`,
  ),
  of(
    ['seventies'],
    () =>
      'The owner was a carpenter and built it for himself: the alcove post is polished kitayama cedar.',
  ),
  of(
    ['seventies'],
    (h) => `The roof was laid anew in ${some(h, 2004, 2019)} and the drains were changed with it.`,
  ),
  of(['seventies'], () => 'From the dry upper rooms one sees who is coming long before they ring.'),
  of(
    ['seventies'],
    (h) => `The ${family(h)}s raised four children here; the tiled bath had room for all of them.`,
  ),
  of(
    ['recent'],
    (h) =>
      `Built in ${h.year} to the present earthquake code, with an inspection report from last spring.`,
  ),
  of(
    ['recent'],
    () =>
      'Double glazing, floor heating in the living room, and one room with mats because nobody wants to do without.',
  ),
  of(
    ['recent'],
    (h) =>
      `A young couple built it and moved abroad after ${some(h, 9, 14)} years; it was aired every week.`,
  ),
  of(
    ['recent'],
    () =>
      'The living room goes through from the garden to the mountains behind, so that there is always a breeze.',
  ),
  of(
    ['recent'],
    () => 'The kitchen looks out to where the children play, which was the whole idea of the plan.',
  ),
  of(['recent'], (h) => `Everything electric works; the heat pump is ${some(h, 2, 6)} years old.`),
  of(
    ['snow'],
    () =>
      'Raised on a footing as high as a child: snow slides off the roof, and the door stays free.',
  ),
  of(
    ['snow'],
    (h) =>
      `The windproof hall before the door keeps out the cold and has hooks for ${some(h, 6, 10)} coats.`,
  ),
  of(
    ['snow'],
    () =>
      'The oil stove in the middle of the house warms every room, by a grating in the ceiling also those upstairs.',
  ),
  of(
    ['snow'],
    (h) =>
      `Insulated anew in ${some(h, 2001, 2016)}; the neighbour says that it is the first roof on the street to be bare in spring, because it is steep, not because it leaks.`,
  ),
  of(
    ['snow'],
    () =>
      'Steep, red and visible from the road in a blizzard, which was the reason for the colour.',
  ),
]
