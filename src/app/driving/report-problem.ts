// A problem with the vehicle that the driver reports. The office then plans the rest of the route again. The problem ends
// when the driver reaches or finishes a stop, or reports that it is solved.
import type { ProblemOut } from '../../contract/routes.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import type { ReportedProblem } from '../../store/routes/driver-taps.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { lockedRoute } from '../routes/locked-route.ts'

/** Records the report, whose reason and notes are those of the tap. Null: the problem is solved. */
export const reportProblem = (ctx: Context, routeId: string, reason: string | null): Promise<void> =>
  ctx.write(async (tx) => {
    throwIfRefused(routeRefusal((await lockedRoute(tx, routeId)).status, 'work'))
    const about = { entity: 'route', entityId: routeId } as const
    if (reason === null) audit(tx, ctx, { action: 'route.problem_solved', ...about })
    else audit(tx, ctx, { action: 'route.problem_reported', ...about, detail: { reason } })
  })

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
