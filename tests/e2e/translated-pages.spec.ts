import type { Page } from '@playwright/test'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { openScreen, SCREENS } from '#tests/support/screens.ts'
import {
  addPerson,
  demoAccount,
  expect,
  openSignedIn,
  signIn,
  storeSession,
  test,
} from './fixtures.ts'

/**
 * Replaces each text node with two nested `font` elements, as the translator of Chrome does. The
 * text stays the same, so that tests find their buttons. Reports a text that React changes after
 * its translation, because a person would never see the new text. Runs in the page.
 */
function translatePage() {
  const kept = '[translate=no], .notranslate, font, script, style, noscript, textarea, title, svg'
  const replaced = new MutationObserver((changes) => {
    for (const { target } of changes) {
      console.error(`The page shows an old text. The new text is "${target.textContent}"`)
    }
  })
  function translate() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.data.trim() !== '' && !text.parentElement?.closest(kept)) texts.push(text)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
      replaced.observe(text, { characterData: true })
    }
  }
  addEventListener('load', () => {
    translate()
    let isWaiting = false
    new MutationObserver(() => {
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        translate()
      }, 100)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

/** Resolves when the page contains translated texts, and no text that waits for its translation. */
async function untilTranslated(page: Page) {
  await expect(page.locator('font').first()).toBeAttached()
  await expect(page.getByRole('main').locator('font').first()).toBeAttached()
}

/**
 * React finds a page of the server that was translated before the app took it over, and renders the
 * page again.
 */
const RENDERED_AGAIN = /React error #418/
test.use({ expectedErrors: [RENDERED_AGAIN] })

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('on a translated page, a person signs in, and switches from the list to the map and back', async ({
  page,
}) => {
  await page.addInitScript(translatePage)
  await page.goto('/login')
  // The app renders the translated page of the server again, and drops what was typed before.
  await page.waitForFunction(() => window.onclick === null)
  await signIn(page, demoAccount('subscriber'))
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilTranslated(page)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.getByRole('region', { name: 'Map of the results' }).waitFor()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(tabs(page)).toBeVisible()
})

test.describe('with saved houses', () => {
  test.use({
    expectedErrors: [/React error #418|^Failed to load resource|ERR_INTERNET_DISCONNECTED/],
  })

  test('on a translated page, a favorite opens offline, and stays when the network returns', async ({
    phone,
    server,
  }) => {
    const { page } = phone
    const [house = ''] = SAVED_HOUSES
    await page.addInitScript(translatePage)
    const subscriber = await server.addSubscriber({ favorites: SAVED_HOUSES.slice(0, 2) })
    await openSignedIn(page, subscriber, `/listings/${house}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await phone.untilWorkerServes()
    await phone.setOffline(true)
    await page.reload()
    await expect(page.getByText('Showing what you saved')).toBeVisible()
    await untilTranslated(page)
    await phone.setOffline(false)
    await expect(page.getByText('Showing what you saved')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(tabs(page)).toBeVisible()
  })
})

for (const [person, screens] of Object.entries(SCREENS)) {
  test.describe('on all screens', () => {
    // Some screens have an unknown address or need another role.
    test.use({ expectedErrors: [/React error #418|status of (403|404)/] })

    test(`a translated page opens every screen of a ${person}, and shows no old text`, async ({
      page,
      request,
    }) => {
      // A person has up to thirty screens.
      test.slow()
      await page.addInitScript(translatePage)
      if (person === 'member') await storeSession(page, await addPerson(request))
      else if (person !== 'visitor') {
        await storeSession(page, demoAccount(person as 'admin' | 'subscriber'))
      }
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          await openScreen(page, screen)
          await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
        })
      }
    })
  })
}

test('a translator leaves the Japanese names, the address and the id of a house, and the names of people', async ({
  page,
}) => {
  await page.addInitScript(translatePage)
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001/driver')
  await untilTranslated(page)
  await expect(page.locator('[lang=ja] font')).toHaveCount(0)
  await page.goto('/listings/sample-001')
  await untilTranslated(page)
  await expect(page.locator('[lang=ja] font')).toHaveCount(0)
})
