// npm run bench directory: measures the processor time of a process for GET /where, the question of a proxy about each
// request. The server runs in this process, and another process sends the questions. Reports known keys, sessions and
// tracking links, and requests without a token, without the costs of the database.
//   --tokens 10000   --connections 16   --seconds 5
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { openSecrets } from '../src/adapters/secrets.ts'
import type { App } from '../src/app/context.ts'
import { openDirectory } from '../src/app/operations/installations/directory.ts'
import type { Peers } from '../src/app/ports/peers.ts'
import { createDirectoryServer } from '../src/http/installations/directory-server.ts'
import { servedBusinesses } from '../src/store/moves/directory.ts'
import type { Database } from '../src/store/database.ts'
import { parseOptions } from './given-options.ts'

const PORT = 18_090
const BUSINESSES = 1_000
const KINDS = ['key', 'session', 'tracking link', 'no token'] as const
type Kind = (typeof KINDS)[number]

interface Load {
  kind: Kind
  tokens: string[]
  connections: number
  seconds: number
}

const headersOf = (kind: Kind, token: string): Record<string, string> => {
  if (kind === 'key') return { 'x-forwarded-uri': '/api/v1/orders/ref-1', authorization: `Bearer rk_live_${token}` }
  if (kind === 'session')
    return { 'x-forwarded-uri': '/office/api/day?date=11%2F30%2F2026', cookie: `a=b; roundsman=${token}` }
  return { 'x-forwarded-uri': kind === 'no token' ? '/docs' : `/t/${token}` }
}

/** Sends questions over kept connections. Returns the number of responses. */
async function send({ kind, tokens, connections, seconds }: Load): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1_000
  let [sent, done] = [0, 0]
  const ask = (token: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = http.get({ port: PORT, path: '/where', agent, headers: headersOf(kind, token) }, (response) => {
        if (response.statusCode !== 204 || !response.headers['x-installation']) reject(new Error('no installation'))
        response.resume().once('end', resolve)
      })
      request.once('error', reject)
    })
  const connection = async () => {
    while (performance.now() < until) {
      await ask(tokens[sent++ % tokens.length] ?? '')
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  return done
}

async function measure(): Promise<void> {
  const options = parseOptions({ tokens: 10_000, connections: 16, seconds: 5 })
  const secrets = openSecrets('a secret for benchmarks only, 32 characters and more')
  const ids = Array.from({ length: BUSINESSES }, (_, i) => `019ab3f0-8b1a-7a51-9d1e-${String(i).padStart(12, '0')}`)
  const digests = ids.map((id) => secrets.businessDigest(id))
  const peers: Peers = {
    names: ['b', 'c', 'd'],
    listBusinesses: async (name, etag) => (etag === name ? null : { etag: name, digests }),
    ownerOf: async (_name, { value }) => digests[value.charCodeAt(0) % BUSINESSES] ?? null,
    ask: async () => null,
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const db = {
    asSystem: async (work: unknown) => (work === servedBusinesses ? [] : null),
    query: async () => [],
  } as unknown as Database
  const directory = openDirectory({ name: 'a', db, secrets, peers, log })
  const app = { secrets, publicUrl: 'http://localhost', log } as unknown as App
  const server = createDirectoryServer(app, directory)
  await server.listen(PORT, '127.0.0.1')
  const tokens = Array.from({ length: options.tokens }, (_, i) => secrets.businessToken(ids[i % BUSINESSES] ?? ''))
  const { connections, seconds } = options
  const child = fork(fileURLToPath(import.meta.url), ['--load'])
  // The first round fills the directory, and warms up the code.
  await run(child, { kind: 'key', tokens, connections, seconds: 2 })
  for (const kind of KINDS) {
    await run(child, { kind, tokens, connections, seconds: 1 })
    const before = process.cpuUsage()
    const done = await run(child, { kind, tokens, connections, seconds })
    const { user, system } = process.cpuUsage(before)
    console.log(
      `${kind.padEnd(14)} ${((user + system) / done).toFixed(1)} µs of processor time per question, ${(system / done).toFixed(1)} of them in the kernel; ${done} questions, ${Math.round(done / seconds)} a second`,
    )
  }
  child.kill()
  await server.close()
}

async function run(child: ChildProcess, load: Load): Promise<number> {
  child.send(load)
  const [done] = (await once(child, 'message')) as [number]
  return done
}

if (process.argv.includes('--load'))
  process.on('message', (load: Load) => {
    void send(load).then((done) => process.send?.(done))
  })
else await measure()
