// Actions of a dispatcher on the day, and their results.
import { useCallback, useRef, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { resultMessage } from '../../api/result-message.ts'
import { words } from '../../words/locale.ts'
import type { OpenedDialog } from './day-dialogs.tsx'
import { useSession } from '../session.tsx'
import { useRefreshDay, useShowStatus } from './use-day.ts'
import type { DayMessage, ShowMessage } from './day-message.tsx'
import type { DayView } from './day-view.ts'
import type { DayContext } from './day-context.ts'
import { type DayCommands, useStable } from './day-commands.ts'
import { progressOf } from './day-stage.ts'
import { type History, type Step, useHistory } from './history.ts'
import { openIssue } from './issues.ts'
import { askToSend, createRouteCommands } from './route-deeds.ts'
import { createStopCommands } from './stop-deeds.ts'

export interface DayWork {
  deeds: DayCommands
  history: History
  said: DayMessage | null
  say: (text: string) => void
  closeSaid: () => void
  /** Loads the day again. */
  refresh: () => Promise<void>
  /** Returns the route as last read. */
  now: (route: DayRoute) => DayRoute
  make: (step: Step) => void
  /** Asks for confirmation, then sends these routes. */
  send: (routes: readonly DayRoute[]) => void
  /** Opens the next issue of the plan. */
  review: () => void
  planByHand: (vehicle: { vehicle_uuid: string; name: string }) => void
  lockSelected: () => void
}

/** Returns the dispatcher's actions on the day. `latest` returns the day as last read. `ask` opens a dialog. */
export function useDayWork(
  day: DayOut,
  latest: () => DayOut,
  view: DayView,
  ask: (asking: OpenedDialog) => void,
): DayWork {
  const [said, setSaid] = useState<DayMessage | null>(null)
  const say = useCallback<ShowMessage>((text, more) => setSaid({ text, ...more }), [])
  const closeSaid = useCallback(() => setSaid(null), [])
  const history = useHistory(day.date, say)
  const refresh = useRefreshDay()
  const now = (route: DayRoute): DayRoute =>
    latest().routes.find(({ route_uuid }) => route_uuid === route.route_uuid) ?? route
  const make = (step: Step): void => void history.make(step)
  const act: DayContext['act'] = async (work, done) => {
    say(words.day.saving, { lasts: true })
    const text = await resultMessage(work, done)
    await refresh()
    say(text)
  }
  const zone = useSession().business.time_zone
  const showStatus = useShowStatus()
  const desk = { day, latest, view, zone, ask, act, showStatus, say, refresh, now, make }
  const reviewed = useRef(0)
  const deeds = useStable({
    day: latest,
    select: view.select,
    reveal: view.reveal,
    ...createStopCommands(desk),
    ...createRouteCommands(desk),
  })
  return {
    deeds,
    history,
    said,
    say,
    closeSaid,
    refresh,
    now,
    make,
    send: (routes) => askToSend(desk, routes),
    review: () => {
      const { issues } = progressOf(latest())
      const issue = issues[reviewed.current++ % issues.length]
      if (issue) openIssue(issue, deeds)
      else say(words.day.noIssues)
    },
    planByHand: ({ vehicle_uuid, name }) =>
      void act(call('POST /routes', { body: { date: day.date, vehicle_uuid } }), () => words.day.emptyRoute(name)),
    lockSelected: () => {
      const stops = day.routes
        .flatMap((route) => route.stops)
        .filter((stop) => view.selected.has(stop.order_uuid) && !stop.finished_at)
      if (stops.length === 0) return
      const orderIds = stops.map(({ order_uuid }) => order_uuid)
      deeds.lock(orderIds, !stops.every(({ locked }) => locked))
    },
  }
}
