import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { saveFile } from '#client/ui/save-file.ts'
import '#tests/support/app.tsx'

/** The names of the files that were downloaded, and of those passed to the share sheet. */
let downloaded: string[]
let shared: string[]
/** The error with which the share sheet ends, such as `AbortError`. */
let shareError: string | undefined

beforeEach(() => {
  downloaded = []
  shared = []
  shareError = undefined
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloaded.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
})

/** Makes the page the installed app on iOS. */
function installOnIos() {
  const properties = {
    standalone: true,
    canShare: () => true,
    share: async ({ files = [] }: ShareData) => {
      if (shareError) throw new DOMException('', shareError)
      shared.push(...files.map(({ name }) => name))
    },
  }
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
  }
  onTestFinished(() => {
    for (const name of Object.keys(properties)) Reflect.deleteProperty(navigator, name)
  })
}

const FILES = ['day.ics', 'day.gpx', 'data.json', 'photos.zip', 'contacts.csv']

test.each(FILES)('the installed app on iOS passes %s to the share sheet', async (name) => {
  installOnIos()
  expect(await saveFile(new File(['content'], name))).toBe(true)
  expect({ shared, downloaded }).toEqual({ shared: [name], downloaded: [] })
})

test('in a browser, a file is downloaded', async () => {
  expect(await saveFile(new File(['content'], 'day.ics'))).toBe(true)
  expect({ shared, downloaded }).toEqual({ shared: [], downloaded: ['day.ics'] })
})

test('a share sheet that the person closes causes no message', async () => {
  installOnIos()
  shareError = 'AbortError'
  expect(await saveFile(new File(['content'], 'day.ics'))).toBe(false)
  expect(downloaded).toEqual([])
  expect(screen.queryByRole('status')).toBeNull()
})

test('if iOS refuses the share sheet because the tap was too long ago, a button offers the file again', async () => {
  installOnIos()
  shareError = 'NotAllowedError'
  expect(await saveFile(new File(['content'], 'photos.zip'))).toBe(false)
  const button = await screen.findByRole('button', { name: 'Save file' })
  shareError = undefined
  await userEvent.click(button)
  await waitFor(() => expect(shared).toEqual(['photos.zip']))
})
