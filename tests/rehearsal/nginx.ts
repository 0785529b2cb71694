import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SITE = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/** Starts Debian's nginx with the site of `deploy/`, but with other addresses and files. */
export async function startNginx(
  folder: string,
  { ports, https }: { ports: number[]; https: number },
) {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  mkdirSync(join(folder, 'cache'))
  const file = join(folder, 'nginx.conf')

  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`)
  const site = readFileSync(SITE, 'utf8')
    .replace(/( *server 127\.0\.0\.1:\d+ .*\n)+/, `${servers.join('\n')}\n`)
    .replaceAll(/ *listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${https + 1};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('/etc/ssl/engawa/fullchain.pem', certificate)
    .replace('/etc/ssl/engawa/privkey.pem', key)
    .replace('/var/cache/nginx/engawa', join(folder, 'cache'))
  writeFileSync(
    file,
    `daemon off; error_log stderr error; pid ${join(folder, 'pid')};
       events { worker_connections 4096; }
       http { access_log off; ${site} }`,
  )

  execFileSync('nginx', ['-t', '-q', '-p', folder, '-c', file], { stdio: 'inherit' })
  const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'inherit', 'pipe'] })
  const closed = once(nginx, 'close')
  const errors: string[] = []
  nginx.stderr.on('data', (text) => errors.push(String(text)))
  return {
    origin: `https://127.0.0.1:${https}`,
    errors,
    async stop() {
      nginx.kill('SIGTERM')
      await closed
    },
  }
}
