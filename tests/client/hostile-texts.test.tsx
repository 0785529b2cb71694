import { fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { audit, securityEvents } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { listPages } from '#tests/support/pages.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

/** A browser runs this script if a page inserts the text as markup. */
const HOSTILE = `"><img src=x onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">`
/** The name is short enough that no page truncates it. */
const NAME = '<img src=x onerror="alert(1)">'

let server: TestServer
let network: ReturnType<typeof connect>
let haruka: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  haruka = await server.addAdmin({ name: NAME })
  await server.addListing({
    id: 'house',
    source: NAME,
    prefecture: 'hyogo',
    layoutText: HOSTILE,
    buildingAreaText: HOSTILE,
    landAreaText: HOSTILE,
    constructionText: HOSTILE,
    ...{ propertyType: HOSTILE, location: HOSTILE, city: HOSTILE, layout: HOSTILE },
    ...{ structure: HOSTILE, transportation: HOSTILE, remarks: HOSTILE, contactNumber: HOSTILE },
    ...{ referenceUrl: 'javascript:alert(1)', link: 'javascript:alert(1)' },
    raw: { remarks: HOSTILE, [HOSTILE]: HOSTILE },
    photos: [{ path: NAME }],
  })
  await server.call(haruka, addFavorite, { listing_id: 'house' })
  const visit = { day: '2026-11-26', 'appointment.name': NAME, remark: HOSTILE }
  await writeNotes(server, haruka, 'visit:house', visit)
  await server.services.db.insert(audit).values({
    at: server.services.now(),
    actorId: haruka.id,
    ip: '192.0.2.1',
    targetId: 'house',
    ...{ actorEmail: NAME, action: NAME, target: NAME },
    before: { [HOSTILE]: HOSTILE },
    after: null,
  })
  await server.services.db.insert(securityEvents).values({
    ...{ at: server.services.now(), kind: NAME, email: NAME, ip: '192.0.2.1' },
    ...{ userAgent: HOSTILE, detail: HOSTILE },
  })
})

/** Waits until the page shows the text, then checks that none of it became markup. */
async function expectText() {
  await waitFor(() => expect(document.body.textContent).toContain(NAME))
  const ran = document.querySelectorAll(
    '[onerror], script, img[src="x"], [href^="javascript:"], [src^="javascript:"]',
  )
  expect([...ran].map(({ outerHTML }) => outerHTML)).toEqual([])
}

/**
 * Addresses of pages whose texts depend on parameters. Every other page is opened at its own path,
 * with `house` as the id.
 */
const ADDRESSES: Record<string, string[]> = {
  '/listings': ['/listings', '/listings?listing=house'],
  '/viewing-plan': ['/viewing-plan?day=2026-11-26'],
  '/viewing-plan/print': ['/viewing-plan/print?day=2026-11-26'],
  '/favorites/compare': ['/favorites/compare?ids=house,other'],
}

/** The pages that show no text of other people. */
const WITHOUT_TEXTS = [
  ...['/', '/buying', '/forgot-password', '/join', '/login', '/register', '/shared'],
  ...['/subscription/manage', '/subscription/renew', '/admin/dashboard/import'],
  ...['/admin/dashboard/contacts'],
]

const addresses = listPages()
  .filter((page) => !WITHOUT_TEXTS.includes(page))
  .flatMap((page) => ADDRESSES[page] ?? [page.replace('$id', 'house')])

test.each(addresses)(
  'the page %s shows texts from other people as plain text, and never runs them as markup (check 51)',
  async (path) => {
    const app = openApp(path, path === '/free-preview' ? {} : haruka)
    await waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    // Opens every house and every audit entry, which then show all their texts.
    const closed = document.querySelectorAll('article h2 button, td [aria-expanded="false"]')
    for (const button of closed) fireEvent.click(button)
    await expectText()
  },
)

test.each(['/listings', '/favorites', '/admin/dashboard/audit'])(
  'an error message on %s is shown as plain text, wherever it comes from (check 51)',
  async (path) => {
    const ana = await server.addAdmin()
    network.intercept = (asked) =>
      asked.startsWith('/v1/auth') ? undefined : Response.json({ detail: HOSTILE }, { status: 422 })
    openApp(path, ana)
    await expectText()
  },
)
