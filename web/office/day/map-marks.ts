// What stands on the map: depots, deliveries, drivers. Marks are kept between one state of the day and the next; only
// what has changed is touched.
import { type Map as MapView, Marker } from 'maplibre-gl'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { ago } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { routeMark } from './colors.ts'
import style from './map.module.css'

interface Mark {
  kind: 'depot' | 'stop' | 'driver'
  lat: number
  lng: number
  text: string
  label: string
  color: string
  /** The delivery that a click selects. */
  orderId: string | null
  faded: boolean
  dim: boolean
}

/** A position older than this says little. */
const OLD_MS = 15 * 60_000

export interface Marks {
  /** `focused`: the route that is looked at, if any; all else is faint. */
  show(day: DayOut, focused: string | null): void
  select(orderIds: ReadonlySet<string>): void
  remove(): void
}

type OnPress = (press: PointerEvent, orderId: string) => void

export function marksOn(view: MapView, onSelect: (orderId: string) => void, onPress: OnPress): Marks {
  const shown = new Map<string, { marker: Marker; mark: string }>()
  let selected: ReadonlySet<string> = new Set()
  const place = (key: string, mark: Mark): void => {
    const known = shown.get(key)
    const text = JSON.stringify(mark)
    if (known?.mark === text) return
    const marker = known?.marker ?? newMarker(mark, onSelect, onPress)
    dress(marker.getElement(), mark)
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
  return {
    show(day, focused) {
      const marks = marksOf(day, focused)
      for (const [key, { marker }] of shown)
        if (!marks.has(key)) {
          marker.remove()
          shown.delete(key)
        }
      for (const [key, mark] of marks) place(key, mark)
    },
    select(orderIds) {
      for (const orderId of selected) if (!orderIds.has(orderId)) choose(orderId, false)
      for (const orderId of orderIds) choose(orderId, true)
      selected = orderIds
    },
    remove() {
      for (const { marker } of shown.values()) marker.remove()
      shown.clear()
    },
  }
}

/** Where routes start and end besides depots. */
export const homesOf = ({ routes }: DayOut) =>
  routes.flatMap(({ status, start, end }) => (status === 'CANCELLED' ? [] : [start, end].filter((place) => !!place)))

function marksOf(day: DayOut, focused: string | null): Map<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const { depot_uuid, name, lat, lng } of day.depots)
    marks.set(depot_uuid, {
      kind: 'depot',
      lat,
      lng,
      text: '',
      label: name,
      color: '',
      orderId: null,
      faded: false,
      dim: false,
    })
  for (const { name, lat, lng } of homesOf(day))
    marks.set(`home ${lat},${lng}`, {
      kind: 'depot',
      lat,
      lng,
      text: '',
      label: name,
      color: '',
      orderId: null,
      faded: false,
      dim: false,
    })
  day.routes.forEach((route) => {
    if (route.status === 'CANCELLED') return
    const { color } = routeMark(route.color)
    const dim = focused !== null && route.route_uuid !== focused
    for (const { order_uuid, address, sequence, finished_at } of route.stops) {
      const name = `${route.name} ${sequence}, ${address.line1}`
      if (address.lat !== null && address.lng !== null)
        marks.set(order_uuid, {
          kind: 'stop',
          lat: address.lat,
          lng: address.lng,
          text: String(sequence),
          label: finished_at ? words.day.markDone(name) : name,
          color,
          orderId: order_uuid,
          faded: finished_at !== null,
          dim,
        })
    }
    if (route.position) {
      const { lat, lng, at } = route.position
      const seen = ago(at)
      marks.set(`driver ${route.route_uuid}`, {
        kind: 'driver',
        lat,
        lng,
        text: seen,
        label: words.day.seen(route.driver?.name ?? route.name, seen),
        color,
        orderId: null,
        faded: Date.now() - new Date(at).getTime() > OLD_MS,
        dim,
      })
    }
  })
  for (const { order_uuid, lat, lng, line1 } of day.pool)
    if (lat !== null && lng !== null)
      marks.set(order_uuid, {
        kind: 'stop',
        lat,
        lng,
        text: '',
        label: words.day.unassignedAt(line1),
        color: 'var(--ink-soft)',
        orderId: order_uuid,
        faded: false,
        dim: focused !== null,
      })
  return marks
}

function newMarker({ kind, orderId }: Mark, onSelect: (orderId: string) => void, onPress: OnPress): Marker {
  const element: HTMLElement = document.createElement(kind === 'stop' ? 'button' : 'div')
  if (element instanceof HTMLButtonElement) {
    element.type = 'button'
    // Tab goes through the lists; three hundred marks would be in its way.
    element.tabIndex = -1
  }
  element.className = style[kind] ?? ''
  if (orderId) {
    element.dataset['order'] = orderId
    element.addEventListener('click', () => onSelect(orderId))
    element.addEventListener('pointerdown', (press) => onPress(press, orderId))
    // The map would be dragged along.
    element.addEventListener('mousedown', (press) => press.stopPropagation())
  }
  return new Marker({ element })
}

function dress(element: HTMLElement, { kind, text, label, color, faded, dim }: Mark): void {
  element.style.setProperty('--route', color)
  element.classList.toggle(style.faded ?? '', faded)
  element.classList.toggle(style.dim ?? '', dim)
  element.title = label
  if (kind === 'stop') element.setAttribute('aria-label', label)
  if (text !== element.textContent) element.textContent = text
}
