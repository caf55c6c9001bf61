// Three installations behind one nginx: each has its own PostgreSQL, two places for a `web` process, and a `worker`.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as WebBuild from '../../../src/cli/web-build.ts'
import type { ProxiedInstallation } from '../../../src/cli/proxy/site.ts'
import type { Running } from '../../../src/compose.ts'
import { loginOf } from '../../../test/helpers/database.ts'
import { freePort } from '../../free-port.ts'
import { type OwnDatabase, startOwnDatabase } from '../own-database.ts'
import { type Relay, startRelay } from '../relay.ts'
import { prepareServerProcess, type ServerProcess } from '../server-process.ts'
import { openAppBeside } from '../shops.ts'
import { type Nginx, startNginx } from './nginx.ts'

export const NAMES = ['a', 'b', 'c'] as const
export type Name = (typeof NAMES)[number]
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Version of the copied code, which replaces this version in the upgrade. */
export const NEXT_VERSION = '1.0.1-proof'
const COPIED = ['bin', 'dist', 'migrations', 'sdk', 'src', 'web', 'openapi.json', 'package-lock.json', 'LICENSE']
const LINKED = ['node_modules', 'docs', 'README.md', 'CHANGELOG.md']

export interface Installation {
  name: Name
  database: OwnDatabase
  dataDir: string
  /** Processes of this version and of the next version. The first ones run at the beginning. */
  web: ServerProcess
  nextWeb: ServerProcess
  worker: ServerProcess
  nextWorker: ServerProcess
  /** Use cases on the database, for setup and inspection. */
  running: Running
  /** Address of nginx that leads to this installation without the directory. */
  directUrl: string
  /** Passes on questions of the other installations. */
  relay: Relay
}

export interface Proxied {
  nginx: Nginx
  installations: Installation[]
  /** Environment of the command `fleet`. */
  env: Record<string, string>
  end(): Promise<void>
}

interface Ports {
  directory: [number, number]
  direct: number
  /** The port of nginx that distributes the questions of other installations to the `web` processes. */
  questions: number
}

/** Resources to release at the end, the last one first. */
type Ends = (() => unknown)[]

export async function startInstallations(say: (line: string) => void): Promise<Proxied> {
  const ends: Ends = []
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0).reverse()) await one()
  }
  try {
    const nextRoot = mkdtempSync(path.join(os.tmpdir(), 'roundsman-next-'))
    ends.push(() => rmSync(nextRoot, { recursive: true, force: true }))
    const port = await freePort()
    const ports: Ports[] = []
    const relays: Relay[] = []
    for (const _ of NAMES) {
      const questions = await freePort()
      ports.push({ directory: [await freePort(), await freePort()], direct: await freePort(), questions })
      const relay = await startRelay({ port: questions, host: '127.0.0.1' })
      ends.push(() => relay.close())
      relays.push(relay)
    }
    const addresses = NAMES.map((name, i) => `${name}=http://127.0.0.1:${relays[i]?.port}`).join()
    const installations: Installation[] = []
    for (const [i, name] of NAMES.entries()) {
      const shared = { PUBLIC_URL: `http://127.0.0.1:${port}`, INSTALLATION: name, INSTALLATIONS: addresses }
      installations.push(await prepare({ name, nextRoot, ports: ports[i]!, relay: relays[i]!, shared }, ends))
    }
    const proxied = installations.map(
      ({ name, web, nextWeb }, i): ProxiedInstallation => ({
        name,
        web: [web, nextWeb].map(({ url }) => new URL(url).host),
        directory: ports[i]!.directory.map((each) => `127.0.0.1:${each}`),
      }),
    )
    const nginx = await startNginx(proxied, { port, more: otherServers(proxied, ports) })
    ends.push(() => nginx.stop())
    for (const { name, web, worker } of installations) {
      await web.start()
      await worker.start()
      say(`installation ${name} runs`)
    }
    // The first start has built the pages.
    await copyNextVersion(nextRoot)
    const env = Object.fromEntries(installations.map(({ name, database }) => [databaseVariable(name), database.url]))
    return { nginx, installations, env, end }
  } catch (error) {
    await end()
    throw error
  }
}

interface Prepared {
  name: Name
  nextRoot: string
  ports: Ports
  relay: Relay
  /** Settings of all processes. */
  shared: Record<string, string>
}

/** Starts the database and prepares the processes of an installation. */
async function prepare({ name, nextRoot, ports, relay, shared }: Prepared, ends: Ends): Promise<Installation> {
  const database = await startOwnDatabase({ settings: { wal_level: 'logical' } })
  ends.push(() => database.end())
  const dataDir = mkdtempSync(path.join(os.tmpdir(), `roundsman-fleet-${name}-`))
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const running = await openAppBeside(database.url, {}, { DATA_DIR: dataDir, PUBLIC_URL: shared.PUBLIC_URL ?? '' })
  ends.push(() => running.close())
  const process = async (root: string, role: 'web' | 'worker', directoryPort: number) => {
    const env = {
      ...shared,
      DATABASE_URL: loginOf(database.url),
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: dataDir,
      DATABASE_POOL: '8',
      ROLE: role,
      DIRECTORY_PORT: String(directoryPort),
    }
    const prepared = await prepareServerProcess(database.url, { root, env })
    ends.push(() => prepared.stop('SIGKILL'))
    return prepared
  }
  const [first, second] = ports.directory
  return {
    name,
    database,
    dataDir,
    web: await process(ROOT, 'web', first),
    nextWeb: await process(nextRoot, 'web', second),
    worker: await process(ROOT, 'worker', first),
    nextWorker: await process(nextRoot, 'worker', second),
    running,
    directUrl: `http://127.0.0.1:${ports.direct}`,
    relay,
  }
}

export const databaseVariable = (name: Name): string => `${name.toUpperCase()}_DATABASE`

/**
 * For each installation, a port that leads to its `web` processes without the directory, and one that distributes the
 * questions of other installations. Each response has the address of the process that made it.
 */
const otherServers = (proxied: readonly ProxiedInstallation[], ports: readonly Ports[]): string =>
  `add_header X-Served-By $upstream_addr always;
${proxied
  .map(
    ({ name, directory }, i) => `upstream questions_${name} {
${directory.map((each) => `server ${each} max_fails=1 fail_timeout=5s;`).join('\n')}
keepalive 8;
}
server {
listen 127.0.0.1:${ports[i]?.direct};
proxy_http_version 1.1;
proxy_set_header Connection "";
proxy_set_header Host $host;
proxy_set_header X-Forwarded-For $remote_addr;
proxy_set_header X-Forwarded-Proto $scheme;
location / { proxy_pass http://installation_${name}; }
}
server {
listen 127.0.0.1:${ports[i]?.questions};
proxy_http_version 1.1;
proxy_set_header Connection "";
location / { proxy_pass http://questions_${name}; }
}`,
  )
  .join('\n')}`

/** Copies the code into the folder, with the next version and the pages that were built from this version. */
async function copyNextVersion(root: string): Promise<void> {
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true })
  for (const name of LINKED) symlinkSync(path.join(ROOT, name), path.join(root, name))
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ ...manifest, version: NEXT_VERSION }))
  const copied = (await import(pathToFileURL(path.join(root, 'src/cli/web-build.ts')).href)) as typeof WebBuild
  writeFileSync(copied.BUILT_FROM, copied.sourcesHash())
}
