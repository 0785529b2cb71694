import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PagePart } from '#client/components/page-part.tsx'

let isBroken: boolean
let caught: number

beforeEach(() => {
  isBroken = true
  caught = 0
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => void caught++)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Fragile() {
  if (isBroken) throw new Error('The object can not be found here.')
  return <p>Twelve houses</p>
}

/** A component whose first failure is also its last. */
function FragileOnce() {
  if (caught === 0) throw new Error('The object can not be found here.')
  return <p>Twelve houses</p>
}

function renderPage(Part: () => React.ReactNode) {
  render(
    <>
      <PagePart>
        <Part />
      </PagePart>
      <PagePart>
        <p>The map</p>
      </PagePart>
    </>,
  )
}

test('a part of a page that fails once is mounted again, and the rest of the page stays', () => {
  renderPage(FragileOnce)
  screen.getByText('Twelve houses')
  screen.getByText('The map')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('a part of a page that fails again shows a message with a button, and the rest of the page stays', async () => {
  renderPage(Fragile)
  screen.getByText('This part of the page stopped working')
  screen.getByText('The map')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  screen.getByText('Twelve houses')
})
