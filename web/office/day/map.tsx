// The map: depots, routes as lines, stops numbered. Loaded apart from the page, which does without it.
import { type GeoJSONSource, LngLatBounds, type Map as MapView, Marker, NavigationControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import type { WaysOut } from '../../../src/contract/routes.ts'
import { decodePolyline } from '../../../src/domain/polyline.ts'
import { isDark } from '../../ui/map/open-map.ts'
import { useMap } from '../../ui/map/use-map.ts'
import { lighter, routeMark } from './colors.ts'
import { useWays } from './day-data.ts'
import style from './map.module.css'

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
}

export default function DayMap({ day, selected, onSelect }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element)
  const ways = useWays(day.date)
  const fitted = useRef<string | null>(null)

  useEffect(() => {
    view?.addControl(new NavigationControl({ showCompass: false }), 'top-left')
  }, [view])

  useEffect(() => {
    if (view) drawLines(view, day.routes, ways)
  }, [view, day.routes, ways])

  useEffect(() => {
    if (!view) return undefined
    const markers = marksOf(day, selected, onSelect).map((mark) => mark.addTo(view))
    if (fitted.current !== day.date) {
      const bounds = boundsOf(day)
      if (bounds) {
        view.fitBounds(bounds, { padding: 48, maxZoom: 14, animate: false })
        fitted.current = day.date
      }
    }
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [view, day, selected, onSelect])

  return <div ref={element} className={style.map} role="region" aria-label="Map of the day" />
}

/** Each leg along the roads where its way is known, else straight and dashed. */
function drawLines(view: MapView, routes: readonly DayRoute[], ways: WaysOut | undefined): void {
  const legs = routes.flatMap((route, index) => {
    const points = route.stops.flatMap(({ address: { lat, lng } }) =>
      lat === null || lng === null ? [] : [[lng, lat]],
    )
    if (points.length === 0 || route.status === 'CANCELLED') return []
    const { color: own, dashed } = routeMark(index)
    const color = isDark() ? lighter(own) : own
    const depot = [route.depot.lng, route.depot.lat]
    return legsOf([depot, ...points, depot], wayOf(route, ways)).map((leg) => ({ ...leg, color, dashed }))
  })
  drawLegs(
    view,
    'straight',
    legs.filter(({ road }) => !road),
  )
  drawLegs(
    view,
    'roads',
    legs.filter(({ road }) => road),
    ways?.attribution ?? undefined,
  )
}

interface Leg {
  coordinates: number[][]
  color: string
  dashed: boolean
}

function drawLegs(view: MapView, kind: 'straight' | 'roads', legs: readonly Leg[], attribution?: string): void {
  const features = legs.map(({ coordinates, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'LineString' as const, coordinates },
  }))
  const data = { type: 'FeatureCollection' as const, features }
  const source = view.getSource<GeoJSONSource>(kind)
  if (source) return void source.setData(data)
  if (features.length === 0) return
  view.addSource(kind, { type: 'geojson', data, ...(attribution && { attribution }) })
  for (const dashed of [false, true])
    view.addLayer({
      id: `${kind}${dashed ? '-dashed' : ''}`,
      type: 'line',
      source: kind,
      filter: ['==', ['get', 'dashed'], dashed],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ['get', 'color'],
        'line-width': 2.5,
        'line-opacity': 0.75,
        ...(kind === 'straight' ? { 'line-dasharray': [1.5, 1.5] } : dashed && { 'line-dasharray': [4, 1.5] }),
      },
    })
}

/** The ways of the route's legs, unless its stops are others by now. */
function wayOf(route: DayRoute, ways: WaysOut | undefined): readonly (string | null)[] {
  const found = ways?.routes.find(({ route_uuid }) => route_uuid === route.route_uuid)
  return found?.stop_uuids.join() === route.stops.map(({ stop_uuid }) => stop_uuid).join() ? (found?.legs ?? []) : []
}

function legsOf(places: readonly number[][], ways: readonly (string | null)[]) {
  return places.slice(1).map((to, i) => {
    const way = ways[i]
    const from = places[i] ?? to
    const between = way ? decodePolyline(way).map(({ lat, lng }) => [lng, lat]) : []
    return { coordinates: [from, ...between, to], road: between.length > 0 }
  })
}

function marksOf(day: DayOut, selected: ReadonlySet<string>, onSelect: (orderId: string) => void): Marker[] {
  const marks = day.depots.map(({ name, lat, lng }) => {
    const element = document.createElement('div')
    element.className = style.depot ?? ''
    element.title = name
    return new Marker({ element }).setLngLat([lng, lat])
  })
  const stop = (
    orderId: string,
    lat: number | null,
    lng: number | null,
    text: string,
    label: string,
    color: string,
  ) => {
    if (lat === null || lng === null) return
    const element = document.createElement('button')
    element.type = 'button'
    element.className = [style.stop, selected.has(orderId) && style.selected].filter(Boolean).join(' ')
    element.style.setProperty('--route', color)
    element.textContent = text
    element.setAttribute('aria-label', label)
    // Tab goes through the lists; three hundred marks would be in its way.
    element.tabIndex = -1
    element.addEventListener('click', () => onSelect(orderId))
    marks.push(new Marker({ element }).setLngLat([lng, lat]))
  }
  day.routes.forEach((route, index) => {
    if (route.status === 'CANCELLED') return
    for (const { order_uuid, address, sequence } of route.stops)
      stop(
        order_uuid,
        address.lat,
        address.lng,
        String(sequence),
        `${route.name} ${sequence}, ${address.line1}`,
        routeMark(index).color,
      )
  })
  for (const { order_uuid, lat, lng, line1 } of day.pool)
    stop(order_uuid, lat, lng, '', `Not routed, ${line1}`, 'var(--ink-soft)')
  return marks
}

function boundsOf(day: DayOut): LngLatBounds | null {
  const bounds = new LngLatBounds()
  for (const { lat, lng } of day.depots) bounds.extend([lng, lat])
  for (const { lat, lng } of [...day.pool, ...day.routes.flatMap(({ stops }) => stops.map(({ address }) => address))])
    if (lat !== null && lng !== null) bounds.extend([lng, lat])
  return bounds.isEmpty() ? null : bounds
}
