// Metrics for Prometheus. Labels are patterns, names and classes, never a business, a reference or a token.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { WebhookPost } from '../../app/ports/webhook-post.ts'
import type { WatchedJob } from '../../domain/jobs/failed-work.ts'

export interface Metrics {
  contentType: string
  /** Returns all metrics in the text format of Prometheus. */
  render(): Promise<string>
  request(method: string, route: string, status: number, seconds: number): void
  solve(outcome: 'solved' | 'failed', waitedSeconds: number, seconds: number): void
  webhook(result: string, seconds: number): void
}

/** Values that are queried at each scrape. */
export interface Measured {
  connections(): { total: number; idle: number; waiting: number }
  /** Null without a replica. */
  replicaSecondsBehind: (() => number) | null
  /** Directory of several installations behind one host name. Null if there is only one. */
  directory:
    | (() => {
        answers: Readonly<Record<string, number>>
        lists: readonly { installation: string; seconds: number }[]
      } | null)
    | null
  /** Due work, one row per queue. */
  queues(): Promise<readonly { queue: string; depth: number; oldestSeconds: number }[]>
  /** Work that fails repeatedly, one row per job. */
  failing(): Promise<readonly { job: WatchedJob; count: number }[]>
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const SOLVE_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]

export function openMetrics(measured: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { requests, webhooks, waits, solves } = histograms(registry)
  registry.registerMetric(connectionGauge(measured))
  const { replicaSecondsBehind, directory } = measured
  if (replicaSecondsBehind) registry.registerMetric(replicaGauge(replicaSecondsBehind))
  if (directory) for (const metric of directoryMetrics(directory)) registry.registerMetric(metric)
  const readQueues = queueGauges(registry, measured)
  return {
    contentType: registry.contentType,
    render: async () => {
      await readQueues()
      return registry.metrics()
    },
    request: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
    solve: (outcome, waitedSeconds, seconds) => {
      waits.observe(waitedSeconds)
      solves.observe({ outcome }, seconds)
    },
    webhook: (result, seconds) => webhooks.observe({ result }, seconds),
  }
}

function histograms(registry: Registry) {
  const timed = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] })
  return {
    requests: timed(
      'roundsman_http_request_seconds',
      'Time from a request to its complete response, by route pattern.',
      ['method', 'route', 'status'],
      REQUEST_SECONDS,
    ),
    webhooks: timed(
      'roundsman_webhook_post_seconds',
      'Time of one webhook attempt, by class of response.',
      ['result'],
      REQUEST_SECONDS,
    ),
    waits: timed('roundsman_solve_wait_seconds', 'Time a solve waited for a thread.', [], SOLVE_SECONDS),
    solves: timed('roundsman_solve_seconds', 'Time a solve ran, without its wait.', ['outcome'], SOLVE_SECONDS),
  }
}

/** Returns a function that reads the queues and their failing work at each scrape. */
function queueGauges(registry: Registry, measured: Measured): () => Promise<void> {
  const registers = [registry]
  const depth = new Gauge({
    name: 'roundsman_queue_depth',
    help: 'Due work that is not done, over all processes.',
    labelNames: ['queue'],
    registers,
  })
  const oldest = new Gauge({
    name: 'roundsman_queue_oldest_seconds',
    help: 'Seconds since the oldest work in the queue became due.',
    labelNames: ['queue'],
    registers,
  })
  const failing = new Gauge({
    name: 'roundsman_failing_work',
    help: 'Work that has failed individually for at least a minute and is retried, over all processes.',
    labelNames: ['job'],
    registers,
  })
  const unreadable = new Counter({
    name: 'roundsman_queue_read_failures_total',
    help: 'Scrapes that could not read the queues because the database was unavailable.',
    registers,
  })
  return async () => {
    try {
      for (const { queue, ...state } of await measured.queues()) {
        depth.set({ queue }, state.depth)
        oldest.set({ queue }, state.oldestSeconds)
      }
      failing.reset()
      for (const { job, count } of await measured.failing()) failing.set({ job }, count)
    } catch {
      for (const gauge of [depth, oldest, failing]) gauge.reset()
      unreadable.inc()
    }
  }
}

const connectionGauge = (measured: Measured) =>
  new Gauge({
    name: 'roundsman_database_connections',
    help: 'Connections of this process, and work that waits for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle, waiting } = measured.connections()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })

const replicaGauge = (secondsBehind: () => number) =>
  new Gauge({
    name: 'roundsman_replica_seconds_behind',
    help: 'Delay of the replica behind the database. +Inf while it is unavailable.',
    registers: [],
    collect() {
      this.set(secondsBehind())
    },
  })

const directoryMetrics = (directory: NonNullable<Measured['directory']>): (Counter | Gauge)[] => [
  new Counter({
    name: 'roundsman_directory_answers_total',
    help: 'Answers of this process to the proxy. unavailable: an installation that may know the token did not respond.',
    labelNames: ['result'],
    registers: [],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(directory()?.answers ?? {})) this.inc({ result }, count)
    },
  }),
  new Gauge({
    name: 'roundsman_directory_list_age_seconds',
    help: 'Seconds since this process last read the list of businesses of the installation.',
    labelNames: ['installation'],
    registers: [],
    collect() {
      this.reset()
      for (const { installation, seconds } of directory()?.lists ?? []) this.set({ installation }, seconds)
    },
  }),
]

/** Wraps a webhook post so that each attempt is measured. */
export const measuredPost = (post: WebhookPost, metrics: Pick<Metrics, 'webhook'>): WebhookPost => ({
  urlFault: (url) => post.urlFault(url),
  post: async (message) => {
    const result = await post.post(message)
    metrics.webhook(classOf(result.statusCode), result.durationMs / 1000)
    return result
  },
})

const classOf = (statusCode: number | null): string =>
  statusCode === null ? 'none' : `${Math.floor(statusCode / 100)}xx`
