// Tests the proxy's configuration that `fleet proxy` writes from installations.json. Each proxy checks its own file.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readInstallations } from '../../src/cli/installations-file.ts'
import { proxyFile, type ProxyOptions } from '../../src/cli/proxy/proxy-file.ts'
import { commandLine, printed } from '../helpers/command.ts'
import { absent, accepts, inScratch, writeCertificate } from '../helpers/programs.ts'

const HOST = 'deliveries.example.com'
const LUA_FILE = fileURLToPath(new URL('../../deploy/haproxy.installations.lua', import.meta.url))
const COUNTS = [1, 3, 5]

const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-proxy-file-'))
after(() => rmSync(dir, { recursive: true }))
const file = path.join(dir, 'installations.json')
const run = commandLine({})

type Entry = Record<string, unknown>

/** Entry of the installation at this position. Each second one has two processes. */
function entry(i: number): Entry {
  const at = (port: number) => [`http://10.0.${i}.1:${port}`, `http://10.0.${i}.2:${port}`].slice(0, 1 + (i % 2))
  return {
    name: i === 3 ? 'default' : `shops-${i}`,
    url: `http://10.0.${i}.1:8080`,
    database: '$NOT_SET',
    files: 'shared',
    ...(i % 2 === 1 && { web: at(8080) }),
    directory: at(8090),
  }
}
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, i) => entry(i))

/** Returns the file for these entries, like the command with these options. */
async function written(installations: Entry[], options: Partial<ProxyOptions>): Promise<string> {
  writeFileSync(file, JSON.stringify({ installations }))
  const missing = { for: undefined, host: HOST, certificate: undefined, key: undefined }
  return proxyFile(await readInstallations(file), { ...missing, ...options })
}

/** Returns each word with one of the addresses, in order. */
const addressesIn = (content: string): string[] => content.match(/10\.0\.\d\.\d:\d+/g) ?? []
const allAddresses = (): string[] =>
  entries(5).flatMap(({ url, web = [url], directory }) =>
    [...(web as string[]), ...(directory as string[])].map((address) => new URL(address).host),
  )

for (const name of ['nginx', 'haproxy', 'caddy'])
  test(`the file for ${name} has each address of each installation`, async () => {
    const content = await written(entries(5), { for: name })
    assert.deepEqual([...new Set(addressesIn(content))].sort(), allAddresses().sort())
    for (const host of [HOST, `shops-0.${HOST}`, `default.${HOST}`, `shops-4.${HOST}`])
      assert.ok(content.includes(host))
  })

test('nginx accepts the file', { skip: absent('nginx') || absent('openssl') }, () =>
  inScratch(async (scratch) => {
    const { certificate, key } = writeCertificate(scratch, HOST)
    for (const count of COUNTS) {
      const site = await written(entries(count), { for: 'nginx', certificate, key })
      const around = path.join(scratch, 'nginx.conf')
      writeFileSync(
        around,
        `pid ${scratch}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${scratch}/body;
        ${site.replace('/run/', `${scratch}/`)} }`,
      )
      accepts('nginx', ['-t', '-p', scratch, '-c', around])
    }
  }),
)

test('HAProxy accepts the file', { skip: absent('haproxy') || absent('openssl') }, () =>
  inScratch(async (scratch) => {
    const { both } = writeCertificate(scratch, HOST)
    for (const count of COUNTS) {
      const site = await written(entries(count), { for: 'haproxy', certificate: both })
      const config = path.join(scratch, 'haproxy.cfg')
      writeFileSync(config, site.replace('/etc/haproxy/haproxy.installations.lua', LUA_FILE))
      accepts('haproxy', ['-c', '-f', config])
    }
  }),
)

test('Caddy accepts the file', { skip: absent('caddy') || absent('openssl') }, () =>
  inScratch(async (scratch) => {
    const { certificate, key } = writeCertificate(scratch, HOST)
    for (const count of COUNTS)
      for (const more of [{}, { certificate, key }]) {
        const config = path.join(scratch, 'Caddyfile')
        writeFileSync(config, await written(entries(count), { for: 'caddy', ...more }))
        accepts('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], { HOME: scratch })
      }
  }),
)

test('Caddy leads to an installation with the name “default” only its own requests', async () => {
  const content = await written(entries(4), { for: 'caddy' })
  assert.match(content, /^\s*~\^default\$ 10\.0\.3\.1:8080 10\.0\.3\.2:8080$/m)
  assert.doesNotMatch(content, /^\s*default /m)
})

test('the certificate has a default file for the host name', async () => {
  assert.match(
    await written(entries(1), { for: 'nginx' }),
    /letsencrypt\/live\/deliveries\.example\.com\/privkey\.pem;/,
  )
  assert.match(await written(entries(1), { for: 'haproxy' }), /crt \/etc\/haproxy\/deliveries\.example\.com\.pem /)
  assert.doesNotMatch(await written(entries(1), { for: 'caddy' }), /\btls\b/)
})

test('with --out, the command writes the file and prints its name', async () => {
  const out = path.join(dir, 'nginx.conf')
  const content = await written(entries(2), { for: 'nginx' })
  const command = ['fleet', 'proxy', '--file', file, '--for', 'nginx', '--host', HOST]
  assert.equal((await run(command)).out, content)
  assert.deepEqual(await printed(run, [...command, '--out', out]), { file: out, installations: ['shops-0', 'shops-1'] })
  assert.equal(readFileSync(out, 'utf8'), content)
  const { code, err } = await run([...command, '--for', 'apache', '--out', out])
  assert.deepEqual([code, err], [1, '--for must be one of: nginx, haproxy, caddy\n'])
  assert.equal(readFileSync(out, 'utf8'), content)
  const before = readFileSync(file, 'utf8')
  const over = await run([...command, '--out', path.join(dir, '.', path.basename(file))])
  assert.deepEqual([over.code, over.err], [1, '--out must be another file than --file.\n'])
  assert.equal(readFileSync(file, 'utf8'), before)
})

test('wrong options are refused', async () => {
  const refused = (options: Partial<ProxyOptions>, message: RegExp) =>
    assert.rejects(written(entries(2), options), { message }, JSON.stringify(options))
  for (const name of [undefined, 'apache', 'toString']) await refused({ for: name }, /^--for must be one of: nginx/)
  for (const host of [
    undefined,
    'https://x.example.com',
    'x.example.com;',
    'X.example.com',
    'x.example.com:443',
    '-x.example.com',
  ])
    await refused({ for: 'nginx', host }, /^--host must be the host name/)
  await refused({ for: 'nginx', host: 'shops-1.example.com' }, /^--host must not begin with shops-1, /)
  await refused({ for: 'nginx', certificate: '/a.pem' }, /^--certificate and --key belong together/)
  await refused({ for: 'nginx', certificate: '/a b', key: '/k' }, /^--certificate must be an absolute path/)
  await refused({ for: 'caddy', certificate: '/a', key: 'k' }, /^--key must be an absolute path/)
  await refused({ for: 'haproxy', key: '/k' }, /^HAProxy has no --key/)
})

test('a wrong entry is refused with the name of its field', async () => {
  const refused = (installations: Entry[], message: RegExp) =>
    assert.rejects(written(installations, { for: 'caddy' }), { message })
  const { directory: _, ...without } = entry(1)
  await refused([entry(0), without], /installations\.1\.directory is missing: .* shops-1 at their DIRECTORY_PORT/)
  await refused([{ ...entry(0), url: 'https://shops.test/' }], /installations\.0\.web is missing: .*shops-0/)
  await refused([entry(0), entry(0)], /installations must have different names/)
  await refused([entry(0), { ...entry(0), name: 'copy' }], /installations\.1\.web repeats the address 10\.0\.0\.1:8080/)
  await refused([{ ...entry(0), directory: [] }], /installations\.0\.directory must have an address/)
  for (const wrong of [
    '10.0.0.1:8090',
    'https://10.0.0.1',
    'http://10.0.0.1/where',
    'http://me@10.0.0.1',
    'http://a b',
    'http://a,b:80',
    'http://{env.home}:1',
    'http://10.0.0.1;b:1',
    'http://10.0.0.1:0',
  ])
    for (const field of ['web', 'directory'])
      await refused(
        [{ ...entry(0), [field]: [wrong] }],
        new RegExp(`installations\\.0\\.${field}\\.0 must be an address such as http://10\\.0\\.0\\.1:8080`),
      )
})

test('the configuration of the trial in deploy/ is current', async () => {
  const deploy = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
  const command = ['fleet', 'proxy', '--for', 'nginx', '--host', 'roundsman.example.com']
  const { out } = await run([...command, '--file', deploy('installations.json')])
  const args = [...command, '--file deploy/installations.json --out deploy/nginx.installations.conf']
  const isCurrent = readFileSync(deploy('nginx.installations.conf'), 'utf8') === out
  assert.ok(isCurrent, `Run: node bin/roundsman.mjs ${args.join(' ')}`)
})
