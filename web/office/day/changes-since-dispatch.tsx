// Lists changes since routes were sent, each with a button that proposes a re-plan.
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { isRunning } from '../../../src/domain/routes/route.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import type { ReplanAsk } from './replan-ask.tsx'

/** Maximum number of changes with a button. The lists of the day show the others too. */
const MAX_SHOWN = 3
/** Maximum number of deliveries in one proposal. */
const MAX_ORDERS = 50

export function ChangesSinceDispatch({ day }: { day: DayOut }) {
  const deeds = useDayCommands()
  const role = useRoleReason('planRoutes')
  const lines = day.date === day.today ? changeLines(day) : []
  if (lines.length === 0) return null
  return (
    <section className={style.comeUp} aria-label={words.day.comeUp}>
      {lines.slice(0, MAX_SHOWN).map(({ text, action, ask }) => (
        <p key={text}>
          <span>{text}</span>
          <Button reason={role} aria-label={`${action}: ${text}`} onClick={() => deeds.replan(ask)}>
            {action}
          </Button>
        </p>
      ))}
    </section>
  )
}

interface Line {
  text: string
  action: string
  ask: ReplanAsk
}

function changeLines(day: DayOut): Line[] {
  const urgent = day.pool.filter(({ since_dispatch, lat }) => since_dispatch && lat !== null).slice(0, MAX_ORDERS)
  const cameOff = day.pool
    .filter(({ came_off, since_dispatch, lat }) => came_off && !since_dispatch && lat !== null)
    .slice(0, MAX_ORDERS)
  const late = day.routes
    .map((route) => ({ route, count: pendingLateStopCount(route) }))
    .filter(({ route, count }) => isRunning(route.status) && count > 0)
    .sort((a, b) => b.count - a.count)
  return [
    ...(urgent.length > 0
      ? [
          {
            text: words.day.cameIn(urgent.length),
            action: words.day.fitIn,
            ask: { kind: 'FIT_IN' as const, orders: urgent },
          },
        ]
      : []),
    ...(cameOff.length > 0
      ? [
          {
            text: words.day.cameOff(cameOff.length),
            action: words.day.fitIn,
            ask: { kind: 'FIT_IN' as const, orders: cameOff },
          },
        ]
      : []),
    ...late.map(({ route, count }) => ({
      text: words.day.runsLate(route.name, count),
      action: words.day.planAround,
      ask: { kind: 'LATE' as const, route, minutes: 0 },
    })),
  ]
}

/** Counts the late stops with the status PENDING. Another stop order can help only these. */
const pendingLateStopCount = ({ stops }: DayRoute): number =>
  stops.filter(({ status, late_minutes }) => status === 'PENDING' && late_minutes > 0).length
