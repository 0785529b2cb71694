import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface ReceivedMail {
  from: string
  recipients: string[]
  /** Headers and body as received, with LF line ends. */
  source: string
}

/** A mail server that stores received mails. It can be closed, and can refuse recipients. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const refused = new Set<string>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    handleSmtp(socket, { received, refused }).catch(() => socket.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of open) socket.destroy()
    await once(server, 'close')
  }
  await listen(0)
  onTestFinished(close)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Refuses mail to this address. */
    refuse: (recipient: string) => void refused.add(recipient),
    /** Closes the mail server, which then refuses connections until it is opened again. */
    close,
    open: () => listen(port),
  }
}

/** Handles the minimal SMTP dialogue to receive mails. */
async function handleSmtp(
  socket: Socket,
  { received, refused }: { received: ReceivedMail[]; refused: Set<string> },
) {
  const reply = (line: string) => socket.write(`${line}\r\n`)
  let mail: ReceivedMail = { from: '', recipients: [], source: '' }
  let isReadingData = false
  reply('220 mail.example')
  for await (const line of linesOf(socket)) {
    const [, address = ''] = line.match(/<(.*?)>/) ?? []
    if (isReadingData && line === '.') {
      isReadingData = false
      received.push(mail)
      mail = { from: '', recipients: [], source: '' }
      reply('250 Kept')
    } else if (isReadingData) {
      mail.source += `${line.replace(/^\./, '')}\n`
    } else if (/^(EHLO|HELO)/i.test(line)) reply('250 mail.example')
    else if (/^MAIL FROM/i.test(line)) {
      mail.from = address
      reply('250 OK')
    } else if (/^RCPT TO/i.test(line)) {
      if (refused.has(address)) reply(`550 <${address}> is nobody here`)
      else {
        mail.recipients.push(address)
        reply('250 OK')
      }
    } else if (/^DATA/i.test(line)) {
      isReadingData = true
      reply('354 Go on')
    } else if (/^QUIT/i.test(line)) {
      reply('221 Bye')
      socket.end()
    } else reply('250 OK')
  }
}

async function* linesOf(socket: Socket) {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    const lines = text.split('\r\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
