// A solver whose search ends only when a user stops it. It has no plan until the test lets it find one.
import { once } from 'node:events'
import { createSolverPool } from '../../src/adapters/solver/solver-pool.ts'
import type { Solver } from '../../src/app/ports/solver.ts'

export function endlessSolver() {
  const pool = createSolverPool({ threads: 1 })
  const found = Promise.withResolvers<void>()
  const figures = { seconds: 1, iterations: 1, cost: 1, unassigned: 0, distance: 1609.344, driveSeconds: 60 }
  const solve: Solver['solve'] = async (owner, problem, { signal, stop, onProgress, onCourse }) => {
    await found.promise
    onProgress?.(figures)
    if (stop && !stop.aborted) await once(stop, 'abort', { signal })
    return pool.solve(owner, problem, { iterations: 500, ...(onCourse && { onCourse }) })
  }
  return { solver: { solve }, find: () => found.resolve(), close: () => pool.close() }
}
