// Starts three PostgreSQL servers under Patroni, with etcd, HAProxy and pgbouncer, from the files in deploy/patroni, on
// loopback ports and in a temporary folder. Settings of a single machine are environment variables.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Relay, startRelay } from './relay.ts'
import { freePort } from '../free-port.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/patroni/', import.meta.url))
const NEEDED_PROGRAMS = ['patroni', 'patronictl', 'etcd', 'haproxy', 'pgbouncer']
const BIN = '/usr/lib/postgresql/15/bin'
const NAMES = ['a', 'b', 'c'] as const
const PATIENCE_MS = 120_000

/** Returns the programs that are missing on this machine, as a sentence. Null if none is missing. */
export function missingPrograms(): string | null {
  const lacking = NEEDED_PROGRAMS.filter((name) => {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`]).length === 0
    } catch {
      return true
    }
  })
  if (!existsSync(BIN)) lacking.push('postgresql-15')
  return lacking.length > 0 ? `not installed: ${lacking.join(', ')}` : null
}

export interface Node {
  name: string
  port: number
  /** Simulates that the machine is switched off, and on again. */
  kill(): void
  start(): void
  /** Pauses all processes of the machine, and lets them continue. */
  freeze(): void
  thaw(): void
  /** Connection to etcd, which can be cut. */
  etcd: Relay
  /** Connects as a superuser. */
  connect(): Promise<pg.Client>
}

export interface Cluster {
  nodes: Node[]
  /** Connection strings for the service: the three servers, and pgbouncer in front of HAProxy. */
  url: string
  pooledUrl: string
  /** Waits until there is a primary, a synchronous standby, and another standby. */
  whole(): Promise<{ primary: Node; sync: Node }>
  switchOver(from: Node, to: Node): Promise<void>
  end(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

export async function startCluster(): Promise<Cluster> {
  const host = openHost()
  const etcdPort = await startEtcd(host)
  const secret = randomBytes(16).toString('hex')
  const members = await Promise.all(
    NAMES.map(async (name): Promise<ClusterMember> => {
      const [port, rest, etcd] = [await freePort(), await freePort(), await startRelay({ port: etcdPort })]
      const data = path.join(host.folder(name), 'data')
      return { name, port, rest, etcd, data, env: patroniEnv({ name, port, rest, etcd, data }, secret) }
    }),
  )
  const nodes = members.map((member) => nodeOf(host, member, secret))
  for (const node of nodes) node.start()
  const haproxyPort = await startHaproxy(host, members)
  const poolerPort = await startPgbouncer(host, haproxyPort, secret)
  const end = async (): Promise<void> => {
    for (const node of nodes) {
      node.thaw()
      node.kill()
      node.etcd.close()
    }
    await host.close()
  }

  try {
    const { primary } = await wholeCluster(members, nodes)
    const admin = await primary.connect()
    await admin.query(`create role roundsman login createrole password '${secret}'`)
    await admin.query('create database roundsman owner roundsman')
    await admin.end()
    for (const node of nodes) await waitForDatabase(node)
  } catch (error) {
    await end()
    throw error
  }
  const asService = (hosts: string) => `postgres://roundsman:${secret}@${hosts}/roundsman`
  return {
    nodes,
    url: `${asService(members.map(({ port }) => `127.0.0.1:${port}`).join(','))}?target_session_attrs=read-write`,
    pooledUrl: asService(`127.0.0.1:${poolerPort}`),
    whole: () => wholeCluster(members, nodes),
    switchOver: (from, to) => switchOver(members, from, to),
    end,
  }
}

/** Folder and processes of the cluster. They belong to the user postgres if the proof runs as root. */
interface Host {
  /** Creates a folder that the servers can write to. */
  folder: (name: string) => string
  run: (command: string, args: string[], env: Record<string, string>) => ChildProcess
  /** Kills the processes and removes the folders. */
  close: () => Promise<void>
}

function openHost(): Host {
  const dir = mkdtempSync(path.join(hasRoomInMemory() ? '/dev/shm' : os.tmpdir(), 'roundsman-cluster-'))
  const asRoot = process.getuid?.() === 0
  const ids = asRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  chmodSync(dir, 0o755)
  const children = new Set<ChildProcess>()
  return {
    folder: (name) => {
      const made = path.join(dir, name)
      mkdirSync(made, { mode: 0o700 })
      if (asRoot) chownSync(made, idOf('-u'), idOf('-g'))
      return made
    },
    run: (command, args, env) => {
      const log = process.env.PROOF_LOGS ? 'inherit' : 'ignore'
      const child = spawn(command, args, {
        ...ids,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', log, log],
      })
      children.add(child.once('exit', () => children.delete(child)))
      return child
    },
    close: async () => {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }
      rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Starts etcd. Returns its port. */
async function startEtcd(host: Host): Promise<number> {
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  host.run('etcd', [], {
    ...Object.fromEntries(
      [...readFileSync(`${DEPLOY}etcd.env`, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
    ETCD_DATA_DIR: host.folder('etcd'),
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: `a=${peer}`,
  })
  return etcdPort
}

/** A server with its Patroni. */
interface ClusterMember {
  name: string
  /** Ports of PostgreSQL, and of Patroni's REST API. */
  port: number
  rest: number
  etcd: Node['etcd']
  data: string
  /** Environment of Patroni. */
  env: Record<string, string>
}

const patroniEnv = (
  { name, port, rest, etcd, data }: Omit<ClusterMember, 'env'>,
  secret: string,
): Record<string, string> => ({
  HOME: path.dirname(data),
  PATRONI_NAME: name,
  PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcd.port}`,
  // Otherwise Patroni would bypass the relay and use the address that etcd advertises.
  PATRONI_ETCD3_USE_PROXIES: 'true',
  PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
  PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
  PATRONI_POSTGRESQL_DATA_DIR: data,
  PATRONI_POSTGRESQL_PGPASS: path.join(path.dirname(data), 'pgpass'),
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: secret,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: secret,
})

function nodeOf(host: Host, { name, port, etcd, data, env }: ClusterMember, secret: string): Node {
  let patroni: ChildProcess | null = null
  const signal = (kind: NodeJS.Signals): void => {
    // Patroni gets the signal before PostgreSQL, so that Patroni doesn't notice the end of PostgreSQL.
    for (const pid of [patroni?.pid, ...serverPids(data)]) if (pid !== undefined) send(pid, kind)
  }
  return {
    name,
    port,
    etcd,
    start: () => {
      patroni = host.run('patroni', [`${DEPLOY}patroni.yaml`], env)
    },
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    connect: () => connect(`postgres://postgres:${secret}@127.0.0.1:${port}/postgres`),
  }
}

/** Starts HAProxy. Returns its port. */
async function startHaproxy(host: Host, members: readonly ClusterMember[]): Promise<number> {
  const haproxyPort = await freePort()
  host.run('haproxy', ['-db', '-f', `${DEPLOY}haproxy.cfg`], {
    BIND: `127.0.0.1:${haproxyPort}`,
    ...Object.fromEntries(
      members.flatMap(({ name, port, rest }) => {
        const letter = name.toUpperCase()
        return [
          [`POSTGRES_${letter}`, `127.0.0.1:${port}`],
          [`PATRONI_${letter}`, '127.0.0.1'],
          [`PATRONI_PORT_${letter}`, String(rest)],
        ]
      }),
    ),
  })
  return haproxyPort
}

/** Starts PgBouncer in front of HAProxy. Returns its port. */
async function startPgbouncer(host: Host, haproxyPort: number, secret: string): Promise<number> {
  const poolerPort = await freePort()
  const poolerDir = host.folder('pgbouncer')
  writeFileSync(path.join(poolerDir, 'users'), `"roundsman" "${secret}"\n`, { mode: 0o644 })
  writeFileSync(
    path.join(poolerDir, 'pgbouncer.ini'),
    readFileSync(`${DEPLOY}pgbouncer.ini`, 'utf8')
      .replace('port=5000', `port=${haproxyPort}`)
      .replace(/^listen_port = .*/m, `listen_port = ${poolerPort}`)
      .replace(/^auth_file = .*/m, `auth_file = ${path.join(poolerDir, 'users')}`),
    { mode: 0o644 },
  )
  host.run('pgbouncer', [path.join(poolerDir, 'pgbouncer.ini')], {})
  return poolerPort
}

/** Returns the members by the first Patroni that responds. Null if none does. */
async function listMembers(members: readonly ClusterMember[]): Promise<Member[] | null> {
  for (const { rest } of members) {
    const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    )
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return null
}

async function wholeCluster(
  members: readonly ClusterMember[],
  nodes: readonly Node[],
): Promise<{ primary: Node; sync: Node }> {
  const deadline = performance.now() + PATIENCE_MS
  for (; ; await sleep(250)) {
    const all = await listMembers(members)
    const named = (role: string) => {
      const found = all?.filter((member) => member.role === role)
      return found?.length === 1 ? nodes.find(({ name }) => name === found[0]?.name) : undefined
    }
    const [primary, sync] = [named('leader'), named('sync_standby')]
    const isOne = new Set(all?.map(({ timeline }) => timeline)).size === 1
    const allRun = all?.length === nodes.length && all.every(({ state }) => ['running', 'streaming'].includes(state))
    if (primary && sync && isOne && allRun) return { primary, sync }
    if (performance.now() > deadline) throw new Error(`the cluster does not come together: ${JSON.stringify(all)}`)
  }
}

async function switchOver([first]: readonly ClusterMember[], from: Node, to: Node): Promise<void> {
  if (!first) throw new Error('there is no member')
  const config = ['-c', `${DEPLOY}patroni.yaml`]
  await promisify(execFile)(
    'patronictl',
    [...config, 'switchover', 'roundsman', '--leader', from.name, '--candidate', to.name, '--force'],
    { env: { ...process.env, ...first.env } },
  )
}

/** Waits until the standby has the database, which takes a moment. */
async function waitForDatabase(node: Node): Promise<void> {
  const client = await node.connect()
  while ((await client.query(`select from pg_database where datname = 'roundsman'`)).rowCount === 0) await sleep(50)
  await client.end()
}

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** Returns the process IDs of the postmaster and its children. */
function serverPids(data: string): number[] {
  const file = path.join(data, 'postmaster.pid')
  const first = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  // The file may be stale, and another process may have the process ID now.
  const isIt =
    first > 0 && existsSync(`/proc/${first}`) && readFileSync(`/proc/${first}/cmdline`, 'utf8').includes(data)
  if (!isIt) return []
  const begun = readdirSync('/proc').filter((name) => {
    try {
      // The state and the parent process follow the name in brackets.
      return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === first
    } catch {
      return false
    }
  })
  return [first, ...begun.map(Number)]
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

function hasRoomInMemory(): boolean {
  try {
    return Number(execFileSync('df', ['--output=avail', '-k', '/dev/shm'], { encoding: 'utf8' }).split('\n')[1]) > 4e6
  } catch {
    return false
  }
}
