/** The map's colours as resolved values, because a canvas cannot use CSS variables. */
export interface MapColors {
  sea: string
  land: string
  border: string
  cluster: string
  onCluster: string
  chosen: string
  onChosen: string
  ink: string
  paper: string
}

const VARIABLES: Record<keyof MapColors, string> = {
  sea: '--sea',
  land: '--land',
  border: '--line-strong',
  cluster: '--accent',
  onCluster: '--on-accent',
  chosen: '--highlight',
  onChosen: '--on-highlight',
  ink: '--ink',
  paper: '--panel',
}

/**
 * Reads the map's colours in the current colour scheme. `place` is the element whose CSS variables
 * define the colours.
 */
export function readColors(place: HTMLElement): MapColors {
  const probe = place.ownerDocument.createElement('span')
  probe.hidden = true
  place.append(probe)
  const read = (variable: string) => {
    // Read the computed `color`, which is resolved. The variable itself would still contain
    // `light-dark(…)`.
    probe.style.color = `var(${variable})`
    return getComputedStyle(probe).color
  }
  const { sea, land, border, cluster, onCluster, chosen, onChosen, ink, paper } = VARIABLES
  const colors = {
    sea: read(sea),
    land: read(land),
    border: read(border),
    cluster: read(cluster),
    onCluster: read(onCluster),
    chosen: read(chosen),
    onChosen: read(onChosen),
    ink: read(ink),
    paper: read(paper),
  }
  probe.remove()
  return colors
}
