// What a dispatcher does to the day, and what came of it.
import { useCallback, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { saidOf } from '../../api/said.ts'
import { words } from '../../words/locale.ts'
import type { Asking } from './day-dialogs.tsx'
import { useSession } from '../session.tsx'
import { useRefreshDay, useShowStatus } from './use-day.ts'
import type { Said, Say } from './day-said.tsx'
import type { DayView } from './day-view.ts'
import { type Deeds, useStable } from './deeds.ts'
import { type History, type Step, useHistory } from './history.ts'
import { loadAgainStep, type Move, moveStep } from './moves.ts'
import { cancelQuestion, newLinkQuestion, sendQuestion } from './questions.ts'
import { lockStep, reverseStep } from './route-steps.ts'
import { type SentRoute, sentWords, type UnsentRoute } from './sent-words.ts'
import { silentQuestion, silentWords, takenBy } from './silent.ts'

export interface DayWork {
  deeds: Deeds
  history: History
  said: Said | null
  say: (text: string) => void
  closeSaid: () => void
  /** Reads the day again. */
  refresh: () => Promise<void>
  /** The route as last read. */
  now: (route: DayRoute) => DayRoute
  make: (step: Step) => void
  sendAll: () => void
  planByHand: (vehicle: { vehicle_uuid: string; name: string }) => void
  lockSelected: () => void
}

/** `latest` is the day as last read; `ask` opens a dialog. */
export function useDayWork(day: DayOut, latest: () => DayOut, view: DayView, ask: (asking: Asking) => void): DayWork {
  const [said, setSaid] = useState<Said | null>(null)
  const say = useCallback<Say>((text, more) => setSaid({ text, ...more }), [])
  const closeSaid = useCallback(() => setSaid(null), [])
  const history = useHistory(day.date, say)
  const refresh = useRefreshDay()
  const showStatus = useShowStatus()
  const now = (route: DayRoute): DayRoute =>
    latest().routes.find(({ route_uuid }) => route_uuid === route.route_uuid) ?? route
  const make = (step: Step): void => void history.make(step)
  const zone = useSession().business.time_zone
  /** Asks first where one of them may be done already. */
  const takingOff = (orderIds: readonly string[], work: () => void): void => {
    const text = silentWords(latest(), orderIds, zone)
    if (text) ask({ confirm: silentQuestion(orderIds.length, text, work) })
    else work()
  }
  const makeMoves = (moves: Move[]): void => takingOff(takenBy(latest(), moves), () => make(moveStep(latest, moves)))

  const act = async <T>(work: Promise<T>, done: (answer: T) => string): Promise<void> => {
    say(words.day.saving, { lasts: true })
    const text = await saidOf(work, done)
    await refresh()
    say(text)
  }
  const of = ({ route_uuid }: DayRoute) => ({ params: { route_uuid } })

  /** One after the other; each is shown as sent as soon as the server has replied. */
  const send = async (waiting: readonly DayRoute[]): Promise<void> => {
    const sent: SentRoute[] = []
    const unsent: UnsentRoute[] = []
    for (const route of waiting) {
      say(words.day.sending(sent.length, waiting.length), { lasts: true })
      try {
        const { route: now, warnings } = await call('POST /routes/{route_uuid}/dispatch', of(route))
        showStatus(now)
        sent.push({ name: route.name, driver: route.driver?.name ?? null, warnings })
      } catch (error) {
        unsent.push({ name: route.name, why: error instanceof Error ? error.message : String(error) })
      }
    }
    await refresh()
    say(sentWords(sent, unsent), { lasts: unsent.length > 0 })
  }

  const toNewRoute = async ({ vehicle_uuid, name }: { vehicle_uuid: string; name: string }, orderIds: string[]) => {
    let opened: string | null = null
    await act(call('POST /routes', { body: { date: day.date, vehicle_uuid } }), ({ route_uuid }) => {
      opened = route_uuid
      return words.day.emptyRoute(name)
    })
    if (opened) make(moveStep(latest, [{ order_uuids: orderIds, to: { route_uuid: opened, position: 0 } }]))
  }

  const deeds = useStable({
    day: latest,
    select: view.select,
    selectIn: (list, orderIds, adding) => {
      const own = new Set(list)
      const others = adding ? [...view.selected].filter((id) => !own.has(id)) : []
      view.select(new Set([...others, ...orderIds]))
    },
    reveal: view.reveal,
    move: (move) => makeMoves([move]),
    moveAll: makeMoves,
    moveToVehicle: (vehicle, orderIds) => takingOff(orderIds, () => void toNewRoute(vehicle, orderIds)),
    cancelOrders: (order_uuids) =>
      ask({
        confirm: {
          title: words.orders.cancelOrdersAsk(order_uuids.length),
          text: [words.orders.cancelOrdersText, silentWords(latest(), order_uuids, zone)].filter(Boolean).join(' '),
          yes: words.orders.cancelOrdersYes(order_uuids.length),
          danger: true,
          onYes: () =>
            void act(call('POST /orders-cancelled', { body: { order_uuids } }), (results) => {
              const refused = results.filter(({ done }) => !done)
              const said = words.orders.cancelledCount(results.length - refused.length)
              return refused[0] ? words.orders.someFailed(said, refused.length, refused[0].message ?? '') : said
            }),
        },
      }),
    lock: (orderIds, locked) => make(lockStep(orderIds, locked)),
    loadAgain: (stop, again) => make(loadAgainStep(latest, stop, again)),
    toggle: (routeId) => {
      const route = day.routes.find(({ route_uuid }) => route_uuid === routeId)
      if (route) view.show([routeId], !view.isShown(route))
    },
    toggleOnMap: ({ route_uuid: id }, how) => {
      const { hidden: before, focused } = view.onMap
      const hidden = new Set(before)
      if (how === 'HIDDEN' && !before.has(id)) hidden.add(id)
      else hidden.delete(id)
      const others = focused === id ? null : focused
      view.setOnMap({ hidden, focused: how === 'FOCUSED' && focused !== id ? id : others })
    },
    dispatch: (route) => ask({ confirm: sendQuestion([route], day, () => send([route])) }),
    resendLink: (route) =>
      ask({
        confirm: newLinkQuestion(route, () =>
          act(call('POST /routes/{route_uuid}/resend-link', of(route)), ({ driver, no_text }) =>
            no_text ? words.day.newLinkNoText(route.name, driver, no_text) : words.day.newLinkTexted(route.name),
          ),
        ),
      }),
    link: (route) => ask({ link: route }),
    reverse: (route) => make(reverseStep(route, now)),
    reassign: (route) => ask({ reassign: route }),
    cancel: (route) =>
      ask({
        confirm: cancelQuestion(route, silentWords(latest(), idsOf(route), zone), () =>
          act(call('POST /routes/{route_uuid}/cancel', of(route)), () => words.day.isCancelled(route.name)),
        ),
      }),
    replan: (asked) => ask({ replan: asked }),
    regroup: (regroup) => ask({ regroup }),
    routeMenu: (route, at) => ask({ routeMenu: route, at }),
    otherDay: (orderIds) => ask({ otherDay: orderIds }),
    reoptimize: (route) =>
      ask({
        build: {
          vehicle_ids: [route.vehicle.vehicle_uuid],
          external_refs: route.stops.map(({ external_ref }) => external_ref),
        },
      }),
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
    sendAll: () => {
      const waiting = day.routes.filter((route) => route.status === 'PLANNED' && route.stop_count > 0)
      ask({ confirm: sendQuestion(waiting, day, () => send(waiting)) })
    },
    planByHand: (vehicle) =>
      void act(call('POST /routes', { body: { date: day.date, vehicle_uuid: vehicle.vehicle_uuid } }), () =>
        words.day.emptyRoute(vehicle.name),
      ),
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

const idsOf = ({ stops }: DayRoute): string[] => stops.map(({ order_uuid }) => order_uuid)
