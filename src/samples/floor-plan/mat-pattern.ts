interface Mat {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Covers a floor with tatami mats of one by two modules, plus a half mat if the area is odd. Four
 * mats must not meet at a corner, because such a corner is inauspicious. Allows such a corner only
 * if no other pattern covers the floor.
 */
export function layMats(width: number, height: number): Mat[] {
  return (
    cover({ width, height, isAuspicious: true }) ??
    cover({ width, height, isAuspicious: false }) ??
    []
  )
}

interface Surface {
  width: number
  height: number
  isAuspicious: boolean
}

function cover({ width, height, isAuspicious }: Surface) {
  const mats: Mat[] = []
  const covered: number[] = Array.from({ length: width * height }, () => -1)
  const at = (x: number, y: number) => covered[y * width + x]
  const isOdd = (width * height) % 2 === 1

  function meetsFour(x: number, y: number) {
    if (x < 1 || y < 1 || x >= width || y >= height) return false
    const around = [at(x - 1, y - 1), at(x, y - 1), at(x - 1, y), at(x, y)]
    return !around.includes(-1) && new Set(around).size === 4
  }

  function fits({ x, y, width: wide, height: high }: Mat) {
    if (x + wide > width || y + high > height) return false
    return at(x, y) === -1 && at(x + wide - 1, y + high - 1) === -1
  }

  function set({ x, y, width: wide, height: high }: Mat, value: number) {
    for (let row = y; row < y + high; row++)
      for (let column = x; column < x + wide; column++) covered[row * width + column] = value
  }

  function next(): boolean {
    const free = covered.indexOf(-1)
    if (free === -1) return true
    const [x, y] = [free % width, Math.floor(free / width)]
    const hasHalf = mats.some((mat) => mat.width === mat.height)
    const shapes = [[2, 1], [1, 2], ...(isOdd && !hasHalf ? [[1, 1]] : [])]
    for (const [wide = 1, high = 1] of shapes) {
      const mat = { x, y, width: wide, height: high }
      if (!fits(mat)) continue
      set(mat, mats.push(mat))
      const corners = [
        [x, y],
        [x + wide, y],
        [x, y + high],
        [x + wide, y + high],
      ]
      if (!(isAuspicious && corners.some(([cx = 0, cy = 0]) => meetsFour(cx, cy))) && next())
        return true
      mats.pop()
      set(mat, -1)
    }
    return false
  }

  return next() ? mats : undefined
}
