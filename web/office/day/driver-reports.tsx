// Reports of drivers under way about the day: delays, breaks, problems with the vehicle.
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useRoleReason, useSession } from '../session.tsx'
import type { Line } from './changes-since-dispatch.tsx'
import { useDayCommands } from './day-commands.ts'
import { useRefreshDay } from './use-day.ts'

const runningBreak = ({ pauses }: DayRoute) => pauses?.find(({ recorded }) => recorded === 'RUNNING')

/** Whether `DriverReports` has anything to show. */
export const hasReports = (route: DayRoute): boolean =>
  route.held_until !== null || route.problem !== null || runningBreak(route) !== undefined

export function DriverReports({ route }: { route: DayRoute }) {
  const zone = useSession().business.time_zone
  const { held_until: until, problem } = route
  const pause = runningBreak(route)
  return (
    <>
      {problem ? <span>{problemWords(route.name, problem, zone)}</span> : null}
      {pause ? <span>{words.day.onBreak(timeOf(pause.start, zone), timeOf(pause.end, zone))}</span> : null}
      {until ? <span>{words.day.heldUntil(timeOf(until, zone))}</span> : null}
    </>
  )
}

const problemWords = (name: string, { reason, notes, at }: NonNullable<DayRoute['problem']>, zone: string): string =>
  words.day.vehicleProblem(name, timeOf(at, zone), [reason, notes].filter(Boolean).join('; '))

/** Reported problems of vehicles that still have stops. The office plans the rest of the route again or closes the report. */
export const problemLines = (day: DayOut, zone: string): Line[] =>
  day.routes.flatMap((route) => {
    if (!route.problem || !route.stops.some(({ finished_at, current }) => current && !finished_at)) return []
    const text = problemWords(route.name, route.problem, zone)
    return [
      {
        key: `problem ${route.route_uuid}`,
        icon: 'warning' as const,
        text,
        action: (
          <>
            <PlanAround {...{ route, text }} />
            <Solve {...{ route, text }} at={route.problem.at} />
          </>
        ),
      },
    ]
  })

function PlanAround({ route, text }: { route: DayRoute; text: string }) {
  const deeds = useDayCommands()
  return (
    <Button
      small
      reason={useRoleReason('planRoutes')}
      aria-label={`${words.day.planAround}: ${text}`}
      onClick={() => deeds.replan({ kind: 'BROKEN_DOWN', route })}
    >
      {words.day.planAround}
    </Button>
  )
}

function Solve({ route, text, at }: { route: DayRoute; text: string; at: string }) {
  const refresh = useRefreshDay()
  const { run, said } = useActionRunner()
  const params = { route_uuid: route.route_uuid }
  const solve = async (): Promise<void> => {
    await call('POST /routes/{route_uuid}/problem/solve', { params, body: { at } })
  }
  return (
    <>
      <Button
        small
        kind="quiet"
        reason={useRoleReason('dispatchRoutes')}
        aria-label={`${words.day.problemSolved}: ${text}`}
        onClick={() => void run(solve).then(refresh)}
      >
        {words.day.problemSolved}
      </Button>
      {said}
    </>
  )
}
