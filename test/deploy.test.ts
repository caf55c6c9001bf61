// The files to run it with set only what is read, and copy what is there.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

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
  const source = read('src/adapters/metrics.ts')
  const asked = [...read('deploy/prometheus-alerts.yaml').matchAll(/\broundsman_\w+/g)].map(([name]) => name)
  assert.ok(asked.length > 8)
  for (const name of asked) assert.ok(source.includes(`'${name.replace(/_(count|bucket|sum)$/, '')}'`), name)
})

/** The command's own word on a file, where it is installed. */
const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const absent = (command: string) => (has(command) ? false : `${command} is not installed`)

function inScratch(work: (dir: string) => void): void {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-deploy-'))
  try {
    work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function accepts(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

test('nginx takes its file', { skip: absent('nginx') || absent('openssl') }, () =>
  inScratch((dir) => {
    const [key, certificate] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')]
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=test',
      '-keyout',
      key,
      '-out',
      certificate,
    ]
    accepts('openssl', made)
    const site = read('deploy/nginx.conf')
      .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, certificate)
      .replace(/\/etc\/letsencrypt\S*privkey\.pem/, key)
    const whole = `pid ${dir}/pid; error_log stderr; events {} http { client_body_temp_path ${dir}/body; ${site} }`
    writeFileSync(path.join(dir, 'nginx.conf'), whole)
    accepts('nginx', ['-t', '-p', dir, '-c', path.join(dir, 'nginx.conf')])
  }),
)

test('Caddy takes its file', { skip: absent('caddy') }, () => {
  const file = new URL('../deploy/Caddyfile', import.meta.url).pathname
  accepts('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { DOMAIN: 'roundsman.example.com' })
})

test('systemd takes its unit', { skip: absent('systemd-analyze') }, () =>
  inScratch((dir) => {
    const unit = path.join(dir, 'roundsman.service')
    writeFileSync(unit, read('deploy/roundsman.service').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`))
    accepts('systemd-analyze', ['verify', unit])
  }),
)
