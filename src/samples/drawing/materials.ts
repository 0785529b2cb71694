import type { Colour } from './colour.ts'

/**
 * The colours of roof tiles. `KAWARA` are smoked tiles, in silver and black. `RED_KAWARA` and
 * `GLAZED` are regional tiles.
 */
export const KAWARA = [
  '#5a6068',
  '#4c535d',
  '#6b7077',
  '#515b66',
  '#454b55',
  '#5f5a57',
] as const satisfies readonly Colour[]
export const RED_KAWARA = ['#8f4f3a', '#9c5a40', '#7d4636'] as const satisfies readonly Colour[]
export const GLAZED = [
  '#3d6c9c',
  '#4a7a6a',
  '#35517c',
  '#6d4a3d',
  '#5c6b4a',
] as const satisfies readonly Colour[]
export const TIN = [
  '#8b4034',
  '#3f6480',
  '#56684a',
  '#6f747a',
  '#7a3a34',
  '#4a5a66',
] as const satisfies readonly Colour[]
export const PLASTER = [
  '#efe9dc',
  '#e9dfc8',
  '#d9c7a0',
  '#ead9b8',
  '#f3efe6',
  '#cdb68f',
] as const satisfies readonly Colour[]
export const MORTAR = [
  '#e8dfca',
  '#dfd9c9',
  '#e9e2d4',
  '#d8c9a8',
  '#cfd3c4',
  '#e3d3c2',
  '#e6dccf',
] as const satisfies readonly Colour[]
export const OLD_BOARDS = [
  '#4a4038',
  '#5c4a3b',
  '#6d5846',
  '#3a3632',
  '#7b6650',
] as const satisfies readonly Colour[]
export const CLAPBOARD = [
  '#b9cbc4',
  '#d9b7a4',
  '#cfd3bd',
  '#a9bccb',
  '#e6d9b4',
  '#c9a7a0',
] as const satisfies readonly Colour[]
export const SASH = [
  '#8d9499',
  '#6e6259',
  '#9aa3a8',
  '#59504a',
] as const satisfies readonly Colour[]
export const OLD_TIMBER = ['#5a4534', '#4a3a2e', '#6b5340'] as const satisfies readonly Colour[]
export const STRAW = [
  '#93815f',
  '#7f7156',
  '#a08a66',
  '#86795f',
] as const satisfies readonly Colour[]
