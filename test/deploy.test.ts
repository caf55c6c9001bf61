// The files to run it with set only what is read, and copy what is there.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const variables = new Set([...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
/** For what stands beside it. */
const OTHERS = ['DOMAIN', 'UPSTREAM', 'NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']

for (const file of [
  'Dockerfile',
  'compose.yaml',
  'deploy/compose.scaled.yaml',
  'deploy/kubernetes.yaml',
  'deploy/roundsman.service',
])
  test(`${file} sets only variables that are read`, () => {
    const named = [...read(file).matchAll(/(?:^|[\s{=])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|ROLE|HOST|PORT)[:=]/gm)]
    const set = named.map(([, name]) => name ?? '').filter((name) => !OTHERS.includes(name))
    assert.ok(set.length > 0)
    assert.deepEqual(
      set.filter((name) => !variables.has(name)),
      [],
    )
  })

for (const file of ['compose.yaml', 'deploy/compose.scaled.yaml', 'deploy/kubernetes.yaml'])
  test(`${file} believes a proxy outside the container, which comes from a private address`, () => {
    assert.match(read(file), /^ *TRUST_PROXY: .*\buniquelocal\b/m)
  })

test('the Dockerfile copies what there is, and the context holds it', () => {
  const ignored = read('.dockerignore')
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names?.split(' '),
  )
  assert.ok(copied.length > 5)
  for (const name of copied) {
    assert.ok(name && existsSync(new URL(`../${name}`, import.meta.url)), name)
    assert.ok(ignored.split('\n').includes(`!${name}`), name)
  }
})

test('alerts ask for metrics that there are', () => {
  const source = read('src/adapters/observability/metrics.ts')
  const asked = [...read('deploy/prometheus-alerts.yaml').matchAll(/\broundsman_\w+/g)].map(([name]) => name)
  assert.ok(asked.length > 8)
  for (const name of asked) assert.ok(source.includes(`'${name.replace(/_(count|bucket|sum)$/, '')}'`), name)
})

/** The command's own word on a file, where it is installed. */
const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const absent = (command: string) => (has(command) ? false : `${command} is not installed`)

async function inScratch(work: (dir: string) => void | Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-deploy-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function accepts(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

const NAME = 'roundsman.example.com'

test(
  'nginx takes its file, and sends no call of the API on from http',
  {
    skip: absent('nginx') || absent('openssl'),
  },
  () =>
    inScratch(async (dir) => {
      const [key, certificate, file] = ['key.pem', 'certificate.pem', 'nginx.conf'].map((name) => path.join(dir, name))
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${NAME}`]
      accepts('openssl', [...made, '-keyout', `${key}`, '-out', `${certificate}`])
      const site = read('deploy/nginx.conf')
        .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, `${certificate}`)
        .replace(/\/etc\/letsencrypt\S*privkey\.pem/, `${key}`)
      const around = (sites: string) =>
        `pid ${dir}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${dir}/body; ${sites} }`
      const args = ['-p', dir, '-c', `${file}`]
      writeFileSync(`${file}`, around(site))
      accepts('nginx', ['-t', ...args])
      const [http, https] = [await freePort(), await freePort()]
      const local = site
        .replaceAll(/^ *listen \[::\].*$/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
      writeFileSync(`${file}`, around(local))
      await refusesCallsOverHttp(http, 'nginx', [...args, '-g', 'daemon off;'])
    }),
)

test('Caddy takes its file, and sends no call of the API on from http', { skip: absent('caddy') }, () =>
  inScratch(async (dir) => {
    const file = new URL('../deploy/Caddyfile', import.meta.url).pathname
    accepts('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { DOMAIN: NAME })
    const [http, https] = [await freePort(), await freePort()]
    const ports = `http_port ${http}\nhttps_port ${https}\ndefault_bind 127.0.0.1`
    const local = path.join(dir, 'Caddyfile')
    writeFileSync(local, `{\nadmin off\nauto_https disable_certs\n${ports}\n}\n${read('deploy/Caddyfile')}`)
    await refusesCallsOverHttp(http, 'caddy', ['run', '--adapter', 'caddyfile', '--config', local], {
      DOMAIN: NAME,
      HOME: dir,
    })
  }),
)

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Pages lead on to https; a call of the API has shown its key to all, and is to notice. */
async function refusesCallsOverHttp(port: number, command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  try {
    let page: string | null = null
    while (page === null && child.exitCode === null) {
      page = await statusOf(port, '/office')
      if (page === null) await sleep(50)
    }
    assert.match(`${page}`, /^30[18] https:\/\/roundsman\.example\.com\/office$/)
    assert.equal(await statusOf(port, '/api/v1/orders'), '403 ')
  } finally {
    child.kill()
    await ended
  }
}

const statusOf = (port: number, path: string): Promise<string | null> =>
  new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers: { host: NAME } }, (response) => {
      response.resume()
      resolve(`${response.statusCode} ${response.headers.location ?? ''}`)
    })
    request.on('error', () => resolve(null))
  })

test('systemd takes its unit', { skip: absent('systemd-analyze') }, () =>
  inScratch((dir) => {
    const unit = path.join(dir, 'roundsman.service')
    writeFileSync(unit, read('deploy/roundsman.service').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`))
    accepts('systemd-analyze', ['verify', unit])
  }),
)
