// Deliveries carried by mouse from the timeline or the map: onto a lane, a route or a stop in the lists, a stop on the map,
// or among those that wait. The lists' own drag is for touch and keyboard, too.
import { type PointerEvent as ReactPointerEvent, useSyncExternalStore } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { timeAt } from './day-data.ts'
import type { Deeds } from './deeds.ts'
import { sayCost } from './dragging.ts'
import { type Move, positionAt } from './moves.ts'
import { selectedIn } from './selection.ts'

export interface Carried {
  orderIds: readonly string[]
  x: number
  y: number
  /** What a drop here would do; null where nothing takes it. */
  move: Move | null
}

/** A press that moves no further is a click. */
const FAR_PX = 5

let carried: Carried | null = null
const listeners = new Set<() => void>()

function carry(next: Carried | null): void {
  carried = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useCarried = (): Carried | null => useSyncExternalStore(subscribe, () => carried)

/** Whether a drop now would land on the route. */
export const useCarriedTo = (routeId: string): boolean =>
  useSyncExternalStore(subscribe, () => carried?.move?.to?.route_uuid === routeId)

/** Begins at a delivery; all that is selected comes along if it is. */
export function beginCarrying(
  press: Pick<ReactPointerEvent | PointerEvent, 'button' | 'pointerType' | 'clientX' | 'clientY'>,
  orderId: string,
  selected: ReadonlySet<string>,
  deeds: Deeds,
): void {
  if (press.button !== 0 || press.pointerType === 'touch') return
  const { movable } = selectedIn(deeds.day(), selected.has(orderId) ? selected : new Set([orderId]))
  if (movable.length === 0) return
  const over = new AbortController()
  const { signal } = over
  const end = (): void => {
    over.abort()
    carry(null)
    sayCost('')
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (!carried && Math.hypot(x - press.clientX, y - press.clientY) < FAR_PX) return
    carry({ orderIds: movable, x, y, move: moveAt(deeds.day(), movable, x, y) })
  }
  const drop = (): void => {
    const { move: landing } = carried ?? {}
    // The click that follows would select what lies there.
    if (carried) window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
    end()
    if (landing) deeds.move(landing)
  }
  const stop = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  window.addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', stop, { signal, capture: true })
}

const swallow = (event: Event): void => event.stopPropagation()

/** What a drop at this point of the screen would do. */
function moveAt(day: DayOut, orderIds: string[], x: number, y: number): Move | null {
  const at = document.elementFromPoint(x, y)
  const place = placeAt(day, orderIds, at, x, y)
  return place === undefined ? null : { order_uuids: orderIds, to: place }
}

/** `undefined`: nothing takes them there. */
function placeAt(day: DayOut, orderIds: string[], at: Element | null, x: number, y: number): Move['to'] | undefined {
  const routeOf = (id: string | null | undefined): DayRoute | undefined =>
    day.routes.find(({ route_uuid }) => route_uuid === id)
  const into = (route: DayRoute | undefined, position: (route: DayRoute) => number) =>
    route && { route_uuid: route.route_uuid, position: position(route) }
  const rest = ({ stops }: DayRoute) => stops.filter(({ order_uuid }) => !orderIds.includes(order_uuid))
  const track = at?.closest<HTMLElement>('[data-lane]')
  if (track) {
    const { left, width } = track.getBoundingClientRect()
    const [from = 0, to = 0] = (track.dataset['hours'] ?? '').split(' ').map(Number)
    const time = from + ((x - left) / width) * (to - from)
    return into(
      routeOf(track.dataset['lane']),
      (route) => rest(route).filter((stop) => new Date(timeAt(stop)).getTime() < time).length,
    )
  }
  const mark = at?.closest<HTMLElement>('[data-order]')?.dataset['order']
  if (mark) {
    const route = day.routes.find(({ stops }) =>
      stops.some(({ order_uuid, current }) => order_uuid === mark && current),
    )
    return into(route, (one) => positionAt(one, orderIds, { key: mark, dropPosition: 'after' }))
  }
  const route = routeOf(at?.closest('[data-route]')?.getAttribute('data-route'))
  if (route) {
    const row = at?.closest('[role="row"][data-key]')
    if (!row) return into(route, (one) => rest(one).length)
    const { top, height } = row.getBoundingClientRect()
    const dropPosition = y < top + height / 2 ? 'before' : 'after'
    return into(route, (one) => positionAt(one, orderIds, { key: row.getAttribute('data-key') ?? '', dropPosition }))
  }
  return at?.closest('[data-pool]') ? null : undefined
}
