import * as account from './account.ts'
import * as alerts from './alerts.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as basemap from './basemap.ts'
import * as catalogue from './catalogue.ts'
import * as contacts from './contacts.ts'
import * as duplicates from './duplicates.ts'
import type { Endpoint } from './endpoint.ts'
import * as favorites from './favorites.ts'
import * as imports from './imports.ts'
import * as inventory from './inventory.ts'
import * as listings from './listings.ts'
import * as mapping from './mapping.ts'
import * as news from './news.ts'
import * as notes from './notes.ts'
import * as optOuts from './opt-outs.ts'
import * as overview from './overview.ts'
import * as ownData from './own-data.ts'
import * as ownPhotos from './own-photos.ts'
import * as payments from './payments.ts'
import * as places from './places.ts'
import * as profile from './profile.ts'
import * as push from './push.ts'
import * as rates from './rates.ts'
import * as revisions from './revisions.ts'
import * as savedSearches from './saved-searches.ts'
import * as secondFactor from './second-factor.ts'
import * as securityLog from './security-log.ts'
import * as sessions from './sessions.ts'
import * as sharing from './sharing.ts'
import * as shortlist from './shortlist.ts'
import * as sources from './sources.ts'
import * as translation from './translation.ts'
import * as users from './users.ts'
import * as version from './version.ts'

export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [
    ...[account, alerts, audit, auth, basemap, catalogue, contacts],
    ...[duplicates, favorites, imports],
    ...[inventory, listings],
    ...[
      mapping,
      news,
      notes,
      optOuts,
      overview,
      ownData,
      ownPhotos,
      payments,
      places,
      profile,
      push,
    ],
    ...[rates],
    ...[revisions, savedSearches, secondFactor, securityLog, sessions, sharing, shortlist],
    ...[sources],
    ...[translation, users, version],
  ]
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
