import type { Locator, Page } from '@playwright/test'

/**
 * Presses `key` until `last` has the focus. Resolves with the texts of the focused elements on the
 * way that something covers.
 */
export async function findCoveredFocus(page: Page, key: 'Tab' | 'Shift+Tab', last: Locator) {
  const covered: string[] = []
  for (;;) {
    covered.push(...(await page.evaluate(textOfCoveredFocus)))
    if (await last.evaluate((element) => element === document.activeElement)) return covered
    await page.keyboard.press(key)
  }
}

/** Runs in the page. Returns nothing if the focused element is in front of all others. */
function textOfCoveredFocus() {
  const focused = document.activeElement ?? document.body
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return focused.contains(onTop) ? [] : [focused.textContent ?? '']
}
