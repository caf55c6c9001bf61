// Changes since routes were sent, each with a button that proposes a re-plan.
import type { ReactNode } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { isRunning } from '../../../src/domain/routes/route.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { useDayCommands } from './day-commands.ts'
import { pendingLateStopCount } from './day-data.ts'
import type { ReplanAsk } from './replan-ask.tsx'

/** Maximum number of deliveries in one proposal. */
const MAX_ORDERS = 50

/** A line of the attention list, with one action. */
export interface Line {
  key: string
  icon: IconName
  text: string
  action: ReactNode
}

interface Change {
  text: string
  icon: IconName
  action: string
  ask: ReplanAsk
}

export const changesOf = (day: DayOut): Line[] =>
  linesOf(day).map((change) => ({
    key: change.text,
    text: change.text,
    icon: change.icon,
    action: <Propose {...change} />,
  }))

function Propose({ text, action, ask }: Change) {
  const deeds = useDayCommands()
  return (
    <Button
      small
      reason={useRoleReason('planRoutes')}
      aria-label={`${action}: ${text}`}
      onClick={() => deeds.replan(ask)}
    >
      {action}
    </Button>
  )
}

function linesOf(day: DayOut): Change[] {
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
            icon: 'open' as const,
            text: words.day.cameIn(urgent.length),
            action: words.day.fitIn,
            ask: { kind: 'FIT_IN' as const, orders: urgent },
          },
        ]
      : []),
    ...(cameOff.length > 0
      ? [
          {
            icon: 'open' as const,
            text: words.day.cameOff(cameOff.length),
            action: words.day.fitIn,
            ask: { kind: 'FIT_IN' as const, orders: cameOff },
          },
        ]
      : []),
    ...late.map(({ route, count }) => ({
      icon: 'clock' as const,
      text: words.day.runsLate(route.name, count),
      action: words.day.planAround,
      ask: { kind: 'LATE' as const, route, minutes: 0 },
    })),
  ]
}
