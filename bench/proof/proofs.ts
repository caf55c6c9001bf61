// Lists the proofs by name, with their options and defaults. A proof loads its code only when it runs, so that a
// deliberate fault of faults.ts can be applied first.
import type { Named, Options } from '../given-options.ts'
import { withDatabase, withTwoDatabases } from './own-database.ts'

/** The result of a proof. Most results have figures of the run, too. */
export interface ProofResult {
  /** Promises that were broken. */
  faults: string[]
}

export interface Proof<O extends Options = Options> extends Named {
  options: O
  /** With the option `fault`, a deliberate fault is applied, and the command fails if the proof doesn't find it. */
  run(options: O, say: (line: string) => void): Promise<ProofResult>
}

const proof = <O extends Options>(one: Proof<O>): Proof => one

/** Applies a fault of faults.ts to the sources that this process loads from now on. */
async function injectFault(fault: string): Promise<void> {
  if (!fault) return
  process.env.PROOF_FAULT = fault
  await checkFaultName(fault)
}

async function checkFaultName(fault: string): Promise<string | undefined> {
  const { FAULTS } = await import('./faults.ts')
  if (fault && !FAULTS[fault]) throw new Error(`Unknown fault. Known faults: ${Object.keys(FAULTS).join(', ')}`)
  return fault || undefined
}

export const PROOFS: Record<string, Proof> = {
  crash: proof({
    about:
      'Acknowledged writes survive kill -9 of the server and of PostgreSQL, exactly once, with their events. A kill takes about 4 seconds.',
    options: { kills: 200, 'database-kills': 20, seed: 1, clients: 16, fault: '', web: 0, workers: 0 },
    run: async ({ kills, 'database-kills': databaseKills, fault, ...options }) => {
      const named = await checkFaultName(fault)
      const { runCrashProof } = await import('./crash-run.ts')
      return withDatabase({}, (database) =>
        runCrashProof({
          databaseUrl: database.url,
          ...options,
          kills,
          fault: named,
          killDatabase:
            databaseKills > 0
              ? { every: Math.max(1, Math.floor(kills / databaseKills)), kill: () => database.kill() }
              : undefined,
        }),
      )
    },
  }),
  depots: proof({
    about: 'A user who is restricted to one depot can neither read nor change data of another depot.',
    options: { fault: '' },
    run: async ({ fault }) => {
      await injectFault(fault)
      const { runDepotsProof } = await import('./depots-run.ts')
      return withDatabase({ hasty: true }, ({ url }) => runDepotsProof(url))
    },
  }),
  deploy: proof({
    about:
      'SIGTERM under load, with clients that retry: no request fails, no write happens twice, and the server ends within 20 seconds.',
    options: { seconds: 10, clients: 16 },
    run: async ({ seconds, clients }) => {
      const { runDrainProof } = await import('./drain-run.ts')
      const found = await withDatabase({}, ({ url }) => runDrainProof(url, clients, seconds))
      if (found.exitCode !== 0) found.faults.push(`the server ended with ${found.exitCode}`)
      if (found.seconds > 20) found.faults.push(`the server took ${found.seconds} s to end`)
      return found
    },
  }),
  endpoints: proof({
    about: 'Bad webhook endpoints delay no other endpoint, and each attempt at them ends in time.',
    options: { owed: 10_000, seconds: 60 },
    run: async ({ owed, seconds }) => {
      const { runBadEndpointProof } = await import('./bad-endpoint-run.ts')
      return withDatabase({ hasty: true }, ({ url }) => runBadEndpointProof(url, owed, seconds))
    },
  }),
  erase: proof({
    about: 'No data of an erased customer remains; data of other customers and figures are unchanged. Takes a minute.',
    options: { others: 300 },
    run: async ({ others }) => {
      const { runEraseProof } = await import('./erase-run.ts')
      return withTwoDatabases({ hasty: true }, ([from, to]) =>
        runEraseProof({ urls: { from: from.url, to: to.url }, others }),
      )
    },
  }),
  failover: proof({
    about:
      'A cluster of three PostgreSQL servers under Patroni loses its primary repeatedly. Acknowledged writes exist exactly once, and writes succeed within 10 s of each promotion. Needs Debian’s patroni, etcd-server, etcd-client, haproxy, pgbouncer and postgresql-15. A failover takes about 40 seconds.',
    options: { failovers: 20, seed: 1, clients: 16, fault: '' },
    run: async (options, say) => {
      const fault = await checkFaultName(options.fault)
      const { failoverProof } = await import('./failover.ts')
      return failoverProof({ ...options, fault }, say)
    },
  }),
  feed: proof({
    about: 'Orders are written at two servers. Two followers of the change feed get every change once.',
    options: { writers: 10, seconds: 60 },
    run: async ({ writers, seconds }) => {
      const { runFeedProof } = await import('./feed-run.ts')
      return withDatabase({}, ({ url }) => runFeedProof(url, writers, seconds))
    },
  }),
  fleet: proof({
    about:
      'Three installations behind one nginx with one host name: every key and link reaches its business, businesses move under load although processes are killed, the failure of one installation does not affect the others, the directory costs at most 0.3 ms of processor time per request, and an upgrade fails no request. --parts names the parts that run. Takes about 11 minutes.',
    options: {
      businesses: 300,
      complete: 30,
      moves: 30,
      kills: 5,
      seconds: 20,
      blocked: 60,
      'per-second': 40,
      seed: 1,
      parts: 'links,moves,stop,block,cost,upgrade',
    },
    run: async ({ parts, 'per-second': perSecond, ...options }, say) => {
      const { FLEET_PARTS, runFleetProof } = await import('./fleet/fleet-run.ts')
      const wanted = parts.split(',')
      const unknown = wanted.filter((part) => !FLEET_PARTS.some((one) => one === part))
      if (unknown.length > 0) throw new Error(`--parts takes ${FLEET_PARTS.join(',')}, not ${unknown.join()}.`)
      return runFleetProof({ ...options, perSecond, parts: FLEET_PARTS.filter((one) => wanted.includes(one)), say })
    },
  }),
  fuzz: proof({
    about: 'Hostile requests are generated from openapi.json, about 200 per second. No response is a 5xx.',
    options: { requests: 20_000, seed: 1 },
    run: async ({ requests, seed }) => {
      const { runFuzzProof } = await import('./fuzz-run.ts')
      return withDatabase({}, ({ url }) => runFuzzProof(url, requests, seed))
    },
  }),
  gloves: proof({
    about:
      'Routes are worked in a browser like by a driver with gloves. No data of a phone is lost or sent twice. To repeat a run with a fault, use --from SEED --runs 1.',
    options: { runs: 200, from: 1, phones: 2, stops: 12, minutes: 90 },
    run: async (options, say) => {
      const { glovesProof } = await import('./gloves.ts')
      return glovesProof(options, say)
    },
  }),
  hostile: proof({
    about:
      'Every endpoint is attacked in every manner by every caller: no 5xx except 503 with Retry-After, and no request hangs beyond its limit. A quiet business gets responses within 250 ms at the 99th percentile, and the server stays within 600 MiB.',
    options: { seconds: 600, 'at-once': 20, seed: 1, callers: '', manners: '' },
    run: async (options) => {
      const { hostileProof } = await import('./hostile.ts')
      return withDatabase({}, ({ url }) => hostileProof(url, options))
    },
  }),
  inward: proof({
    about: 'Webhooks never call a private address, in any spelling.',
    options: {},
    run: async () => {
      const { runSsrfProof } = await import('./inward-run.ts')
      return { ...(await runSsrfProof()) }
    },
  }),
  jobs: proof({
    about:
      'A process is killed or frozen during its jobs, alternately by SIGKILL and SIGSTOP. Takes about a minute per round.',
    options: { rounds: 6, seed: 1 },
    run: async ({ rounds, seed }) => {
      const { runJobsProof } = await import('./jobs-run.ts')
      return withDatabase({}, ({ url }) => runJobsProof(url, rounds, seed))
    },
  }),
  limits: proof({
    about: 'A rate limit applies across two processes. Minutes are those of a virtual clock.',
    options: { minutes: 120, seed: 1 },
    run: async ({ minutes, seed }) => {
      const { runLimitsProof } = await import('./limits-run.ts')
      return withDatabase({}, ({ url }) => runLimitsProof(url, minutes, seed))
    },
  }),
  load: proof({
    about:
      'Under steady load: no error, 99 % of writes within 150 ms of their planned time, no webhook lost, and memory grows by at most 10 %.',
    options: { seconds: 600, writes: 300, webhooks: 200, readers: 50, web: 0, workers: 0 },
    run: async (options) => {
      const { loadProof } = await import('./load.ts')
      return withDatabase({}, ({ url }) => loadProof(url, options))
    },
  }),
  migrations: proof({
    about:
      'The code before each of the last migrations, and the code that came with it, run side by side while it is applied, without a failure. If no migration follows the baseline, a sample is applied.',
    options: { last: 5, clients: 2, seconds: 3 },
    run: async (options, say) => {
      const { migrationsProof } = await import('./migrations.ts')
      return withDatabase({ hasty: true }, ({ url }) => migrationsProof(url, options, say))
    },
  }),
  model: proof({
    about:
      'Random days are compared with a pure model. At the end, the command prints the seed to continue from. A failing seed is shrunk.',
    options: { seeds: 500, from: 1, commands: 300, minutes: 60 },
    run: async ({ seeds, from, commands, minutes }, say) => {
      const { runModelProof } = await import('./model-run.ts')
      const until = Date.now() + minutes * 60_000
      const { failure, ...figures } = await withDatabase({ hasty: true }, ({ url }) =>
        runModelProof({
          databaseUrl: url,
          from,
          seeds,
          commands,
          until,
          onSeed: (seed) => process.stderr.write(`\rseed ${seed}`),
          onFailure: ({ seed, fault }) => say(`seed ${seed}, to be shrunk: ${fault}`),
        }),
      )
      const faults = failure
        ? [`seed ${failure.seed}: ${failure.fault}`, ...failure.actions.map((action) => JSON.stringify(action))]
        : []
      say(`The next seed is ${from + figures.seeds}.`)
      return { ...figures, faults }
    },
  }),
  move: proof({
    about:
      'Businesses move between two installations while their clients write, and half of the moves are interrupted by a kill: tables are equal, no event is lost or duplicated, and cursors stay valid. A move takes about 10 seconds. With --orders, a large business moves first. With --fault, the source accepts requests while a business is held.',
    options: { moves: 20, kills: 10, seed: 1, businesses: 6, orders: 0, fault: false },
    run: async (options, say) => {
      const { runMoveProof } = await import('./move-run.ts')
      return withTwoDatabases({ settings: { wal_level: 'logical' } }, (databases) =>
        runMoveProof({ databases, ...options, told: (move) => say(JSON.stringify(move)) }),
      )
    },
  }),
  partitions: proof({
    about: 'The partitions of large tables turn over for a number of simulated days while clients write.',
    options: { rows: 10_000_000, days: 60, writers: 4, seed: 1 },
    run: async (options, say) => {
      const { runPartitionsProof } = await import('./partitions-run.ts')
      return withDatabase({ settings: { max_wal_size: '8GB', shared_buffers: '1GB' } }, ({ url }) =>
        runPartitionsProof({ databaseUrl: url, ...options, say }),
      )
    },
  }),
  replica: proof({
    about:
      'Orders are written at a steady rate, alternately without reports and with reports read from a replica: the 99th percentile of writes may grow by at most 10 %. Two cores represent the machine of the primary and the machine of the replica.',
    options: { rounds: 5, seconds: 20, rate: 40, orders: 100_000 },
    run: async (options) => {
      const { replicaProof } = await import('./replica.ts')
      return replicaProof(options)
    },
  }),
  restore: proof({
    about:
      'A backup that is made while orders are written is restored elsewhere: data is equal and of one moment, and pending webhooks are sent with their IDs.',
    options: { orders: 100_000, webhooks: 500, clients: 8 },
    run: async (options) => {
      const { runRestoreProof } = await import('./restore-run.ts')
      return withTwoDatabases({}, ([from, to]) => runRestoreProof({ urls: { from: from.url, to: to.url }, ...options }))
    },
  }),
  size: proof({
    about:
      'Every read of the API and the office with 1,000,000 orders takes at most twice as long as with 10,000, and uses indexes. With --keep, the loaded database stays in that directory for the next run.',
    options: { orders: 1_000_000, webhooks: 10_000_000, rounds: 15, keep: '' },
    run: async (options, say) => {
      const { sizeProof } = await import('./size.ts')
      return sizeProof(options, say)
    },
  }),
  solvers: proof({
    about: 'Solver processes are killed while clients wait for plans. Takes about 15 seconds per kill.',
    options: { kills: 20, seed: 1 },
    run: async ({ kills, seed }) => {
      const { runSolversProof } = await import('./solvers-run.ts')
      return withDatabase({}, ({ url }) => runSolversProof(url, kills, seed))
    },
  }),
  tenants: proof({
    about:
      'Every operation of openapi.json and of the office is called with every kind of ID of another business: no data is read or changed.',
    options: { fault: '' },
    run: async ({ fault }) => {
      await injectFault(fault)
      const { runTenantsProof } = await import('./tenants-run.ts')
      return withDatabase({ hasty: true }, ({ url }) => runTenantsProof(url))
    },
  }),
  'test-day': proof({
    about: 'A simulated day of test data is consistent in routes, events, webhooks and change feed, and repeatable.',
    options: { stops: 300, vans: 10, seed: 1 },
    run: async (options) => {
      const { testDayRun } = await import('./test-day-run.ts')
      return withDatabase({}, ({ url }) => testDayRun(url, options))
    },
  }),
  undo: proof({
    about:
      'An undone tap is never sent to receivers; about 20 races per second. After Undo of any office action, the day is as before; about 5 seconds per day.',
    options: { races: 2000, days: 40, seed: 1 },
    run: async ({ races, days, seed }, say) => {
      const { undoRun } = await import('./undo-run.ts')
      const { undoStepsRun } = await import('./undo-steps-run.ts')
      return withDatabase({ hasty: true }, async ({ url }) => {
        const taps = await undoRun(url, races, seed)
        say(JSON.stringify({ ...taps, faults: taps.faults.length }))
        const steps = await undoStepsRun(url, days, seed)
        return { ...steps, faults: [...taps.faults, ...steps.faults] }
      })
    },
  }),
  uploads: proof({
    about: 'Many large photos arrive at the same time; all are stored.',
    options: { pictures: 40, links: 40, side: 7100 },
    run: async (options) => {
      const { uploadsRun } = await import('./uploads-run.ts')
      return withDatabase({ hasty: true }, ({ url }) => uploadsRun(url, options))
    },
  }),
  webhooks: proof({
    about: 'Every class of response to a webhook, over the days of the retry schedule.',
    options: { deliveries: 1000 },
    run: async ({ deliveries }) => {
      const { runScheduleProof } = await import('./schedule-run.ts')
      return withDatabase({ hasty: true }, ({ url }) => runScheduleProof(url, deliveries))
    },
  }),
}
