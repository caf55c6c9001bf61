// Computes the state of the day at an instant from its full history.
import type { PlaybackOut } from '../../../src/contract/office/playback.ts'
import { coursesOf } from '../../../src/domain/playback/courses.ts'
import { knownAt } from '../../../src/domain/playback/history.ts'
import { type Lateness, latenessOf } from '../../../src/domain/playback/lateness.ts'
import { dayToIso, instantOfLocalTime } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import type { DrawnPlan } from '../plan-map/drawn-plan.ts'

type Entry = PlaybackOut['entries'][number]
type StopState = NonNullable<Extract<Entry, { kind: 'STOP' }>['state']>
type RouteState = NonNullable<Extract<Entry, { kind: 'ROUTE' }>['state']>
type Order = PlaybackOut['orders'][number]

export interface PlayedStop extends StopState {
  stopId: string
  order: Order | undefined
  late: Lateness | null
}

export interface PlayedRoute extends RouteState {
  routeId: string
  name: string
  vehicle: string
  driver: string | null
  stops: PlayedStop[]
  /** Lateness at the end of the route, once it is completed. */
  late: Lateness | null
}

const idOf = ({ record_uuid }: Entry): string => record_uuid

export function routesAt(day: PlaybackOut, until: Date, zone: string): PlayedRoute[] {
  const orders = new Map(day.orders.map((order) => [order.order_uuid, order]))
  const opens = (orderId: string): number | null => {
    const from = orders.get(orderId)?.window_start
    return from ? Date.parse(instantOfLocalTime(`${dayToIso(day.date)}T${from.slice(0, 5)}`, zone)) : null
  }
  const known = [...knownAt(day.entries, idOf, until).values()]
  return day.routes.flatMap(({ route_uuid: routeId, name }): PlayedRoute[] => {
    const own = known.find((entry) => entry.record_uuid === routeId)
    if (own?.kind !== 'ROUTE' || !own.state) return []
    const courses = coursesOf(day.entries, routeId, until, opens)
    const late = (stopId: string | null): Lateness | null =>
      courses && latenessOf(courses.planned, courses.actual, stopId)
    const { vehicle_uuid: vehicle, driver_uuid: driver } = own.state
    return [
      {
        ...own.state,
        routeId,
        name,
        vehicle: day.names[vehicle] ?? '',
        driver: driver && (day.names[driver] ?? null),
        stops: known
          .flatMap((entry): PlayedStop[] =>
            entry.kind === 'STOP' && entry.state?.route_uuid === routeId
              ? [
                  {
                    ...entry.state,
                    stopId: entry.record_uuid,
                    order: orders.get(entry.state.order_uuid),
                    late: late(entry.record_uuid),
                  },
                ]
              : [],
          )
          .sort((a, b) => a.sequence - b.sequence),
        late: own.state.completed_at ? late(null) : null,
      },
    ]
  })
}

export interface DayEvent {
  at: string
  kind: 'DONE' | 'FAILED' | 'ADDED' | 'REMOVED' | 'MESSAGE' | 'REFUSED' | 'ROUTE'
  text: string
}

type Said = Pick<DayEvent, 'kind' | 'text'>

/** All events of the day, oldest first. */
export function dayEventsOf(day: PlaybackOut): DayEvent[] {
  const { playback } = words
  const refs = new Map(day.orders.map(({ order_uuid, external_ref }) => [order_uuid, external_ref]))
  const routes = new Map(day.routes.map(({ route_uuid, name }) => [route_uuid, name]))
  const before = new Map<string, Entry>()
  const changes = day.entries.flatMap((entry): DayEvent[] => {
    const was = before.get(entry.record_uuid)
    before.set(entry.record_uuid, entry)
    return entryTexts(entry, was, day.names, refs, routes).map((said) => ({ at: entry.at, ...said }))
  })
  const taps = day.taps
    .filter(({ refused }) => refused !== null)
    .map(
      ({ at, route_uuid }): DayEvent => ({ at, kind: 'REFUSED', text: playback.refused(routes.get(route_uuid) ?? '') }),
    )
  const messages = day.messages.map(({ at, channel, order_uuid, route_uuid }): DayEvent => {
    const whom = (order_uuid && refs.get(order_uuid)) ?? (route_uuid && routes.get(route_uuid)) ?? ''
    return { at, kind: 'MESSAGE', text: channel === 'SMS' ? playback.texted(whom) : playback.mailed(whom) }
  })
  return [...changes, ...taps, ...messages].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

type Names = ReadonlyMap<string, string>

function entryTexts(
  entry: Entry,
  was: Entry | undefined,
  names: PlaybackOut['names'],
  refs: Names,
  routes: Names,
): Said[] {
  const { playback, common } = words
  if (entry.kind === 'ROUTE') {
    const old = was?.kind === 'ROUTE' ? was.state : null
    const now = entry.state
    const name = routes.get(entry.record_uuid) ?? ''
    if (!now) return []
    return [
      ...(now.status === old?.status ? [] : [playback.routeIs(name, common.routeStatus[now.status])]),
      ...(old && now.driver_uuid !== old.driver_uuid
        ? [playback.driverIs(name, (now.driver_uuid && names[now.driver_uuid]) || common.noDriver)]
        : []),
    ].map((text) => ({ kind: 'ROUTE', text }))
  }
  const old = was?.kind === 'STOP' ? was.state : null
  const now = entry.state
  const ref = refs.get((now ?? old)?.order_uuid ?? '') ?? ''
  const route = (state: StopState) => routes.get(state.route_uuid)
  const [from, to] = [old && route(old), now && route(now)]
  return [
    ...(from && from !== to ? [{ kind: 'REMOVED' as const, text: playback.leftRoute(ref, from) }] : []),
    ...(to && from !== to ? [{ kind: 'ADDED' as const, text: playback.cameOn(ref, to) }] : []),
    ...(now && old && now.status !== old.status
      ? [{ kind: kindOf(now.status), text: playback.stopIs(ref, common.stopStates[now.status]) }]
      : []),
  ]
}

const kindOf = (status: StopState['status']): DayEvent['kind'] =>
  status === 'DELIVERED' ? 'DONE' : status === 'FAILED' ? 'FAILED' : 'ROUTE'

/** First and last minute with events on the date itself, else those of its planning. */
export function spanOf(day: PlaybackOut, happenings: readonly DayEvent[], zone: string): [from: number, to: number] {
  const times = happenings.map(({ at }) => Date.parse(at))
  const midnight = Date.parse(instantOfLocalTime(`${dayToIso(day.date)}T00:00`, zone))
  const [first = midnight, last = midnight] = [times[0], times.at(-1)]
  const from = last > midnight ? Math.max(first, midnight) : first
  return [Math.floor(from / 60_000), Math.ceil(last / 60_000)]
}

/** Last tap of each route's driver with a location, as far as locations are still stored. */
function lastDriverTaps(day: PlaybackOut, until: Date): PlaybackOut['taps'] {
  const seen = new Map<string, PlaybackOut['taps'][number]>()
  for (const tap of day.taps) if (tap.lat !== null && new Date(tap.at) <= until) seen.set(tap.route_uuid, tap)
  return [...seen.values()]
}

export function drawnDay(
  day: PlaybackOut,
  routes: readonly PlayedRoute[],
  until: Date,
  timeOf: (at: string) => string,
): DrawnPlan {
  const depots = new Map(day.routes.map(({ route_uuid, depot }) => [route_uuid, depot]))
  return {
    routes: routes.flatMap(({ routeId, stops, status }, color) => {
      const depot = depots.get(routeId)
      if (!depot || status === 'CANCELLED') return []
      return [
        {
          color,
          depot,
          stops: stops.flatMap(({ order, sequence, status: stop }) =>
            order && order.lat !== null && order.lng !== null
              ? [
                  {
                    orderId: order.order_uuid,
                    lat: order.lat,
                    lng: order.lng,
                    text: String(sequence),
                    label: `${order.external_ref}: ${words.common.stopStates[stop]}`,
                    changed: stop === 'DELIVERED' || stop === 'FAILED' || stop === 'SKIPPED',
                  },
                ]
              : [],
          ),
        },
      ]
    }),
    loose: lastDriverTaps(day, until).flatMap(({ lat, lng, at, route_uuid }) => {
      const name = day.routes.find((route) => route.route_uuid === route_uuid)?.name ?? ''
      return lat === null || lng === null ? [] : [{ lat, lng, label: words.playback.lastSeen(name, timeOf(at)) }]
    }),
  }
}
