/**
 * Links that search for an address on street maps. Pass a Japanese address, because the street maps
 * find Japanese addresses best.
 */
export function mapLinks(address: string) {
  const query = encodeURIComponent(address)
  return [
    {
      name: 'Open in Google Maps',
      href: `https://www.google.com/maps/search/?api=1&query=${query}`,
    },
    { name: 'Open in Apple Maps', href: `https://maps.apple.com/?q=${query}` },
    {
      name: 'Open in OpenStreetMap',
      href: `https://www.openstreetmap.org/search?query=${query}`,
    },
  ]
}

export function coordinateLinks({ latitude, longitude }: { latitude: number; longitude: number }) {
  const query = `${latitude},${longitude}`
  return [
    {
      name: 'Google Maps',
      href: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`,
    },
    { name: 'Apple Maps', href: `https://maps.apple.com/?ll=${query}&q=${query}` },
  ]
}
