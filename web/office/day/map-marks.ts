// Marks on the map: depots, deliveries and drivers. Marks are reused when the day changes, and only changed ones are updated.
import { type Map as MapView, Marker } from 'maplibre-gl'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { ago } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { type Cluster, clusterMarks, isCrowded, type MapPoint, readableKeys } from './clusters.ts'
import { routeMark } from './colors.ts'
import style from './map.module.css'

interface Mark {
  kind: 'depot' | 'stop' | 'driver' | 'cluster'
  lat: number
  lng: number
  text: string
  label: string
  color: string
  /** Delivery that a click selects. */
  orderId: string | null
  faded: boolean
  dim: boolean
  /** Outcome of a finished stop. The mark shows it as a shape instead of the number. */
  done?: 'delivered' | 'failed'
  /** Whether the street of the stop is open only at some hours. The mark has a bar below it. */
  hours?: boolean
  /** Name of the route for grouping. Absent if the mark is never grouped. */
  group?: string
  /** Shown as a dot without its number, because many marks are close. */
  small?: boolean
}

/** An older driver position is shown as outdated. */
const STALE_POSITION_MS = 15 * 60_000

export interface Marks {
  /** Shows the marks of the day. `focused` is the emphasized route, if any. The marks of all other routes are dimmed. */
  show(day: DayOut, focused: string | null): void
  select(orderIds: ReadonlySet<string>): void
  remove(): void
}

type OnPress = (press: PointerEvent, orderId: string) => void

export function createMarks(view: MapView, onSelect: (orderId: string) => void, onPress: OnPress): Marks {
  const shown = new Map<string, { marker: Marker; mark: string }>()
  let selected: ReadonlySet<string> = new Set()
  let all: ReadonlyMap<string, Mark> = new Map()
  const place = (key: string, mark: Mark): void => {
    const known = shown.get(key)
    const text = JSON.stringify(mark)
    if (known?.mark === text) return
    const marker = known?.marker ?? newMarker(mark, onSelect, onPress)
    styleMark(marker.getElement(), mark)
    marker.setLngLat([mark.lng, mark.lat])
    if (!known) marker.addTo(view)
    shown.set(key, { marker, mark: text })
    if (mark.orderId) choose(mark.orderId, selected.has(mark.orderId))
  }
  const choose = (orderId: string, yes: boolean): void =>
    void shown
      .get(orderId)
      ?.marker.getElement()
      .classList.toggle(style.selected ?? '', yes)
  const draw = (): void => {
    const { marks, clusters } = marksAtZoom(view, all, selected)
    const groups = new Map(clusters.map((cluster) => [cluster.key, cluster]))
    for (const [key, { marker }] of shown)
      if (!marks.has(key) && !groups.has(key)) {
        marker.remove()
        shown.delete(key)
      }
    for (const [key, mark] of marks) place(key, mark)
    for (const cluster of clusters) {
      if (shown.has(cluster.key)) continue
      const marker = clusterMarker(cluster, all, () =>
        view.easeTo({ center: [cluster.lng, cluster.lat], zoom: cluster.zoom, duration: 150 }),
      )
      marker.addTo(view)
      shown.set(cluster.key, { marker, mark: '' })
    }
  }
  const zoomed = view.on('zoomend', draw)
  return {
    show(day, focused) {
      all = marksOf(day, focused)
      draw()
    },
    select(orderIds) {
      for (const orderId of selected) if (!orderIds.has(orderId)) choose(orderId, false)
      selected = orderIds
      draw()
      for (const orderId of orderIds) choose(orderId, true)
    },
    remove() {
      zoomed.unsubscribe()
      for (const { marker } of shown.values()) marker.remove()
      shown.clear()
    },
  }
}

/**
 * Returns the marks and groups to show at this zoom. Selected deliveries and those of the emphasized route are never grouped.
 */
function marksAtZoom(
  view: MapView,
  all: ReadonlyMap<string, Mark>,
  selected: ReadonlySet<string>,
): { marks: ReadonlyMap<string, Mark>; clusters: Cluster[] } {
  const placed: MapPoint[] = []
  for (const [key, { lat, lng, group, dim, orderId }] of all)
    if (group && !(orderId && selected.has(orderId)))
      placed.push({ key, lat, lng, group: dim ? `dim ${group}` : group })
  const apart = (a: [number, number], b: [number, number]): [number, number] => {
    const [from, to] = [view.project(a), view.project(b)]
    return [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  }
  if (!isCrowded(placed, apart)) return { marks: withNumbers(view, all, selected), clusters: [] }
  const { clusters, single } = clusterMarks(placed, view.getZoom())
  const grouped = new Set(placed.map(({ key }) => key))
  const marks = new Map<string, Mark>()
  for (const [key, mark] of all)
    if (!grouped.has(key)) marks.set(key, mark)
    else if (single.has(key)) marks.set(key, { ...mark, small: true })
  return { marks, clusters }
}

/** Shows stops without room for their number as dots. Selected stops, then those of the emphasized route, have numbers first. */
function withNumbers(
  view: MapView,
  all: ReadonlyMap<string, Mark>,
  selected: ReadonlySet<string>,
): ReadonlyMap<string, Mark> {
  const rank = ({ orderId, group }: Mark): number => (orderId && selected.has(orderId) ? 0 : group ? 2 : 1)
  const stops = [...all].filter(([, { kind }]) => kind === 'stop').toSorted(([, a], [, b]) => rank(a) - rank(b))
  const spots = stops.map(([key, { lat, lng }]) => {
    const { x, y } = view.project([lng, lat])
    return { key, x, y }
  })
  const numbers = readableKeys(spots)
  return new Map(
    [...all].map(([key, mark]) => [key, mark.kind === 'stop' && !numbers.has(key) ? { ...mark, small: true } : mark]),
  )
}

/** Start and end locations of routes that are not depots. */
export const endsOutsideDepots = ({ routes }: DayOut) =>
  routes.flatMap(({ status, start, end }) => (status === 'CANCELLED' ? [] : [start, end].filter((place) => !!place)))

function marksOf(day: DayOut, focused: string | null): Map<string, Mark> {
  const unassigned = {
    ...PLAIN,
    kind: 'stop',
    color: 'var(--route-none)',
    dim: focused !== null,
    group: words.common.unassigned,
  } as const
  return new Map([
    ...day.depots.map(({ depot_uuid, name, lat, lng }) => [depot_uuid, depotMark(name, lat, lng)] as const),
    ...endsOutsideDepots(day).map(({ name, lat, lng }) => [`home ${lat},${lng}`, depotMark(name, lat, lng)] as const),
    ...day.routes.flatMap((route) => (route.status === 'CANCELLED' ? [] : routeMarks(route, focused))),
    ...day.pool.flatMap(({ order_uuid: orderId, lat, lng, line1 }) =>
      lat === null || lng === null
        ? []
        : [[orderId, { ...unassigned, lat, lng, orderId, label: words.day.unassignedAt(line1) }] as const],
    ),
  ])
}

const PLAIN = { text: '', color: '', orderId: null, faded: false, dim: false }

const depotMark = (label: string, lat: number, lng: number): Mark => ({ ...PLAIN, kind: 'depot', lat, lng, label })

/** Marks of the route's stops and driver. */
function routeMarks(route: DayRoute, focused: string | null): [string, Mark][] {
  const { color } = routeMark(route.color)
  const dim = focused !== null && route.route_uuid !== focused
  const group = route.route_uuid === focused ? {} : { group: route.name }
  const stops = route.stops.flatMap((stop): [string, Mark][] => {
    const { order_uuid: orderId, address, sequence, finished_at } = stop
    const { lat, lng } = address
    if (lat === null || lng === null) return []
    const name = `${route.name} ${sequence}, ${address.line1}`
    const street = finished_at ? undefined : (stop.street_fault ?? stop.street?.message)
    const label = finished_at ? words.day.markDone(name) : [name, street].filter(Boolean).join('. ')
    const outcome = finished_at && ({ done: stop.status === 'DELIVERED' ? 'delivered' : 'failed' } as const)
    const text = outcome ? '' : String(sequence)
    const mark: Mark = { ...PLAIN, kind: 'stop', lat, lng, text, label, color, orderId, dim, ...group, ...outcome }
    return [[orderId, street ? { ...mark, hours: true } : mark]]
  })
  if (!route.position) return stops
  const { lat, lng, at } = route.position
  const text = ago(at)
  const label = words.day.seen(route.driver?.name ?? route.name, text)
  const faded = Date.now() - new Date(at).getTime() > STALE_POSITION_MS
  return [
    ...stops,
    [`driver ${route.route_uuid}`, { ...PLAIN, kind: 'driver', lat, lng, text, label, color, faded, dim }],
  ]
}

function newMarker({ kind, orderId }: Mark, onSelect: (orderId: string) => void, onPress: OnPress): Marker {
  const element: HTMLElement = document.createElement(kind === 'stop' ? 'button' : 'div')
  if (element instanceof HTMLButtonElement) {
    element.type = 'button'
    // Marks are not in the tab order, because keyboard users reach the deliveries in the lists.
    element.tabIndex = -1
  }
  element.className = style[kind] ?? ''
  if (orderId) {
    element.dataset['order'] = orderId
    element.addEventListener('click', () => onSelect(orderId))
    element.addEventListener('pointerdown', (press) => onPress(press, orderId))
    // Prevents that the map pans with the drag.
    element.addEventListener('mousedown', (press) => press.stopPropagation())
  }
  return new Marker({ element })
}

/** A mark like a stop's with a ring, showing how many stops it contains. A click zooms in until they separate. */
function clusterMarker(
  { lat, lng, group, count }: Cluster,
  all: ReadonlyMap<string, Mark>,
  onClick: () => unknown,
): Marker {
  const name = group.replace(/^dim /, '')
  const like = [...all.values()].find((mark) => mark.group === name)
  const element = document.createElement('button')
  element.type = 'button'
  element.tabIndex = -1
  element.className = style.cluster ?? ''
  element.classList.toggle(style.dim ?? '', like?.dim ?? false)
  element.style.setProperty('--route', like?.color ?? '')
  element.textContent = String(count)
  const label = words.day.stopsTogether(count, name)
  element.title = label
  element.setAttribute('aria-label', label)
  element.addEventListener('click', onClick)
  return new Marker({ element }).setLngLat([lng, lat])
}

function styleMark(element: HTMLElement, mark: Mark): void {
  const { kind, text, label, color, faded, dim, done, small = false, hours = false } = mark
  element.classList.toggle(style.hours ?? '', hours)
  element.classList.toggle(style.small ?? '', small)
  element.style.setProperty('--route', color)
  element.classList.toggle(style.faded ?? '', faded)
  element.classList.toggle(style.delivered ?? '', done === 'delivered')
  element.classList.toggle(style.failed ?? '', done === 'failed')
  element.classList.toggle(style.dim ?? '', dim)
  element.title = label
  if (kind === 'stop') element.setAttribute('aria-label', label)
  if (text !== element.textContent) element.textContent = text
}
