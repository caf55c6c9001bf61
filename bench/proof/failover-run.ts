// One run: a cluster loses its primary in several ways, one after the other, under mixed load. Each time, another
// server takes over and the lost one returns as its standby. Then checks all invariants.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { seeded } from '../random.ts'
import type { Cluster, Node } from './cluster.ts'
import { consistencyFaults } from './crash-checks.ts'
import { newWorkers, type Worker as ProofWorker } from './mixed-load.ts'
import { startReceiver } from './receiver.ts'
import { prepareServerProcess } from './server-process.ts'
import { openAppBeside } from './shops.ts'

/** The primary's machine is switched off, stands still, can't reach etcd, or hands over. */
export const KINDS = ['kill', 'freeze', 'cut', 'switch'] as const
export type Kind = (typeof KINDS)[number]

export interface FailoverOptions {
  cluster: Cluster
  failovers: number
  seed: number
  clients: number
  /** Default: all kinds, in random order. */
  kinds?: readonly Kind[]
  /** Name of a fault in faults.ts. */
  fault?: string | undefined
  /** Called after each failover. */
  told?: (failover: Failover) => void
}

export interface Failover {
  kind: Kind
  /**
   * Milliseconds from the loss of the primary to the promotion, and from the promotion to the first acknowledged write.
   * The process in `direct` connects to the servers. The process in `pooled` is behind the pooler.
   */
  promotedAfter: number
  direct: number
  pooled: number
}

export interface FailoverResult {
  failovers: Failover[]
  acknowledged: number
  retries: number
  deliveries: number
  faults: string[]
}

/** Minimum and maximum milliseconds between two failovers. */
const UPTIME_MS = [2_000, 5_000] as const
const PATIENCE_MS = 90_000

export async function runFailoverProof({
  cluster,
  failovers: count,
  seed,
  clients,
  kinds = KINDS,
  fault,
  told,
}: FailoverOptions): Promise<FailoverResult> {
  const random = seeded(seed)
  const running = await openAppBeside(cluster.url)
  const receiver = await startReceiver()
  const env = { DATABASE_POOL: '8' }
  const pooled = { DATABASE_URL: cluster.pooledUrl, DATABASE_DIRECT_URL: cluster.url }
  const [direct, behind, worker] = await Promise.all([
    prepareServerProcess(cluster.url, { fault, env: { ...env, DATABASE_URL: cluster.url, ROLE: 'web' } }),
    prepareServerProcess(cluster.url, { fault, env: { ...env, ...pooled, ROLE: 'web' } }),
    prepareServerProcess(cluster.url, { fault, env: { ...env, DATABASE_URL: cluster.url, ROLE: 'worker' } }),
  ])
  const processes = [direct, behind, worker]
  try {
    for (const each of processes) await each.start()
    const workers = await newWorkers(running.app, (i) => [i % 2 === 0 ? direct.url : behind.url], receiver, clients)
    let over = false
    let failed: unknown = null
    const working = Promise.all(workers.map((each) => each.run(() => over))).catch((error: unknown) => (failed = error))
    const writesAfter = (at: number, url: string) => firstWriteAfter(workers, at, url, () => failed)
    const failovers: Failover[] = []
    let next: Kind[] = []
    for (let i = 0; i < count; i++) {
      await sleep(UPTIME_MS[0] + random() * (UPTIME_MS[1] - UPTIME_MS[0]))
      if (next.length === 0) next = [...kinds].sort(() => random() - 0.5)
      const kind = next.shift() ?? 'kill'
      const failover = await failOver(cluster, kind, [direct.url, behind.url], writesAfter)
      failovers.push(failover)
      told?.(failover)
    }
    await cluster.whole()
    over = true
    await working
    if (failed !== null) throw failed
    const { faults, deliveries } = await consistencyFaults(running.app, workers, receiver)
    return {
      failovers,
      acknowledged: workers.reduce((sum, { caller }) => sum + caller.acknowledged.length, 0),
      retries: workers.reduce((sum, { caller }) => sum + caller.retries, 0),
      deliveries,
      faults,
    }
  } finally {
    await Promise.all(processes.map((each) => each.stop('SIGKILL')))
    receiver.close()
    await running.close()
  }
}

/** Returns the time of the first write after `at` that the process at `url` acknowledges. */
async function firstWriteAfter(
  workers: readonly ProofWorker[],
  at: number,
  url: string,
  failure: () => unknown,
): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline && failure() === null) {
    const acknowledged = workers.flatMap(({ caller }) => caller.acknowledged)
    const times = acknowledged.filter((write) => write.by === url && write.at > at).map((write) => write.at)
    if (times.length > 0) return Math.min(...times)
    await sleep(25)
  }
  throw failure() ?? new Error(`${url} acknowledges no writes after a failover`)
}

/** Takes the primary away and waits until both processes write again. */
async function failOver(
  cluster: Cluster,
  kind: Kind,
  [directUrl, pooledUrl]: [string, string],
  writesAfter: (at: number, url: string) => Promise<number>,
): Promise<Failover> {
  const { primary, sync } = await cluster.whole()
  const others = await Promise.all(cluster.nodes.filter((node) => node !== primary).map((node) => node.connect()))
  const lostAt = performance.now()
  const lose: Record<Kind, () => Promise<void> | void> = {
    kill: () => primary.kill(),
    freeze: () => primary.freeze(),
    cut: () => primary.etcd.set('cut'),
    switch: () => cluster.switchOver(primary, sync),
  }
  const [promotedAt] = await Promise.all([waitForPromotion(others), lose[kind]()])
  const [back, pooledBack] = await Promise.all([writesAfter(promotedAt, directUrl), writesAfter(promotedAt, pooledUrl)])
  await recoverNode(primary, kind)
  await Promise.all(others.map((client) => client.end().catch(() => {})))
  return {
    kind,
    promotedAfter: secondsBetween(lostAt, promotedAt),
    direct: secondsBetween(promotedAt, back),
    pooled: secondsBetween(promotedAt, pooledBack),
  }
}

async function recoverNode(node: Node, kind: Kind): Promise<void> {
  if (kind === 'kill') node.start()
  if (kind === 'freeze') node.thaw()
  if (kind === 'cut') await node.etcd.set('open')
}

/** Returns the time when one of the standbys accepts writes. Uses connections that survive the promotion. */
async function waitForPromotion(standbys: readonly pg.Client[]): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const answers = await Promise.all(
      standbys.map((client) =>
        client
          .query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
          .then(({ rows }) => rows[0]?.follows === false)
          .catch(() => false),
      ),
    )
    if (answers.includes(true)) return performance.now()
    await sleep(25)
  }
  throw new Error('no standby is promoted')
}

const secondsBetween = (from: number, to: number): number => Math.round(to - from) / 1000
