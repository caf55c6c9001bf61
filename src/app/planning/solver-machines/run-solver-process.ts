// Runs a process with ROLE=solver. It takes waiting solves, solves them on its threads, and sends heartbeats. If the
// process dies, other processes take over its solves when their leases end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchTrace } from '../../../engine/search-trace.ts'
import {
  answerSolve,
  deleteUnwantedSolves,
  extendLeases,
  releaseSolves,
  type SolveKey,
  type TakenSolve,
  takeSolve,
  reportProgress,
} from '../../../store/jobs/solves.ts'
import { isUnreachable } from '../../../store/database.ts'
import type { App } from '../../context.ts'
import { pack, unpack } from '../../packed.ts'
import type { SolveProgress, Solver } from '../../ports/solver.ts'
import {
  failureOf,
  SOLVE_TIMES,
  type SolveAnswer,
  type RemoteSolveRequest,
  type SolveTimeouts,
} from './solve-messages.ts'

/**
 * Maximum number of processes that may die while they solve the same problem. After that, the solve fails, because it
 * would probably end the next process, too.
 */
const MAX_ATTEMPTS = 3
/**
 * Expected seconds up to which a solve counts as short. A short solve hardly slows down a longer solve with which it
 * shares a thread.
 */
const SHORT_SECONDS = 1
const PAUSE_AFTER_ERROR_MS = 1_000

interface Running extends SolveKey {
  ending: AbortController
  /** Ends the search with the best plan so far. */
  stopping: AbortController
  progress: SolveProgress | null
  done: Promise<void>
}

export interface SolverMachine {
  /** Stops taking solves, and releases its running solves so that other processes can take them. */
  stop(): Promise<void>
}

interface Machine extends Pick<App, 'db' | 'log'> {
  solver: Solver
  threads: number
  times: SolveTimeouts
  /** Name of this process in the database, which identifies the solves that it has taken. */
  name: string
  running: Map<string, Running>
  stopping: AbortController
}

/**
 * Starts taking solves: any solves for up to `threads` of them at the same time. Above that number, up to the same
 * number again, but only short solves and solves of dead processes, which share the threads.
 */
export function takeSolves(
  { db, newId, log }: Pick<App, 'db' | 'newId' | 'log'>,
  solver: Solver,
  threads: number,
  times = SOLVE_TIMES,
): SolverMachine {
  const stopping = new AbortController()
  const machine: Machine = { db, log, solver, threads, times, name: newId(), running: new Map(), stopping }
  const looked = takeWhileFree(machine)
  return {
    stop: async () => {
      stopping.abort()
      // Wait until a solve that is just being taken is in `running`, so that it is released, too.
      await looked
      const left = [...machine.running.values()]
      for (const { ending } of left) ending.abort(new Error('the process ends'))
      await db.asSystem((tx) => releaseSolves(tx, machine.name, left)).catch(() => {})
      await Promise.all(left.map(({ done }) => done))
    },
  }
}

async function takeWhileFree(machine: Machine): Promise<void> {
  const { log, times, running, stopping } = machine
  let kept = performance.now()
  while (!stopping.signal.aborted) {
    try {
      if (performance.now() - kept > times.heartbeat * 1000) {
        await renewLeases(machine)
        kept = performance.now()
      }
      for (const one of running.values()) await reportRunning(machine, one)
      if (!(await takeNextSolve(machine))) await pause(machine, times.poll * 1000)
    } catch (error) {
      log.error({ err: error }, 'no solve could be taken; retrying shortly')
      await pause(machine, PAUSE_AFTER_ERROR_MS)
    }
  }
}

const pause = ({ stopping }: Machine, ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

async function takeNextSolve(machine: Machine): Promise<boolean> {
  const { db, log, running, threads } = machine
  if (running.size >= 2 * threads) return false
  const most = running.size < threads ? Infinity : SHORT_SECONDS
  const taken = await db.asSystem((tx) => takeSolve(tx, machine.name, machine.times.lease, most))
  if (!taken) return false
  const { businessId, solveId } = taken
  const one: Running = {
    businessId,
    solveId,
    ending: new AbortController(),
    stopping: new AbortController(),
    progress: null,
    done: Promise.resolve(),
  }
  if (taken.stopped) one.stopping.abort()
  running.set(solveId, one)
  one.done = solve(machine, one, taken)
    .catch((error: unknown) =>
      log.error({ err: error }, 'the result of a solve could not be stored; another process takes the solve'),
    )
    .finally(() => running.delete(solveId))
  return true
}

async function solve(machine: Machine, one: Running, taken: TakenSolve): Promise<void> {
  const answer = await answerTo(machine.solver, one, taken)
  if (one.ending.signal.aborted) return
  const bytes = await pack(answer)
  for (;;)
    try {
      await machine.db.asSystem((tx) => answerSolve(tx, machine.name, one, bytes))
      return
    } catch (error) {
      if (!isUnreachable(error) || one.ending.signal.aborted) throw error
      await pause(machine, PAUSE_AFTER_ERROR_MS)
    }
}

async function answerTo(solver: Solver, one: Running, { takes, problem: parcel }: TakenSolve): Promise<SolveAnswer> {
  if (takes > MAX_ATTEMPTS)
    return { failed: { kind: 'lost', message: `${MAX_ATTEMPTS} processes ended while they solved it`, fields: [] } }
  let found: SearchTrace | null = null
  try {
    const { problem, seconds, iterations, seed, course } = await unpack<RemoteSolveRequest>(parcel)
    const solution = await solver.solve(one.businessId, problem, {
      ...(seconds !== undefined && { seconds }),
      ...(iterations !== undefined && { iterations }),
      ...(seed !== undefined && { seed }),
      ...(course && { course }),
      signal: one.ending.signal,
      stop: one.stopping.signal,
      onProgress: (progress) => void (one.progress = progress),
      onCourse: (taken) => void (found = taken),
    })
    return { solution, course: found }
  } catch (error) {
    return { failed: failureOf(error) }
  }
}

async function renewLeases({ db, name, times, running }: Machine): Promise<void> {
  const kept = await db.asSystem((tx) => extendLeases(tx, name, times.lease))
  const still = new Set(kept.map(({ solveId }) => solveId))
  for (const { solveId, stopped } of kept) if (stopped) running.get(solveId)?.stopping.abort()
  const lost = [...running.values()].filter(({ solveId }) => !still.has(solveId))
  for (const { ending } of lost) ending.abort(new Error('this process no longer has the solve'))
  // Release the lost solves. If only the connection was interrupted and the request is renewed later, another process
  // can then take the solve.
  if (lost.length > 0) await db.asSystem((tx) => releaseSolves(tx, name, lost))
  await db.asSystem((tx) => deleteUnwantedSolves(tx))
}

async function reportRunning({ db, name }: Machine, one: Running): Promise<void> {
  const { progress } = one
  if (!progress) return
  one.progress = null
  await db.asSystem((tx) => reportProgress(tx, name, one, progress))
}
