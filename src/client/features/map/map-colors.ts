/** The colours of the map, as a canvas needs them: it knows no CSS variables. */
export interface MapColors {
  sea: string
  land: string
  border: string
  mark: string
  onMark: string
  chosen: string
  onChosen: string
  ink: string
  paper: string
}

const VARIABLES: Record<keyof MapColors, string> = {
  sea: '--sea',
  land: '--panel',
  border: '--line-strong',
  mark: '--ai',
  onMark: '--on-ai',
  chosen: '--shu',
  onChosen: '--on-shu',
  ink: '--ink',
  paper: '--panel',
}

/** Reads the colours of the current scheme at `place`. */
export function readColors(place: HTMLElement): MapColors {
  const probe = place.ownerDocument.createElement('span')
  probe.hidden = true
  place.append(probe)
  const read = (variable: string) => {
    // The computed colour is resolved. That of a variable would still be `light-dark(…)`.
    probe.style.color = `var(${variable})`
    return getComputedStyle(probe).color
  }
  const { sea, land, border, mark, onMark, chosen, onChosen, ink, paper } = VARIABLES
  const colors = {
    sea: read(sea),
    land: read(land),
    border: read(border),
    mark: read(mark),
    onMark: read(onMark),
    chosen: read(chosen),
    onChosen: read(onChosen),
    ink: read(ink),
    paper: read(paper),
  }
  probe.remove()
  return colors
}
