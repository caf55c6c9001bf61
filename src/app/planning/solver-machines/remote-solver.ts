// A solver that passes problems through the database to processes with ROLE=solver, and waits for their results
// (docs/decisions/039-solver-machines.md).
import { setTimeout as sleep } from 'node:timers/promises'
import { expectedSeconds } from '../../../engine/solve.ts'
import type { Solution } from '../../../engine/solution.ts'
import {
  requestSolve,
  dropSolve,
  type SolveKey,
  stopSolve,
  waitingSolves,
  renewSolveRequests,
} from '../../../store/jobs/solves.ts'
import type { App } from '../../context.ts'
import { pack, unpack } from '../../packed.ts'
import { type SolveOptions, type SolveProgress, type Solver, SolverBusy, SolverLost } from '../../ports/solver.ts'
import {
  errorOf,
  SOLVE_TIMES,
  type SolveAnswer,
  type RemoteSolveRequest,
  type SolveTimeouts,
} from './solve-messages.ts'

/**
 * Maximum solves of one business that no process has taken yet. It equals the maximum queue of a solver that runs in
 * one process.
 */
const MAX_WAITING = 20

/** Pause after a database error, so that an unavailable database is not queried and logged ten times per second. */
const PAUSE_AFTER_ERROR_MS = 1_000

interface Waiting extends SolveKey {
  since: number
  told: string
  onProgress: SolveOptions['onProgress']
  answered: () => void
  failed: (error: Error) => void
}

/** Creates the solver. `close` ends the solves that still wait for a result. */
export function remoteSolver(
  { db, newId, log }: Pick<App, 'db' | 'newId' | 'log'>,
  times = SOLVE_TIMES,
): Solver & { close(): Promise<void> } {
  const pending = pendingSolves({ db, log }, times)
  let closed = false
  return {
    solve: async (owner, problem, options): Promise<Solution> => {
      const { seconds, iterations, seed, course, signal, stop, onCourse } = options
      if (closed) throw new SolverLost('the process ends')
      signal?.throwIfAborted()
      const parcel: RemoteSolveRequest = { problem, seconds, iterations, seed, course }
      const key = { businessId: owner, solveId: newId() }
      const asked = {
        solveId: key.solveId,
        seconds: expectedSeconds(problem.stops.length, options),
        problem: await pack(parcel),
      }
      if (!(await db.asBusiness(owner, (tx) => requestSolve(tx, asked, times.requestLease, MAX_WAITING))))
        throw new SolverBusy()
      const stopRemotely = (): void =>
        void db
          .asBusiness(owner, (tx) => stopSolve(tx, key.solveId))
          .catch((err: unknown) => log.error({ err }, 'a search could not be ended early; it takes its whole time'))
      stop?.addEventListener('abort', stopRemotely)
      if (stop?.aborted) stopRemotely()
      try {
        signal?.throwIfAborted()
        await pending.wait(key, options)
      } catch (error) {
        await db
          .asBusiness(owner, (tx) => dropSolve(tx, key.solveId))
          .catch((err: unknown) => log.error({ err }, 'an abandoned solve could not be ended at once'))
        throw error
      } finally {
        stop?.removeEventListener('abort', stopRemotely)
      }
      const bytes = await db.asBusiness(owner, (tx) => dropSolve(tx, key.solveId))
      if (bytes === null) throw new SolverLost('the result no longer exists')
      const answer = await unpack<SolveAnswer>(bytes)
      if ('failed' in answer) throw errorOf(answer.failed)
      if (answer.course) onCourse?.(answer.course)
      return answer.solution
    },
    close: async () => {
      closed = true
      await pending.close()
    },
  }
}

/**
 * Manages the solves whose results this process waits for. As long as there are any, one loop polls the database for
 * all of them.
 */
function pendingSolves({ db, log }: Pick<App, 'db' | 'log'>, times: SolveTimeouts) {
  const all = new Map<string, Waiting>()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    let kept = performance.now()
    let heard = performance.now()
    while (all.size > 0) {
      await sleep(times.poll * 1000)
      const keys = [...all.values()]
      if (keys.length === 0) break
      try {
        if (performance.now() - kept > times.heartbeat * 1000) {
          kept = performance.now()
          await db.asSystem((tx) => renewSolveRequests(tx, keys, times.requestLease))
        }
        const found = await db.asSystem((tx) => waitingSolves(tx, keys))
        heard = performance.now()
        const states = new Map(found.map((state) => [state.solveId, state]))
        for (const one of keys) settle(one, states.get(one.solveId), times.maxWait)
      } catch (error) {
        log.error({ err: error }, 'the state of solves could not be queried')
        await sleep(PAUSE_AFTER_ERROR_MS)
        if (performance.now() - heard < times.maxWait * 1000) continue
        for (const one of keys) one.failed(new SolverLost('the database was unavailable'))
      }
    }
    looking = null
  }

  return {
    /** Waits until the result of the solve can be fetched. */
    wait(key: SolveKey, { signal, onProgress }: SolveOptions): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const abort = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', abort)
      const [answered, failed] = [resolve, reject]
      all.set(key.solveId, { ...key, since: performance.now(), told: '', onProgress, answered, failed })
      looking ??= look()
      return promise.finally(() => {
        all.delete(key.solveId)
        signal?.removeEventListener('abort', abort)
      })
    },
    async close(): Promise<void> {
      for (const one of all.values()) one.failed(new SolverLost('the process ends'))
      await looking
    },
  }
}

type SolveState = Awaited<ReturnType<typeof waitingSolves>>[number]

function settle(one: Waiting, state: SolveState | undefined, untaken: number): void {
  if (!state) return one.failed(new SolverLost('the solve no longer exists'))
  if (state.answered) return one.answered()
  if (state.taken) one.since = performance.now()
  else if (performance.now() - one.since > untaken * 1000)
    return one.failed(new SolverLost('no process with ROLE=solver took the solve'))
  const told = JSON.stringify(state.progress)
  if (state.progress === null || told === one.told) return
  one.told = told
  one.onProgress?.(state.progress as SolveProgress)
}
