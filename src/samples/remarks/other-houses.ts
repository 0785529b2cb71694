import { family, of, type Sentence, some } from './sentence.ts'

/** Remarks for sample houses in a street, on a coast, or in the south of Japan. */
export const OTHER_HOUSES: readonly Sentence[] = [
  of(
    ['western'],
    (h) =>
      `Clapboard, sash windows with their counterweights and a bay: built in ${h.year} for the captain of a steamer.`,
  ),
  of(
    ['western'],
    () =>
      'The stair has a banister of teak that came as ballast, and creaks on the fourth step only.',
  ),
  of(
    ['western'],
    (h) =>
      `Once the house of ${h.random.pick(['an English teacher', 'a Danish telegraph engineer', 'a ship’s chandler', 'the harbour doctor'])}, whose stove still stands in the parlour.`,
  ),
  of(
    ['western'],
    () => 'Ceilings three metres high, plaster roses, and behind one door, unexpectedly, mats.',
  ),
  of(
    ['southern'],
    () => 'Red tiles bedded in white mortar, and a shisa on the slope that looks to the gate.',
  ),
  of(
    ['southern'],
    () =>
      'Without a hall, as houses here are: one steps from the garden straight onto the amahaji, the deep shade under the eaves.',
  ),
  of(
    ['southern'],
    (h) =>
      `It has stood through ${some(h, 60, 140)} typhoons behind its wall; the tiles that moved were put back the next day.`,
  ),
  of(
    ['fishermans'],
    () =>
      'The boards are yakisugi, cedar that was charred against the salt, and good for another generation.',
  ),
  of(
    ['fishermans'],
    (h) =>
      `A fisherman’s house, ${h.scene.land === 'coast' ? `${some(h, 40, 180)} steps from the slip` : 'near the water'}: nets above, cooking below, a window for watching the weather.`,
  ),
  of(
    ['fishermans'],
    (h) =>
      `The boat of the ${family(h)} family is sold, but its lantern and its name board hang in the entrance.`,
  ),
  of(['fishermans'], () => 'Narrow as the lane it stands in, and open to the wind on both sides.'),
  of(['fishermans'], () => 'Downstairs smells faintly of cedar and rope, upstairs of the sea.'),
  of(
    ['merchant'],
    (h) =>
      `The ${family(h)} family sold ${h.random.pick(['soy sauce', 'indigo cloth', 'lamp oil', 'paper', 'sake', 'medicine'])} here for ${some(h, 3, 6)} generations; the sign is in the storehouse.`,
  ),
  of(
    ['merchant'],
    () =>
      'A white kura with walls of clay two hands thick stands beside the house: fireproof, cool, and lockable with a key as long as a shoe.',
  ),
  of(
    ['merchant'],
    (h) =>
      `In the kura: ${h.random.pick(['festival lanterns', 'account books back to Meiji', 'lacquer trays for forty guests', 'a palanquin'])}, and they stay with the house.`,
  ),
  of(
    ['merchant'],
    () => 'Lattice to the street, garden behind: business and life with one sliding door between.',
  ),
  of(
    ['machiya'],
    () =>
      'A machiya, narrow at the street and deep: shop, rooms and garden one behind the other, like the bed of an eel.',
  ),
  of(
    ['machiya'],
    () =>
      'The earth floor leads from the lattice to the kitchen, and above it the roof is open to the beams and the old smoke window.',
  ),
  of(
    ['machiya'],
    (h) =>
      `Let as a ${h.random.pick(['tea room', 'tailor’s workshop', 'gallery', 'kimono dyer’s'])} until ${h.listedAt.getUTCFullYear() - some(h, 2, 6)}; the licence for short stays was never asked for.`,
  ),
  of(
    ['machiya'],
    () =>
      'Neighbours wall to wall since a century: one knows when they cook, and they knock when you forget the rubbish.',
  ),
  of(
    ['machiya'],
    (h) =>
      `The mushiko windows upstairs are as low as the law of their day wanted; the ${h.floors === 2 ? 'upper rooms' : 'rooms'} are none the darker for it.`,
  ),
  of(
    ['signboard'],
    (h) =>
      `A kanban front of ${h.year}: behind it an ordinary wooden house that wanted to look like Ginza.`,
  ),
  of(
    ['signboard'],
    (h) =>
      `Formerly ${h.random.pick(['a watchmaker’s', 'a bookshop', 'a barber’s', 'a fruit parlour', 'a photographer’s'])}; the counter and the bell on the door are in place.`,
  ),
  of(['signboard'], () => 'The shop has its own meter, its own water and the afternoon sun.'),
  of(
    ['flat'],
    () =>
      'A flat with a balcony to the south, a lift that was renewed, and a caretaker who waters everybody’s plants.',
  ),
  of(
    ['flat'],
    (h) =>
      `Management fee ${some(h, 9, 19)},000 yen a month, with the ${h.random.pick(['bath house', 'roof garden', 'parking space', 'ski room'])}.`,
  ),
  of(
    ['flat'],
    () => 'Small, dry, and to be locked and left: for those who come for some weeks a year.',
  ),
]
