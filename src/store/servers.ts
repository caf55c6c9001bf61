// Of the servers that an address names, the one that is wanted: the primary, or a standby to read from. After a failover it is
// another. Who can't be served looks for it; connections to the one before are ended, since what they wait for may never
// come (docs/decisions/034-the-primary-is-looked-for.md).
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUnreachable, WrongServer } from './faults.ts'

export type Connection = string | { host: string; user: string; database: string }
export type ServerRole = 'primary' | 'standby'

/** So long work waits for a server while another takes over. */
const WAIT_MS = 5_000
const PAUSE_MS = 200
/** A server that has not answered by then is passed over. */
const ANSWER_MS = 3_000
/** When one is found, the others may still answer: of two that take writes, the one promoted last is right. */
const OTHERS_MS = 300
/** How often the server is asked whether it is still the one. One that hangs keeps its connections. */
const WATCH_MS = 2_000

export interface Servers {
  /** Of a pool or by itself: connects to the server found last. */
  Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client
  /** What `make` connected to the server that is wanted; looks and waits for it where there are several. `drop` ends any other. */
  reach<C extends pg.Client>(make: () => Promise<C>, drop: (client: C) => void): Promise<C>
  /** Which of them connections lead to. */
  current(): number
  /** Whether none of several was the one when last looked for. */
  isLost(): boolean
  close(): void
}

interface Options {
  role?: ServerRole
  /** Behind a pooler, what a connection says of itself when it begins may be another's. */
  pooled?: boolean
  /** Told when connections lead to another server. */
  onMove?: (host: string) => void
}

export const connectionOf = (client: pg.Client) =>
  (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection

/** One for each of the servers, as libpq has them: `postgres://user@a:5432,b:5432/database`. */
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

  /** A single server to read from may be anything. */
  const fits = ({ server, isStandby }: ServerClient): boolean =>
    server === current && (isStandby === null || (role === 'standby' ? isStandby || !several : !isStandby))

  const look = async (): Promise<boolean> => {
    const found: Found[] = []
    const all = configs.map(async (config, server) => {
      const answer = await ask(config)
      if (answer.standby !== (role === 'standby')) throw new WrongServer(`server ${server} is of another role`)
      found.push({ server, timeline: answer.timeline ?? '' })
    })
    const first = Promise.any(all).then(() => sleep(OTHERS_MS, undefined, { ref: false }))
    await Promise.race([Promise.allSettled(all), first.catch(() => Promise.allSettled(all))])
    // The one before, where several will do.
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

  let asked = false
  const watch = several
    ? setInterval(() => {
        if (asked) return
        asked = true
        ask(configs[current] ?? {})
          .then(({ standby }) => standby === (role === 'standby') || find(), find)
          .finally(() => (asked = false))
          .catch(() => {})
      }, WATCH_MS)
    : undefined
  watch?.unref()

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
          const found = await Promise.race([
            find(),
            sleep(Math.max(0, deadline - performance.now()), false, { ref: false }),
          ])
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

/** A client by itself, connected to the primary. */
export async function openClient(connection: Connection, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const servers = openServers(connection)
  try {
    return await servers.reach(
      async () => {
        const client = new servers.Client({ connectionTimeoutMillis: WAIT_MS, ...config })
        // Between statements a lost connection is an event, which ends the process if nobody listens. The next statement rejects.
        client.on('error', () => {})
        await client.connect()
        return client
      },
      // It is given up whatever comes of that.
      (client) => void client.end().catch(() => {}),
    )
  } finally {
    servers.close()
  }
}

/** Its address, without user and password. */
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

interface Answer {
  standby: boolean
  /** Of a primary, in hexadecimal: each promotion begins one. */
  timeline: string | null
}

const WHO = `select pg_is_in_recovery() as standby,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`

async function ask(config: pg.ClientConfig): Promise<Answer> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Answer>(WHO)
    if (!rows[0]) throw new Error('no answer')
    return rows[0]
  } finally {
    // One that hangs would not say goodbye.
    void client.end().catch(() => {})
    connectionOf(client).stream.destroySoon()
  }
}
