// What a dispatcher does to the day, and what came of it.
import { useCallback, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { call } from '../../api/client.ts'
import { saidOf } from '../../api/said.ts'
import { words } from '../../words/locale.ts'
import type { Asking } from './day-dialogs.tsx'
import { useSession } from '../session.tsx'
import { useRefreshDay } from './day-data.ts'
import type { Said } from './day-said.tsx'
import type { DayView } from './day-view.ts'
import { type Deeds, useStable } from './deeds.ts'
import { type History, type Step, useHistory } from './history.ts'
import { loadAgainStep, type Move, moveStep } from './moves.ts'
import { cancelQuestion, newLinkQuestion, sendQuestion } from './questions.ts'
import { lockStep, reverseStep } from './route-steps.ts'
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
  const say = useCallback((text: string, again?: () => void) => setSaid({ text, again }), [])
  const closeSaid = useCallback(() => setSaid(null), [])
  const history = useHistory(day.date, say)
  const refresh = useRefreshDay()
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
    say(await saidOf(work, done))
    await refresh()
  }
  const of = ({ route_uuid }: DayRoute) => ({ params: { route_uuid } })

  const sendAll = async (waiting: readonly DayRoute[]): Promise<void> => {
    const faults: string[] = []
    const warnings: Warned[] = []
    for (const route of waiting)
      await call('POST /routes/{route_uuid}/dispatch', of(route)).then(
        (sent) => warnings.push(...sent.warnings.map((text) => ({ text, driver: route.driver?.name ?? null }))),
        (error: unknown) => faults.push(`${route.name}: ${error instanceof Error ? error.message : words.day.notSent}`),
      )
    say([words.day.sent(waiting.length - faults.length), ...faults, ...together(warnings)].join(' '))
    await refresh()
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
    dispatch: (route) =>
      ask({
        confirm: sendQuestion([route], day, () =>
          act(call('POST /routes/{route_uuid}/dispatch', of(route)), ({ warnings }) =>
            [words.day.isSent(route.name), ...warnings].join(' '),
          ),
        ),
      }),
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
      ask({ confirm: sendQuestion(waiting, day, () => sendAll(waiting)) })
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

interface Warned {
  text: string
  /** Whom it names, if anybody. */
  driver: string | null
}

const NAMES = new Intl.ListFormat('en')

/** What is the same but for the driver's name is said once, of all of them. */
function together(warnings: readonly Warned[]): string[] {
  const named = new Map<string, string[]>()
  for (const { text, driver } of warnings) {
    const [before = '', ...after] = driver === null ? [text] : text.split(driver)
    const about = after.length === 1 && driver !== null ? `${before}\n${after[0]}` : text
    named.set(about, [...(named.get(about) ?? []), driver ?? ''])
  }
  return [...named].map(([about, drivers]) => about.replace('\n', NAMES.format(drivers)))
}
