// Resources for a number of businesses: sums of measured costs per operation. Guessed values are marked as guesses.

/** Processor milliseconds of one operation, in the service and in PostgreSQL. */
export interface Cost {
  service: number
  database: number
}

export const OPERATIONS = ['writes', 'reads', 'feed', 'webhooks'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Costs in the format that `bench capacity -- --measure` writes. */
export interface Costs {
  machine: string
  measuredOn: string
  connections: number
  operations: Record<Operation, Cost>
  /**
   * Share of the processors that the measured operations used while writes alone filled the machine. The remainder is
   * waiting for the disk, and time that isn't charged to a process.
   */
  reached: number
  /** Costs of the load generator, which needs no cores of the machine if clients run elsewhere. */
  generator: Record<Operation, number>
  /** MB of the service after the load, and of each PostgreSQL connection without shared memory. */
  serviceMemory: number
  connectionMemory: number
}

/** Source of the costs, for output. */
export const costsSource = ({ machine, measuredOn }: Costs): string => `${machine}, ${measuredOn}`

/** Daily work of one business. */
export interface Profile {
  deliveries: number
}

/** Number of operations per delivery and day, with the reason. */
const PER_DELIVERY: Record<Exclude<Operation, 'feed'>, [number, string]> = {
  writes: [
    3 + 4,
    'created and changed (3); under way, arrived, outcome and photo by the driver (4), each at the cost of a write of an order',
  ],
  reads: [5, 'looked at by the integration, the office and the customer'],
  webhooks: [9, 'three endpoints, three events each'],
}
/** A business reads its change feed every 10 s for 12 hours. */
const FEED_PAGES_A_DAY = (12 * 3600) / 10
/** Share of a day's operations in the busiest hour. All orders arrive within 2 hours. */
const PEAK_SHARE: Record<Operation, number> = { writes: 0.35, reads: 0.15, feed: 1 / 12, webhooks: 0.2 }
/** Maximum use of the cores. Above it, waiting times grow faster than throughput. */
const MAX_CORE_USE = 0.6
/** 2 builds of 300 stops per day at 3 s each. 4 of 5 run within the morning's busiest half hour. */
const BUILDS = { aDay: 2, secondsA300: 3, peakShare: 0.8, peakSeconds: 1800 }

/** Bytes of a delivery, measured by `prove size`: permanent, and for the 30 days that webhooks and builds are kept. */
export const BYTES = { permanent: 3_400, webhooks: 8_500, builds: 2_000 }
export const RETENTION_DAYS = { webhooks: 30, builds: 30 }

/** Connections of a process by default: `DATABASE_POOL`, and the same number for work that holds locks. */
const CONNECTIONS = { pool: 16, holders: 16 }
/** Minimum number of processes. Each uses one core for JavaScript. */
const MIN_COUNT = { web: 1, worker: 1 }

export interface Line {
  what: string
  amount: number
  source: string
}

export interface Capacity {
  businesses: number
  lines: Line[]
}

/** Operations per second in the busiest hour. */
export const peakRate = (operation: Operation, businesses: number, { deliveries }: Profile): number => {
  const aDay = operation === 'feed' ? FEED_PAGES_A_DAY : PER_DELIVERY[operation][0] * deliveries
  return (businesses * aDay * PEAK_SHARE[operation]) / 3600
}

export function capacityFor(businesses: number, profile: Profile, costs: Costs): Capacity {
  const rates = OPERATIONS.map((operation) => [operation, peakRate(operation, businesses, profile)] as const)
  const cores = (part: keyof Cost): number =>
    rates.reduce((sum, [operation, rate]) => sum + (rate * costs.operations[operation][part]) / 1000, 0) / MAX_CORE_USE
  const service = cores('service')
  const database = cores('database')
  const solveSeconds = BUILDS.aDay * BUILDS.secondsA300 * (profile.deliveries / 300)
  const solver = (businesses * solveSeconds * BUILDS.peakShare) / BUILDS.peakSeconds
  // Small installations run everything in one process.
  const small = service + database + solver <= 2
  const processes = small ? 1 : Math.max(MIN_COUNT.web, Math.ceil(service)) + MIN_COUNT.worker + Math.ceil(solver / 4)
  const connections = processes * (CONNECTIONS.pool + CONNECTIONS.holders)
  const daily = businesses * profile.deliveries
  return {
    businesses,
    lines: [
      ...rates.map(([operation, rate]) => ({
        what: `${NAMES[operation]} a second`,
        amount: rate,
        source:
          operation === 'feed'
            ? 'busiest hour; a page every 10 s of 12 hours for each business'
            : `busiest hour; ${PER_DELIVERY[operation][0]} a delivery: ${PER_DELIVERY[operation][1]}`,
      })),
      ...coreLines({ service, database, solver }),
      {
        what: 'processes',
        amount: processes,
        source:
          'one process up to two cores; above that, one `web` process for each core of the service, one `worker`, and one `solver` for each four cores of solvers',
      },
      {
        what: 'connections',
        amount: connections,
        source: '`DATABASE_POOL` and 16 for builds and other holders of long locks, for each process',
      },
      {
        what: 'GB of memory, service',
        amount: (processes * costs.serviceMemory) / 1000,
        source: `${costs.serviceMemory} MB a process, measured`,
      },
      {
        what: 'GB of memory, PostgreSQL',
        amount:
          (connections * costs.connectionMemory) / 1000 + 4 * gigabytes(daily * (BYTES.permanent + BYTES.webhooks)),
        source: `${costs.connectionMemory} MB a connection, measured; and the rows of the last four days`,
      },
      ...diskLines(daily),
    ],
  }
}

const gigabytes = (bytes: number): number => bytes / 1e9

const coreLines = ({ service, database, solver }: Record<'service' | 'database' | 'solver', number>): Line[] => [
  {
    what: 'cores of the service',
    amount: service,
    source: `rates times costs, at ${MAX_CORE_USE * 100} % utilization`,
  },
  {
    what: 'cores of PostgreSQL',
    amount: database,
    source: `rates times costs, at ${MAX_CORE_USE * 100} % utilization`,
  },
  {
    what: 'cores of solvers',
    amount: solver,
    source: `${BUILDS.aDay} builds a day of ${BUILDS.secondsA300} s for 300 stops, ${BUILDS.peakShare * 100} % within half an hour`,
  },
]

/** Lines for the disk, given the deliveries a day. */
const diskLines = (daily: number): Line[] => [
  {
    what: 'GB of disk for 30 days',
    amount: gigabytes(daily * (BYTES.webhooks * RETENTION_DAYS.webhooks + BYTES.builds * RETENTION_DAYS.builds)),
    source: `${BYTES.webhooks} bytes of webhooks and ${BYTES.builds} of builds a delivery for 30 days, prove size`,
  },
  {
    what: 'GB of disk more each year',
    amount: gigabytes(daily * BYTES.permanent * 365),
    source: `${BYTES.permanent} bytes a delivery, prove size; no photos`,
  },
]

const NAMES: Record<Operation, string> = {
  writes: 'writes',
  reads: 'reads',
  feed: 'pages of the change feed',
  webhooks: 'webhooks',
}

/** Shares of the requests in the mix of bench/api/load.ts. */
export const MIX_SHARES: Partial<Record<Operation, number>> = { writes: 0.6, reads: 0.3, feed: 0.1 }

/**
 * Predicts requests per second and median milliseconds of the mix `MIX_SHARES` by Little's law. Each of `connections` sends
 * one request after another. Assumes that the mix uses the share `reached` of the processors, including the generator's work.
 */
export function predictMix(costs: Costs, cores: number, connections: number): { perSecond: number; p50Ms: number } {
  const each = Object.entries(MIX_SHARES).reduce((sum, [operation, share]) => {
    const { service, database } = costs.operations[operation as Operation]
    return sum + share * (service + database + costs.generator[operation as Operation])
  }, 0)
  const perSecond = (1000 * cores * costs.reached) / each
  return { perSecond, p50Ms: (1000 * connections) / perSecond }
}
