/** Reads a coordinate in Japan. Null if the text is no number or the coordinate lies elsewhere. */
export function readCoordinate(lat: string | undefined, lon: string | undefined) {
  // Read an empty text as no number, because `Number` would read it as 0.
  const [latitude, longitude] = [Number(lat || Number.NaN), Number(lon || Number.NaN)]
  return isInJapan(latitude, longitude) ? { latitude, longitude } : null
}

/** Whether a coordinate is in a rectangle around Japan. Korea is in the rectangle too. */
export function isInJapan(latitude: number, longitude: number) {
  return latitude > 20 && latitude < 46 && longitude > 122 && longitude < 154
}
