// Finds the wanted server among those that an address names: the primary, or a standby to read from. After a failover,
// it is a different server. A caller that can't be served starts the search. Connections to the previous server are
// closed, because their responses may never arrive (docs/decisions/034-the-primary-is-looked-for.md).
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUnreachable, WrongServer } from './database-errors.ts'

export type Connection = string | { host: string; user: string; database: string }
export type ServerRole = 'primary' | 'standby'

/** Milliseconds that a caller waits for a server during a failover. */
const WAIT_MS = 5_000
const PAUSE_MS = 200
/** Milliseconds without a response after which a server is skipped. */
const ANSWER_MS = 3_000
/**
 * Milliseconds that the other servers have to respond after the first match. If two servers accept writes, the server
 * that was promoted last is the primary.
 */
const OTHERS_MS = 300
/** Interval of the check that the server still has its role. A server that hangs doesn't close its connections. */
const WATCH_MS = 2_000

export interface Servers {
  /** Client class for a pool or for single use. Connects to the server that was found last. */
  Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client
  /**
   * Returns the client from `make` if it is connected to the wanted server. If the address names several servers,
   * searches and waits for the wanted one. Passes any other client to `drop`.
   */
  reach<C extends pg.Client>(make: () => Promise<C>, drop: (client: C) => void): Promise<C>
  /** Returns the index of the server that connections lead to. */
  current(): number
  /** Returns whether the last search found no usable server among several. */
  isLost(): boolean
  close(): void
}

interface Options {
  role?: ServerRole
  /**
   * Whether connections lead to a pooler. The parameters that a pooler reports at the start may belong to another
   * connection.
   */
  pooled?: boolean
  /** Called when connections lead to a new server. */
  onMove?: (host: string) => void
}

export const connectionOf = (client: pg.Client) =>
  (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection

/** Returns one configuration per server of an address in libpq's format: `postgres://user@a:5432,b:5432/database`. */
export function configsOf(connection: Connection): pg.ClientConfig[] {
  if (typeof connection !== 'string') return [connection]
  const [, before = '', hosts = '', after = ''] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(connection) ?? []
  if (!hosts.includes(',')) return [{ connectionString: connection }]
  return hosts.split(',').map((host) => ({ connectionString: `${before}${host}${after}` }))
}

export function openServers(
  connection: Connection,
  { role = 'primary', pooled = false, onMove }: Options = {},
): Servers {
  const configs = configsOf(connection)
  const several = configs.length > 1
  const open = new Set<ServerClient>()
  let [current, lost] = [0, false]
  let looking: Promise<boolean> | null = null

  class ServerClient extends pg.Client {
    readonly server = current
    isStandby: boolean | null = null

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, ...configs[current] })
      open.add(this)
      this.once('end', () => open.delete(this))
      connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        if (parameterName === 'in_hot_standby' && !pooled) this.isStandby = parameterValue === 'on'
      })
    }
  }

  /** If reads are wanted and the address names a single server, that server may have either role. */
  const fits = ({ server, isStandby }: ServerClient): boolean =>
    server === current && (isStandby === null || (role === 'standby' ? isStandby || !several : !isStandby))

  const look = async (): Promise<boolean> => {
    const found = await queryServers(configs, role)
    // Prefers the current server among equally good ones.
    const [best] = found.sort(
      (a, b) => b.timeline.localeCompare(a.timeline) || Number(b.server === current) - Number(a.server === current),
    )
    lost = !best
    if (best && best.server !== current) {
      current = best.server
      onMove?.(hostOf(configs[current] ?? {}))
      for (const client of open) if (client.server !== current) connectionOf(client).stream.destroy()
    }
    return best !== undefined
  }
  const find = (): Promise<boolean> => (looking ??= look().finally(() => (looking = null)))

  const watch = several ? watchServer(() => queryServerRole(configs[current] ?? {}), role, find) : undefined

  return {
    Client: ServerClient,
    reach: async (make, drop) => {
      const deadline = performance.now() + WAIT_MS
      for (;;) {
        try {
          const client = await make()
          if (fits(client as unknown as ServerClient)) return client
          drop(client)
          throw new WrongServer(role === 'primary' ? 'the server takes no writes' : 'the server follows no other')
        } catch (error) {
          if (!several || !isUnreachable(error)) throw error
          const rest = Math.max(0, deadline - performance.now())
          const found = await Promise.race([find(), sleep(rest, false, { ref: false })])
          if (performance.now() >= deadline) throw error
          if (!found) await sleep(PAUSE_MS)
        }
      }
    },
    current: () => current,
    isLost: () => lost,
    close: () => clearInterval(watch),
  }
}

/** Calls `find` when the server has lost its role or doesn't respond. Sends one query at a time. */
function watchServer(query: () => Promise<Answer>, role: ServerRole, find: () => Promise<boolean>): NodeJS.Timeout {
  let asked = false
  const watch = setInterval(() => {
    if (asked) return
    asked = true
    query()
      .then(({ standby }) => standby === (role === 'standby') || find(), find)
      .finally(() => (asked = false))
      .catch(() => {})
  }, WATCH_MS)
  return watch.unref()
}

/** Opens a single client, connected to the primary. */
export async function openClient(connection: Connection, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const servers = openServers(connection)
  try {
    return await servers.reach(
      async () => {
        const client = new servers.Client({ connectionTimeoutMillis: WAIT_MS, ...config })
        // Between statements, the loss of a connection is an error event, which would end the process without a
        // listener. The next statement rejects.
        client.on('error', () => {})
        await client.connect()
        return client
      },
      // The client is dropped, even if it can't be closed properly.
      (client) => void client.end().catch(() => {}),
    )
  } finally {
    servers.close()
  }
}

/**
 * Calls `work` with the clients that are being opened, and closes them afterwards. If a client can't be opened, closes the
 * others, because an open connection keeps the process alive.
 */
export async function withClients<const P extends readonly Promise<pg.Client>[], T>(
  opening: P,
  work: (clients: { -readonly [K in keyof P]: Awaited<P[K]> }) => Promise<T>,
): Promise<T> {
  try {
    return await work(await Promise.all(opening))
  } finally {
    await Promise.allSettled(opening.map(async (client) => (await client).end()))
  }
}

/** Returns the host and port, without user and password. */
export function hostOf(config: pg.ClientConfig): string {
  const { host, port } = new pg.Client(config)
  return `${host}:${port}`
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

interface Found {
  server: number
  timeline: string
}

/** Queries all servers at once. Returns those of the role that respond soon enough. */
async function queryServers(configs: readonly pg.ClientConfig[], role: ServerRole): Promise<Found[]> {
  const found: Found[] = []
  const all = configs.map(async (config, server) => {
    const answer = await queryServerRole(config)
    if (answer.standby !== (role === 'standby')) throw new WrongServer(`server ${server} is of another role`)
    found.push({ server, timeline: answer.timeline ?? '' })
  })
  const first = Promise.any(all).then(() => sleep(OTHERS_MS, undefined, { ref: false }))
  await Promise.race([Promise.allSettled(all), first.catch(() => Promise.allSettled(all))])
  return found
}

interface Answer {
  standby: boolean
  /** Timeline of a primary, in hexadecimal. Each promotion starts a new one. Null for a standby. */
  timeline: string | null
}

const WHO = `select pg_is_in_recovery() as standby,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`

async function queryServerRole(config: pg.ClientConfig): Promise<Answer> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Answer>(WHO)
    if (!rows[0]) throw new Error('no answer')
    return rows[0]
  } finally {
    // A server that hangs would not confirm the end.
    void client.end().catch(() => {})
    connectionOf(client).stream.destroySoon()
  }
}
