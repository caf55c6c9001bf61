// A problem with the vehicle that the driver reports. The office then plans the rest of the route again. The problem ends
// when the driver reaches or finishes a stop, or reports that it is solved.
import type { ProblemOut } from '../../contract/routes.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import { reportedProblems, type ReportedProblem, storeTap } from '../../store/routes/driver-taps.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { conflicting, throwIfRefused } from '../errors.ts'
import { lockedRoute } from '../routes/locked-route.ts'

/** Records the report, whose reason and notes are those of the tap. Null: the problem is solved. */
export const reportProblem = (ctx: Context, routeId: string, reason: string | null): Promise<void> =>
  ctx.write(async (tx) => {
    throwIfRefused(routeRefusal((await lockedRoute(tx, routeId)).status, 'work'))
    const about = { entity: 'route', entityId: routeId } as const
    if (reason === null) audit(tx, ctx, { action: 'route.problem_solved', ...about })
    else audit(tx, ctx, { action: 'route.problem_reported', ...about, detail: { reason } })
  })

/**
 * Closes the problem that the driver reported at `at`, for the office. A report that the office has not seen stays, even
 * if it is older and the phone sends it only now.
 */
export const solveProblem = (ctx: Context, routeId: string, at: Date): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'work'))
    const problem = (await reportedProblems(tx, [routeId])).get(routeId)
    if (problem?.at.getTime() !== at.getTime() || !problemToWire(problem, await readStops(tx, [routeId])))
      throw conflicting('PROBLEM_CHANGED', 'This problem has been solved or reported again.')
    await storeTap(tx, { ...NO_TAP, routeId, key: ctx.newId(), claimedAt: ctx.now, countedAt: at, receivedAt: ctx.now })
    audit(tx, ctx, { action: 'route.problem_solved', entity: 'route', entityId: routeId })
  })

const NO_TAP = {
  kind: 'PROBLEM',
  stopId: null,
  place: null,
  accuracyMeters: null,
  reason: null,
  notes: null,
  leftWhere: null,
  scans: null,
  checks: null,
  itemDifferences: null,
  refused: null,
} as const

/** Returns the reported problem, unless the driver has continued since. */
export function problemToWire(
  problem: ReportedProblem | undefined,
  stops: readonly Pick<StopRead, 'arrivedAt' | 'finishedAt'>[],
): ProblemOut | null {
  if (!problem || problem.reason === null) return null
  const { at } = problem
  if (stops.some(({ arrivedAt, finishedAt }) => (arrivedAt && arrivedAt > at) || (finishedAt && finishedAt > at)))
    return null
  return { reason: problem.reason, notes: problem.notes, at: at.toISOString() }
}
