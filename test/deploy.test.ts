// The deployment files set only variables that are read, and copy only files that exist.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse, parseAllDocuments } from 'yaml'
import { SOURCES } from '../src/cli/web-build.ts'
import { freePort } from '../bench/free-port.ts'
import { absent, accepts, inScratch, writeCertificate } from './helpers/programs.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const variables = new Set([...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
/** Variables of containers other than Roundsman, so that Roundsman's configuration doesn't read them. */
const OTHERS = ['CERTIFICATES', 'DOMAIN', 'UPSTREAM', 'NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']

const COMPOSE_FILES = ['compose.yaml', 'deploy/compose.scaled.yaml', 'deploy/compose.installations.yaml']

for (const file of [
  'Dockerfile',
  'compose.yaml',
  'deploy/compose.scaled.yaml',
  'deploy/compose.installations.yaml',
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

for (const file of [...COMPOSE_FILES, 'deploy/kubernetes.yaml'])
  test(`${file} trusts a proxy outside the container, which has a private address`, () => {
    assert.match(read(file), /^ *TRUST_PROXY: .*\buniquelocal\b/m)
  })

interface Service {
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  ports?: string[]
  environment?: Record<string, unknown>
  [more: string]: unknown
}

for (const file of COMPOSE_FILES)
  test(`${file} lets no container write to itself or have unneeded rights`, () => {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> }
    assert.ok(Object.keys(services).length > 1)
    for (const [name, service] of Object.entries(services)) {
      assert.equal(service.read_only, true, name)
      assert.deepEqual(service.cap_drop, ['ALL'], name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      for (const wide of ['privileged', 'network_mode', 'pid', 'devices', 'user']) assert.ok(!(wide in service), name)
      // Our own service, for which the image sets an unprivileged user, gets no capability back.
      if (service.build) assert.equal(service.cap_add, undefined, name)
      if (service.environment?.METRICS_PORT) assert.ok(service.environment.METRICS_TOKEN, name)
    }
    const databases = Object.entries(services).filter(([name]) => name.startsWith('postgres'))
    assert.ok(databases.length > 0)
    for (const [name, { ports }] of databases) assert.equal(ports, undefined, `${name} is not reachable from outside`)
  })

test('compose.installations.yaml has the addresses of its proxy, and each installation its own database and files', () => {
  const file = 'deploy/compose.installations.yaml'
  const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> }
  const webs = Object.values(services).filter(({ environment }) => environment?.ROLE === 'web')
  const names = webs.map(({ environment }) => String(environment?.INSTALLATION))
  assert.deepEqual(names, ['a', 'b', 'c'])
  const proxy = read('deploy/nginx.installations.conf')
  for (const [i, { environment = {}, networks }] of webs.entries()) {
    const name = names[i]
    const { installations } = networks as { installations: { ipv4_address: string } }
    const address = installations.ipv4_address
    assert.match(proxy, new RegExp(`upstream installation_${name} \\{[^}]*server ${address}:8080 `))
    assert.match(
      proxy,
      new RegExp(`upstream directory \\{[^}]*server ${address}:${Number(environment.DIRECTORY_PORT)} `),
    )
    assert.ok(String(environment.INSTALLATIONS).split(',').includes(`${name}=http://${address}:8090`))
    assert.match(String(environment.DATABASE_URL), new RegExp(`@postgres-${name}:`))
    const worker = services[`worker-${name}`]
    assert.deepEqual(worker?.environment, { ...environment, ROLE: 'worker' })
    assert.deepEqual(
      [worker?.volumes, services[`web-${name}`]?.volumes],
      [[`files-${name}:/data`], [`files-${name}:/data`]],
    )
    assert.match(String(services[`postgres-${name}`]?.command), /wal_level=logical/)
  }
})

test('the image runs as a user who owns no program in it', () => {
  const [, last = ''] = read('Dockerfile').split(/^FROM debian/m)
  assert.match(last, /^USER node$/m)
  assert.deepEqual(last.match(/chown.*/g), ['chown node:node /data'])
  assert.doesNotMatch(last.split(/^USER node$/m)[1] ?? 'USER', /^(USER|RUN|COPY|ADD)\b/m)
})

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: Record<string, unknown>
}

interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    automountServiceAccountToken?: boolean
    securityContext?: Record<string, unknown>
    containers: { name: string; securityContext?: unknown; resources?: { limits?: { memory?: string } } }[]
    volumes: Record<string, unknown>[]
  }
}

const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => each.toJS() as Manifest)
const pods = manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template as Pod)

test('no pod in Kubernetes runs as root, writes to its own files or has more than it needs', () => {
  assert.equal(pods.length, 3)
  for (const { spec } of pods) {
    assert.equal(spec.automountServiceAccountToken, false)
    assert.equal(spec.securityContext?.runAsNonRoot, true)
    assert.deepEqual(spec.securityContext?.seccompProfile, { type: 'RuntimeDefault' })
    for (const { securityContext, resources } of spec.containers) {
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.ok(resources?.limits?.memory)
    }
    for (const volume of spec.volumes) assert.deepEqual(Object.keys(volume).sort(), ['emptyDir', 'name'])
  }
})

test('in Kubernetes, only the ingress and metrics get in, and no private address is reachable except the database', () => {
  const [policy, ...more] = manifests.filter(({ kind }) => kind === 'NetworkPolicy')
  assert.ok(policy && more.length === 0)
  const { podSelector, policyTypes, ingress, egress } = policy.spec as {
    podSelector: { matchLabels: Record<string, string> }
    policyTypes: string[]
    ingress: { from: { namespaceSelector?: { matchLabels: Record<string, string> } }[]; ports: { port: string }[] }[]
    egress: { to: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: { port: number }[] }[]
  }
  assert.deepEqual([...policyTypes].sort(), ['Egress', 'Ingress'])
  for (const { metadata } of pods)
    for (const [label, value] of Object.entries(podSelector.matchLabels)) assert.equal(metadata.labels[label], value)
  const into = ingress.map(({ from, ports }) => [
    from.map(({ namespaceSelector }) => namespaceSelector?.matchLabels['kubernetes.io/metadata.name']).join(),
    ports.map(({ port }) => port).join(),
  ])
  assert.deepEqual(into, [
    ['ingress-nginx', 'http'],
    ['monitoring', 'metrics'],
  ])
  // An egress rule for any port includes no address that webhooks may not go to.
  const inward = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
  ]
  for (const { to, ports } of egress) {
    if (ports) {
      assert.ok(ports.every(({ port }) => [53, 5432, 6432].includes(port)))
      continue
    }
    for (const address of inward) {
      const isIn = (range: string): boolean => {
        const [network = '', bits] = range.split('/')
        if (net.isIPv6(network) !== net.isIPv6(address)) return false
        const family = net.isIPv6(network) ? 'ipv6' : 'ipv4'
        const block = new net.BlockList()
        block.addSubnet(network, Number(bits), family)
        return block.check(address, family)
      }
      const open = to.some(({ ipBlock }) => ipBlock && isIn(ipBlock.cidr) && !(ipBlock.except ?? []).some(isIn))
      assert.ok(!open, address)
    }
  }
})

test('the Dockerfile copies existing files that the build context contains', () => {
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

test('the Dockerfile builds the pages from all of their sources', () => {
  const [, stage = ''] = read('Dockerfile').split(/^FROM .+$/m)
  const copied = [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names]) => names?.split(' '))
  for (const source of [...SOURCES, 'tsconfig.json']) assert.ok(copied.includes(source.split('/')[0]), source)
})

test('every source of the pages matches files, so that a change to any of them makes the pages stale', () => {
  const cwd = new URL('..', import.meta.url)
  assert.deepEqual(
    SOURCES.filter((source) => globSync(source, { cwd }).length === 0),
    [],
  )
})

test('alerts use existing metrics', () => {
  const source = read('src/adapters/observability/metrics.ts')
  const asked = [...read('deploy/prometheus-alerts.yaml').matchAll(/\broundsman_\w+/g)].map(([name]) => name)
  assert.ok(asked.length > 8)
  for (const name of asked) assert.ok(source.includes(`'${name.replace(/_(count|bucket|sum)$/, '')}'`), name)
})

const NAME = 'roundsman.example.com'

test(
  'nginx accepts its file, and does not redirect API calls from http',
  {
    skip: absent('nginx') || absent('openssl'),
  },
  () =>
    inScratch(async (dir) => {
      const { certificate, key } = writeCertificate(dir, NAME)
      const file = path.join(dir, 'nginx.conf')
      const site = read('deploy/nginx.conf')
        .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, certificate)
        .replace(/\/etc\/letsencrypt\S*privkey\.pem/, key)
      const around = (sites: string) =>
        `pid ${dir}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${dir}/body; ${sites} }`
      const args = ['-p', dir, '-c', file]
      writeFileSync(file, around(site))
      accepts('nginx', ['-t', ...args])
      const [http, https] = [await freePort(), await freePort()]
      const local = site
        .replaceAll(/^ *listen \[::\].*$/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
      writeFileSync(file, around(local))
      await refusesCallsOverHttp(http, 'nginx', [...args, '-g', 'daemon off;'])
    }),
)

test('Caddy accepts its file, and does not redirect API calls from http', { skip: absent('caddy') }, () =>
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

/** Pages redirect to https. An API call over http has exposed its key, so it must fail. */
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

test('systemd accepts its unit', { skip: absent('systemd-analyze') }, () =>
  inScratch((dir) => {
    const unit = path.join(dir, 'roundsman.service')
    writeFileSync(unit, read('deploy/roundsman.service').replace(/^(ExecStart=)\S+/m, `$1"${process.execPath}"`))
    accepts('systemd-analyze', ['verify', unit])
  }),
)
