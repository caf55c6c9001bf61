// What a process with ROLE=solver does: takes solves that others wait for, one after the other, solves them on its threads, and
// says all the time that it still does. What a dead one had is taken over once its lease has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Course } from '../../../engine/course.ts'
import {
  answerSolve,
  deleteUnwantedSolves,
  keepSolves,
  releaseSolves,
  type SolveKey,
  type TakenSolve,
  takeSolve,
  tellProgress,
} from '../../../store/jobs/solves.ts'
import { isUnreachable } from '../../../store/database.ts'
import type { App } from '../../context.ts'
import { packed, unpacked } from '../../packed.ts'
import type { SolveProgress, Solver } from '../../ports/solver.ts'
import { failureOf, SOLVE_TIMES, type SolveAnswer, type SolveParcel, type SolveTimes } from './parcel.ts'

/** One that ended so many processes ends no other. */
const MOST_TAKES = 3
/** Those that are done sooner than a longer one would notice. */
const SHORT_SECONDS = 1
const PAUSE_AFTER_ERROR_MS = 1_000

interface Running extends SolveKey {
  ending: AbortController
  progress: SolveProgress | null
  done: Promise<void>
}

export interface SolverMachine {
  /** Gives what it has back to the others, and takes nothing more. */
  stop(): Promise<void>
}

interface Machine extends Pick<App, 'db' | 'log'> {
  solver: Solver
  threads: number
  times: SolveTimes
  /** By which it is known to have taken a solve. */
  name: string
  running: Map<string, Running>
  stopping: AbortController
}

/** `threads` is how many the solver has: as many solves are taken at a time, and beside
 * them as many that are short or that a dead process had: the threads take turns. */
export function takeSolves(
  { db, newId, log }: Pick<App, 'db' | 'newId' | 'log'>,
  solver: Solver,
  threads: number,
  times = SOLVE_TIMES,
): SolverMachine {
  const stopping = new AbortController()
  const machine: Machine = { db, log, solver, threads, times, name: newId(), running: new Map(), stopping }
  const looked = look(machine)
  return {
    stop: async () => {
      stopping.abort()
      // What is being taken right now is among them then.
      await looked
      const left = [...machine.running.values()]
      for (const { ending } of left) ending.abort(new Error('the process ends'))
      await db.asSystem((tx) => releaseSolves(tx, machine.name, left)).catch(() => {})
      await Promise.all(left.map(({ done }) => done))
    },
  }
}

async function look(machine: Machine): Promise<void> {
  const { log, times, running, stopping } = machine
  let kept = performance.now()
  while (!stopping.signal.aborted) {
    try {
      if (performance.now() - kept > times.keep * 1000) {
        await keep(machine)
        kept = performance.now()
      }
      for (const one of running.values()) await tell(machine, one)
      if (!(await take(machine))) await pause(machine, times.look * 1000)
    } catch (error) {
      log.error({ err: error }, 'no solve could be taken; it is tried again shortly')
      await pause(machine, PAUSE_AFTER_ERROR_MS)
    }
  }
}

const pause = ({ stopping }: Machine, ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

async function take(machine: Machine): Promise<boolean> {
  const { db, log, running, threads } = machine
  if (running.size >= 2 * threads) return false
  const most = running.size < threads ? Infinity : SHORT_SECONDS
  const taken = await db.asSystem((tx) => takeSolve(tx, machine.name, machine.times.lease, most))
  if (!taken) return false
  const { businessId, solveId } = taken
  const one: Running = { businessId, solveId, ending: new AbortController(), progress: null, done: Promise.resolve() }
  running.set(solveId, one)
  one.done = solve(machine, one, taken)
    .catch((error: unknown) => log.error({ err: error }, 'a solve could not be answered; another process takes it'))
    .finally(() => running.delete(solveId))
  return true
}

async function solve(machine: Machine, one: Running, taken: TakenSolve): Promise<void> {
  const answer = await answerTo(machine.solver, one, taken)
  if (one.ending.signal.aborted) return
  const bytes = await packed(answer)
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
  if (takes > MOST_TAKES)
    return { failed: { kind: 'lost', message: `${MOST_TAKES} processes ended while they solved it`, fields: [] } }
  let found: Course | null = null
  try {
    const { problem, seconds, iterations, seed, course } = await unpacked<SolveParcel>(parcel)
    const solution = await solver.solve(one.businessId, problem, {
      ...(seconds !== undefined && { seconds }),
      ...(iterations !== undefined && { iterations }),
      ...(seed !== undefined && { seed }),
      ...(course && { course }),
      signal: one.ending.signal,
      onProgress: (progress) => void (one.progress = progress),
      onCourse: (taken) => void (found = taken),
    })
    return { solution, course: found }
  } catch (error) {
    return { failed: failureOf(error) }
  }
}

async function keep({ db, name, times, running }: Machine): Promise<void> {
  const kept = await db.asSystem((tx) => keepSolves(tx, name, times.lease))
  const still = new Set(kept.map(({ solveId }) => solveId))
  const lost = [...running.values()].filter(({ solveId }) => !still.has(solveId))
  for (const { ending } of lost) ending.abort(new Error('nobody waits for it here any more'))
  // One that waits again, after a break of its connection, is another's to take.
  if (lost.length > 0) await db.asSystem((tx) => releaseSolves(tx, name, lost))
  await db.asSystem((tx) => deleteUnwantedSolves(tx))
}

async function tell({ db, name }: Machine, one: Running): Promise<void> {
  const { progress } = one
  if (!progress) return
  one.progress = null
  await db.asSystem((tx) => tellProgress(tx, name, one, progress))
}
