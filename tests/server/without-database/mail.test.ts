import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeToFolder } from '#server/mail/mail-folder.ts'
import { sendBySmtp } from '#server/mail/smtp.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const FROM = { name: 'Engawa', address: 'post@engawa.example' }
const MAIL = {
  id: '5c0ffee5',
  to: 'ana@example.com',
  subject: 'The house in 京都',
  text: 'Hello Ana,\n\n.\n\nThe key is under the third stone.',
  createdAt: new Date('2026-01-15T09:30:00.250Z'),
}

test('a mail arrives at the mail server with sender, recipient, subject, time and text', async () => {
  const mailServer = await startMailServer()
  await sendBySmtp(mailServer.url, FROM)(MAIL)
  const [received] = mailServer.received
  expect(received).toMatchObject({ from: FROM.address, recipients: [MAIL.to] })
  expect(headersOf(received?.source)).toMatchObject({
    from: 'Engawa <post@engawa.example>',
    to: 'ana@example.com',
    subject: '=?UTF-8?Q?The_house_in_=E4=BA=AC=E9=83=BD?=',
    date: 'Thu, 15 Jan 2026 09:30:00 +0000',
    'message-id': '<5c0ffee5@engawa.example>',
    'auto-submitted': 'auto-generated',
  })
  expect(received?.source).toContain(MAIL.text)
})

test.each([
  ['another address', 'ana@example.com, eve@example.com'],
  ['a header', 'ana@example.com\r\nBcc: eve@example.com'],
  ['a group', 'all: ana@example.com, eve@example.com;'],
])(
  'a mail to an address that contains %s reaches at most one recipient (check 20)',
  async (_, to) => {
    const mailServer = await startMailServer()
    await sendBySmtp(mailServer.url, FROM)({ ...MAIL, to }).catch(() => undefined)
    const recipients = mailServer.received.flatMap((mail) => mail.recipients)
    expect(recipients).not.toContain('eve@example.com')
    expect(mailServer.received.map(({ source }) => headersOf(source).bcc)).toEqual(
      mailServer.received.map(() => undefined),
    )
  },
)

test('without a mail server, mails become files whose names sort by time, and the log omits the content', async () => {
  const directory = join(testDirectory(), 'mail')
  const printed: string[] = []
  const write = writeToFolder(directory, FROM, (message) => void printed.push(message))
  await write({ ...MAIL, id: 'a', createdAt: new Date('2026-01-15T10:00:00Z') })
  await write({ ...MAIL, id: 'b' })
  await write({ ...MAIL, id: 'b' })
  const names = readdirSync(directory)
  expect(names).toEqual(['2026-01-15T09-30-00-250Z-b.eml', '2026-01-15T10-00-00-000Z-a.eml'])
  const source = readFileSync(join(directory, names[0] ?? ''), 'utf8')
  expect(headersOf(source).to).toBe('ana@example.com')
  expect(source).toContain(MAIL.text)
  expect(printed[0]).toBe(`Mail "The house in 京都": ${join(directory, names[1] ?? '')}`)
  expect(printed.join('\n')).not.toMatch(/Ana|stone/)
})

function headersOf(source = '') {
  const [head = ''] = source.split('\n\n')
  return Object.fromEntries(
    [...head.matchAll(/^([\w-]+): (.*(?:\n[ \t].*)*)$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replaceAll(/\n[ \t]+/g, ' '),
    ]),
  )
}
