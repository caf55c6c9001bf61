// Carries deliveries from the timeline or the map by mouse, by touch after a short hold, or by keys. They can be dropped on a
// lane, on a route or stop in the lists, on a stop on the map, or in the pool.
import { type DragEvent, type PointerEvent as ReactPointerEvent, useSyncExternalStore } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import { isOpen, stopTime } from './day-data.ts'
import type { DayCommands } from './day-commands.ts'
import { draggedOrderIds } from './dragging.ts'
import { type Move, positionAt } from './moves.ts'
import { selectedIn } from './selection.ts'

export interface StopMoveInProgress {
  orderIds: readonly string[]
  x: number
  y: number
  /** Move that a drop here would make. Null if nothing accepts the drop. */
  move: Move | null
}

/** A press that moves less than this distance is a click. */
const DRAG_THRESHOLD_PX = 5
/** A finger that stays this long picks up the delivery. If the finger moves earlier, it pans the map. */
const HOLD_MS = 300

let moveInProgress: StopMoveInProgress | null = null
const listeners = new Set<() => void>()

function setMoveInProgress(next: StopMoveInProgress | null): void {
  moveInProgress = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useMoveInProgress = (): StopMoveInProgress | null => useSyncExternalStore(subscribe, () => moveInProgress)

/** Whether a drop now would put the deliveries on this route. */
export const useIsMoveTarget = (routeId: string): boolean =>
  useSyncExternalStore(subscribe, () => moveInProgress?.move?.to?.route_uuid === routeId)

/** Starts carrying a delivery. If it is selected, all movable selected deliveries are carried with it. */
export function startPointerMove(
  press: Pick<ReactPointerEvent | PointerEvent, 'button' | 'pointerType' | 'clientX' | 'clientY'>,
  orderId: string,
  selected: ReadonlySet<string>,
  deeds: DayCommands,
): void {
  if (press.button !== 0) return
  const { movable } = selectedIn(deeds.day(), selected.has(orderId) ? selected : new Set([orderId]))
  if (movable.length === 0) return
  const over = new AbortController()
  const { signal } = over
  const end = (): void => {
    over.abort()
    clearTimeout(holding)
    setMoveInProgress(null)
  }
  const at = (x: number, y: number): void =>
    setMoveInProgress({ orderIds: movable, x, y, move: moveAt(deeds.day(), movable, x, y) })
  const byTouch = press.pointerType === 'touch'
  const holding = byTouch ? setTimeout(() => at(press.clientX, press.clientY), HOLD_MS) : undefined
  const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (moveInProgress) return at(x, y)
    if (Math.hypot(x - press.clientX, y - press.clientY) < DRAG_THRESHOLD_PX) return
    if (byTouch) end()
    else at(x, y)
  }
  const drop = (): void => {
    const { move: landing } = moveInProgress ?? {}
    // Suppress the click that follows the drop. It would select the element under the pointer.
    if (moveInProgress) window.addEventListener('click', stopPropagation, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', stopPropagation, { capture: true }))
    end()
    if (landing) deeds.move(landing)
  }
  const stop = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  const keepStill = (event: Event): void => {
    if (!moveInProgress) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  // Prevents that the map pans or a context menu opens.
  window.addEventListener('touchmove', keepStill, { signal, capture: true, passive: false })
  window.addEventListener('contextmenu', keepStill, { signal, capture: true })
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', stop, { signal, capture: true })
}

/** Handles rows that the browser drags from the lists. Over lanes and the map they are carried like stops from there. */
export const rowDragHandlers = (deeds: DayCommands) => ({
  onDragOver(event: DragEvent): void {
    const orderIds = [...draggedOrderIds()]
    if (orderIds.length === 0) return
    const { clientX: x, clientY: y } = event
    const move = moveAt(deeds.day(), orderIds, x, y)
    setMoveInProgress({ orderIds, x, y, move })
    if (!move) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  },
  onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setMoveInProgress(null)
  },
  onDrop(event: DragEvent): void {
    const landing = moveInProgress?.move
    if (!landing || draggedOrderIds().length === 0) return
    event.preventDefault()
    setMoveInProgress(null)
    deeds.move(landing)
  },
})

/**
 * Carries the selected deliveries over the lanes by arrow keys. Enter drops them and Escape cancels. Returns false if no
 * selected delivery can be moved or no lane exists.
 */
export function startKeyboardMove(selected: ReadonlySet<string>, deeds: DayCommands): boolean {
  const { movable } = selectedIn(deeds.day(), selected)
  const lanes = lanesOf(deeds.day())
  if (movable.length === 0 || lanes.length === 0) return false
  const rest = (route: DayRoute) => route.stops.filter(({ order_uuid }) => !movable.includes(order_uuid))
  const isOwn = ({ order_uuid }: DayStop): boolean => movable.includes(order_uuid)
  /** Time at the keyboard's position. If all stops of the route are carried, their own times are used. */
  const timeOn = (route: DayRoute): number => timeOf(rest(route).length > 0 ? rest(route) : route.stops, position)
  let lane = Math.max(
    0,
    lanes.findIndex(({ stops }) => stops.some(isOwn)),
  )
  let position = Math.max(0, lanes[lane]?.stops.findIndex(isOwn) ?? 0)
  const over = new AbortController()
  const { signal } = over
  const end = (): void => {
    over.abort()
    setMoveInProgress(null)
  }
  const show = (): void => {
    const route = lanes[lane]
    const track = route && document.querySelector(`[data-lane="${route.route_uuid}"]`)
    if (!route || !track) return end()
    track.scrollIntoView({ block: 'nearest' })
    const { left, width, top, height } = track.getBoundingClientRect()
    const [from, to] = hoursOf(track)
    const share = (timeOn(route) - from) / (to - from)
    const move = { order_uuids: movable, to: { route_uuid: route.route_uuid, position } }
    setMoveInProgress({
      orderIds: movable,
      x: left + Math.min(1, Math.max(0, share)) * width,
      y: top + height / 2,
      move,
    })
  }
  const step = (event: KeyboardEvent): void => {
    const route = lanes[lane]
    if (!route || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return end()
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return end()
    if (event.key === 'Enter') {
      const landing = moveInProgress?.move
      end()
      if (landing) deeds.move(landing)
      return
    }
    if (event.key === 'ArrowLeft') position = Math.max(0, position - 1)
    if (event.key === 'ArrowRight') position = Math.min(rest(route).length, position + 1)
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const time = timeOn(route)
      lane = Math.min(lanes.length - 1, Math.max(0, lane + (event.key === 'ArrowUp' ? -1 : 1)))
      const next = lanes[lane]
      if (next && next !== route) position = rest(next).filter((stop) => timeIn(stop) < time).length
    }
    show()
  }
  window.addEventListener('keydown', step, { signal, capture: true })
  window.addEventListener('pointerdown', end, { signal, capture: true })
  show()
  return true
}

const lanesOf = ({ routes }: DayOut): DayRoute[] =>
  routes.filter((route) => isOpen(route) && route.stops.some(({ current }) => current))

const timeIn = (stop: DayStop): number => new Date(stopTime(stop)).getTime()

/** Mean of the times of the stops before and after this position. */
function timeOf(stops: readonly DayStop[], position: number): number {
  const times = [stops[position - 1], stops[position]].flatMap((stop) => (stop ? timeIn(stop) : []))
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

const hoursOf = (track: Element): [from: number, to: number] => {
  const [from = 0, to = 0] = (track.getAttribute('data-hours') ?? '').split(' ').map(Number)
  return [from, to]
}

const stopPropagation = (event: Event): void => event.stopPropagation()

/** Returns the move that a drop at this point of the screen would make. */
function moveAt(day: DayOut, orderIds: string[], x: number, y: number): Move | null {
  const at = document.elementFromPoint(x, y)
  const place = dropTargetAt(day, orderIds, at, x, y)
  return place === undefined ? null : { order_uuids: orderIds, to: place }
}

/** Returns the route and position at this point. Null for the pool, and undefined if nothing there accepts the drop. */
function dropTargetAt(
  day: DayOut,
  orderIds: string[],
  at: Element | null,
  x: number,
  y: number,
): Move['to'] | undefined {
  const routeOf = (id: string | null | undefined): DayRoute | undefined =>
    day.routes.find(({ route_uuid }) => route_uuid === id)
  const into = (route: DayRoute | undefined, position: (route: DayRoute) => number) =>
    route && { route_uuid: route.route_uuid, position: position(route) }
  const rest = ({ stops }: DayRoute) => stops.filter(({ order_uuid }) => !orderIds.includes(order_uuid))
  const track = at?.closest<HTMLElement>('[data-lane]')
  if (track) {
    const { left, width } = track.getBoundingClientRect()
    const [from, to] = hoursOf(track)
    const time = from + ((x - left) / width) * (to - from)
    return into(routeOf(track.dataset['lane']), (route) => rest(route).filter((stop) => timeIn(stop) < time).length)
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
