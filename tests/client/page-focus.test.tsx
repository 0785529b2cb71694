import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { focusPage } from '#client/ui/focus-page.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer } from '#tests/support/server.ts'

const untilFocused = (element: HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(element))

test('after a navigation, the focus is on the heading of the new page, which screen readers then read', async () => {
  const server = await startServer()
  connect(server)
  const { person } = openApp('/listings', await server.addSubscriber())
  await screen.findByRole('heading', { level: 1, name: 'All Listings' })
  const [link] = screen.getAllByRole('link', { name: 'Favorites' })
  await person.click(link as HTMLElement)
  await untilFocused(await screen.findByRole('heading', { level: 1, name: 'My Favorites' }))
})

test('a heading that appears late takes the focus, unless another element has the focus by then', async () => {
  const main = document.createElement('main')
  main.tabIndex = -1
  const button = document.createElement('button')
  document.body.append(main, button)
  onTestFinished(() => document.body.replaceChildren())
  const addHeading = () => {
    const heading = document.createElement('h1')
    main.replaceChildren(heading)
    return heading
  }

  focusPage()
  expect(document.activeElement).toBe(main)
  await untilFocused(addHeading())

  main.replaceChildren()
  focusPage()
  button.focus()
  addHeading()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(button)
})

test('a URL that names a section of a page focuses this section, not the heading of the page', () => {
  document.body.innerHTML = '<main><h1>House</h1><section id="notes">Notes</section></main>'
  onTestFinished(() => {
    document.body.replaceChildren()
    location.hash = ''
  })
  location.hash = '#notes'
  focusPage()
  expect(document.activeElement?.id).toBe('notes')
})
