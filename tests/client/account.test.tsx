import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { login } from '#contract/auth.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { jpeg } from '#tests/support/pictures.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a lantern in the hall'
const NEW = 'a path through the moss'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addUser({
    name: 'Ana Prieto',
    email: 'ana@example.com',
    password: PASSWORD,
    createdAt: new Date('2025-11-09T12:00:00Z'),
    updatedAt: new Date('2025-12-24T12:00:00Z'),
  })
})

type App = Awaited<ReturnType<typeof openAccount>>

async function openAccount(somebody: Person = ana) {
  const app = openApp('/account', somebody)
  // The headings of the cards appear before their code has loaded, so also wait for the requests of
  // the cards.
  await screen.findByRole('region', { name: 'Where You Are Signed In' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}

const card = (name: string) => within(screen.getByRole('region', { name }))

/** The account's values, by label. */
function readInformation() {
  const terms = card('Account Information').getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
}

/** Answers every request to `path` with status 500, without a message that the page could show. */
function failRequestsTo(path: string) {
  network.intercept = (requested) =>
    requested === path ? Response.json({ detail: '' }, { status: 500 }) : undefined
}

test('the account page shows name, address, role and picture', async () => {
  await openAccount()
  expect(readInformation()).toEqual({
    'Full Name': 'Ana Prieto',
    'Email Address': 'ana@example.com',
    'Account Type': 'User',
    'Member Since': 'November 9, 2025',
  })
  card('Account Status').getByText('Account is Active')
  card('Account Status').getByText('Last updated December 24, 2025')
  card('Profile Picture').getByText('Upload a JPG, PNG, or GIF (max 5MB)')
})

test('the account page of an administrator shows the account type Admin', async () => {
  await openAccount(await server.addAdmin())
  expect(readInformation()).toMatchObject({ 'Account Type': 'Admin' })
})

test('the account menu leads to the account page', async () => {
  const { person, address } = openApp('/subscription/manage', ana)
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Account Settings' }))
  await screen.findByRole('heading', { name: 'Account Settings' })
  expect(address()).toBe('/account')
})

async function editName({ person }: App, name: string) {
  await person.click(screen.getByRole('button', { name: 'Edit Full Name' }))
  const field = screen.getByLabelText('Full Name')
  expect(document.activeElement).toBe(field)
  await person.clear(field)
  await person.type(field, `${name}{Enter}`)
}

test("a person's changed name appears immediately on the account page and in the header", async () => {
  const app = await openAccount()
  await editName(app, 'Mei Okada')
  await screen.findByText('Name updated successfully!')
  expect(readInformation()).toMatchObject({ 'Full Name': 'Mei Okada' })
  screen.getByRole('button', { name: 'Account menu of Mei Okada' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Full Name' }))
})

test('the account page refuses an empty name', async () => {
  const app = await openAccount()
  await editName(app, '   ')
  expect(screen.getByLabelText('Full Name').getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Name cannot be empty')
})

test('cancelling an edit of the account changes nothing', async () => {
  const { person } = await openAccount()
  const pencil = () => screen.getByRole('button', { name: 'Edit Full Name' })
  await person.click(pencil())
  await person.type(screen.getByLabelText('Full Name'), ' the second')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(readInformation()).toMatchObject({ 'Full Name': 'Ana Prieto' })
  expect(document.activeElement).toBe(pencil())
  await person.click(pencil())
  await person.keyboard('{Escape}')
  expect(document.activeElement).toBe(pencil())
})

async function editEmail({ person }: App, email: string, password: string) {
  await person.click(screen.getByRole('button', { name: 'Edit Email Address' }))
  const field = screen.getByLabelText('Email Address')
  await person.clear(field)
  if (email) await person.type(field, email)
  if (password) await person.type(screen.getByLabelText('Current Password'), password)
  await person.click(screen.getByRole('button', { name: 'Save' }))
}

test('changing the email address requires the current password', async () => {
  const app = await openAccount()
  await editEmail(app, 'mei@example.com', PASSWORD)
  await screen.findByText('Email updated successfully!')
  expect(readInformation()).toMatchObject({ 'Email Address': 'mei@example.com' })
})

test.each([
  ['', PASSWORD, 'Invalid email address'],
  ['nowhere', PASSWORD, 'Invalid email address'],
  ['mei@example.com', '', 'Current password is required'],
  ['mei@example.com', 'not it', 'Current password is incorrect'],
  ['BEN@example.com', PASSWORD, 'This email is already registered. Please use a different email.'],
])(
  'changing the email address to “%s” with the password “%s” shows: %s',
  async (email, password, sentence) => {
    await server.addUser({ email: 'ben@example.com' })
    const app = await openAccount()
    await editEmail(app, email, password)
    await screen.findByText(sentence)
    await app.person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(readInformation()).toMatchObject({ 'Email Address': 'ana@example.com' })
  },
)

async function choosePassword({ person }: App, current: string, chosen: string, again = chosen) {
  await person.click(screen.getByRole('button', { name: 'Change Password' }))
  for (const [label, text] of [
    ['Current Password', current],
    ['New Password', chosen],
    ['Confirm New Password', again],
  ] as const) {
    if (text) await person.type(screen.getByLabelText(label), text)
  }
  await person.click(screen.getByRole('button', { name: 'Update Password' }))
}

test('a person can set a new password, and the form closes afterwards', async () => {
  const app = await openAccount()
  await choosePassword(app, PASSWORD, NEW)
  await screen.findByText('Password updated successfully!')
  expect(screen.queryByLabelText('New Password')).toBeNull()
  const input = { username: 'ana@example.com', password: NEW }
  expect((await server.call(null, login, input)).status).toBe(200)
})

test.each([
  ['', NEW, NEW, 'All password fields are required'],
  [PASSWORD, '', '', 'All password fields are required'],
  [PASSWORD, NEW, '', 'All password fields are required'],
  [PASSWORD, NEW, `${NEW}!`, 'New passwords do not match'],
  [PASSWORD, 'short', 'short', 'Password must be at least 6 characters long'],
  [PASSWORD, 'password1', 'password1', /This password is easy to guess/],
  ['not it', NEW, NEW, 'Current password is incorrect'],
])(
  'entering the current password “%s” and the new passwords “%s” and “%s” shows: %s',
  async (current, chosen, again, sentence) => {
    const app = await openAccount()
    await choosePassword(app, current, chosen, again)
    await screen.findByText(sentence)
    screen.getByRole('heading', { name: 'Account Settings' })
    const input = { username: 'ana@example.com', password: PASSWORD }
    expect((await server.call(null, login, input)).status).toBe(200)
  },
)

/**
 * Chooses a file as in a file picker that allows all types, so the page must check the type itself.
 */
async function choosePicture(file: File) {
  const field = screen.getByLabelText<HTMLInputElement>('Choose Picture')
  await userEvent.setup({ applyAccept: false }).upload(field, file)
}

const images = () => [...document.querySelectorAll('img')]
const pictures = () => images().map(({ src }) => src.slice(0, 22))
const photo = async () => new File([new Uint8Array(await jpeg())], 'me.jpg', { type: 'image/jpeg' })

test("a new profile picture appears immediately, and after the upload the page and the header show the server's copy", async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:the-file')
  let letPass = () => {}
  const passing = new Promise<void>((resolve) => {
    letPass = resolve
  })
  network.hold = (path) => (path.endsWith('/profile-picture') ? passing : Promise.resolve())
  await openAccount()
  await choosePicture(await photo())
  await waitFor(() => expect(pictures()).toEqual(['blob:the-file']))
  letPass()
  await screen.findByText('Profile picture updated successfully!')
  expect(pictures()).toEqual(['data:image/jpeg;base64', 'data:image/jpeg;base64'])
})

test.each([
  [
    'a text',
    new File(['It is me'], 'me.txt', { type: 'text/plain' }),
    'Please select an image file',
  ],
  [
    'a text that says it is a picture',
    new File(['It is me'], 'me.png', { type: 'image/png' }),
    'The file is not a JPEG, PNG, WebP, GIF or AVIF picture',
  ],
])(
  'uploading %s as a profile picture is refused, and the picture stays the same',
  async (_, file, sentence) => {
    await openAccount()
    await choosePicture(file)
    await screen.findByText(sentence)
    expect(pictures()).toEqual([])
  },
)

test('a later success on the account page replaces the refusal of a profile picture', async () => {
  const app = await openAccount()
  await choosePicture(new File(['It is me'], 'me.txt', { type: 'text/plain' }))
  await screen.findByText('Please select an image file')
  await editName(app, 'Mei')
  await screen.findByText('Name updated successfully!')
  expect(screen.queryByText('Please select an image file')).toBeNull()
})

test('when the server fails, the account page says what failed, and nothing changes', async () => {
  const app = await openAccount()
  failRequestsTo('/v1/auth/me/profile-picture')
  await choosePicture(await photo())
  await screen.findByText('Failed to update profile picture')
  expect(pictures()).toEqual([])
  failRequestsTo('/v1/auth/me')
  await editName(app, 'Mei')
  await screen.findByText('Failed to update name')
  await app.person.click(screen.getByRole('button', { name: 'Cancel' }))
  await editEmail(app, 'mei@example.com', PASSWORD)
  await screen.findByText('Failed to update email')
  await app.person.click(screen.getByRole('button', { name: 'Cancel' }))
  failRequestsTo('/v1/auth/me/password')
  await choosePassword(app, PASSWORD, NEW)
  await screen.findByText('Failed to update password')
  expect(readInformation()).toMatchObject({
    'Full Name': 'Ana Prieto',
    'Email Address': 'ana@example.com',
  })
})

test("a profile picture that the browser cannot show is replaced by the person's initials", async () => {
  const ben = await server.addUser({
    name: 'Ben Okri',
    profilePicture: 'https://example.com/b.jpg',
  })
  await openAccount(ben)
  for (const image of images()) image.dispatchEvent(new Event('error'))
  await waitFor(() => expect(images()).toEqual([]))
  card('Profile Picture').getByText('BO')
})

test('offline, the account page shows the saved account, and changes need a connection', async () => {
  const { person } = await openAccount()
  network.disconnect()
  await screen.findByText(/what was saved at .* Changing your account needs a connection\./)
  expect(readInformation()).toMatchObject({ 'Full Name': 'Ana Prieto' })
  expect(screen.getByLabelText<HTMLInputElement>('Choose Picture').disabled).toBe(true)
  await person.click(screen.getByRole('button', { name: 'Edit Full Name' }))
  await person.type(screen.getByLabelText('Full Name'), ' Okada{Enter}')
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  network.reconnect()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe(
      'false',
    ),
  )
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Name updated successfully!')
})

test('a chosen currency or unit is saved immediately, and the page shows the exchange rate of the currency', async () => {
  const { person } = await openAccount()
  await person.selectOptions(card('Currency and Units').getByLabelText('Currency'), 'AUD')
  await card('Currency and Units').findByText('Currency and units saved')
  await card('Currency and Units').findByText(/^¥98 to A\$1 on/)
  await person.selectOptions(card('Currency and Units').getByLabelText('Areas'), 'tsubo')
  await waitFor(async () => {
    const { body } = await server.call(ana, getAccount, {})
    expect(body.display).toMatchObject({ currency: 'AUD', area_unit: 'tsubo' })
  })
})

test('if a change of the currency fails, the page shows a message and the former currency', async () => {
  const { person } = await openAccount()
  failRequestsTo('/v1/auth/me/display')
  await person.selectOptions(card('Currency and Units').getByLabelText('Currency'), 'EUR')
  await card('Currency and Units').findByText('Failed to save currency and units')
  expect(card('Currency and Units').getByLabelText('Currency')).toHaveProperty('value', 'USD')
})
