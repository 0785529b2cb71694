import type { Colour } from '../colour.ts'

export const PLASTER: readonly Colour[] = [
  '#d8caa8',
  '#c9b98f',
  '#e3d9bf',
  '#b9bfa2',
  '#d6c3a4',
  '#cfd0bd',
]

export const STRAW: readonly Colour[] = ['#c5c08c', '#cbb57c', '#bfb77f', '#d0bd86', '#b9b98a']

export const BORDER: readonly Colour[] = ['#3f5147', '#4a3f34', '#2f3b52', '#5c3a3a', '#6b5a2f']

export const CUSHION: readonly Colour[] = [
  '#7a3f4a',
  '#3f5a6b',
  '#8a6a3a',
  '#4f5f3f',
  '#6a4a6a',
  '#b0553f',
]

export const PAPER: readonly Colour[] = ['#efe6d0', '#e6dcc0', '#f3eee0', '#dfe3d3', '#e9dccb']

export const WOOD: readonly Colour[] = ['#7a5c42', '#8a6a4a', '#6b4f3a', '#94714e']
