// The map: depots, routes as lines, stops numbered. Loaded apart from the page, which does without it.
import { type GeoJSONSource, LngLatBounds, type Map as MapView, Marker, NavigationControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { isDark } from '../../ui/map/open-map.ts'
import { useMap } from '../../ui/map/use-map.ts'
import { lighter, routeMark } from './colors.ts'
import style from './map.module.css'

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
}

export default function DayMap({ day, selected, onSelect }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element)
  const fitted = useRef<string | null>(null)

  useEffect(() => {
    view?.addControl(new NavigationControl({ showCompass: false }), 'top-left')
  }, [view])

  useEffect(() => {
    if (!view) return undefined
    drawLines(view, day.routes)
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

function drawLines(view: MapView, routes: readonly DayRoute[]): void {
  const data = {
    type: 'FeatureCollection' as const,
    features: routes.flatMap((route, index) => {
      const { color: own, dashed } = routeMark(index)
      const color = isDark() ? lighter(own) : own
      const points = route.stops.flatMap(({ address: { lat, lng } }) =>
        lat === null || lng === null ? [] : [[lng, lat]],
      )
      if (points.length === 0 || route.status === 'CANCELLED') return []
      const depot = [route.depot.lng, route.depot.lat]
      return [
        {
          type: 'Feature' as const,
          properties: { color, dashed },
          geometry: { type: 'LineString' as const, coordinates: [depot, ...points, depot] },
        },
      ]
    }),
  }
  const source = view.getSource<GeoJSONSource>('routes')
  if (source) return void source.setData(data)
  view.addSource('routes', { type: 'geojson', data })
  for (const dashed of [false, true])
    view.addLayer({
      id: dashed ? 'routes-dashed' : 'routes',
      type: 'line',
      source: 'routes',
      filter: ['==', ['get', 'dashed'], dashed],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ['get', 'color'],
        'line-width': 2.5,
        'line-opacity': 0.75,
        ...(dashed && { 'line-dasharray': [2, 1.5] }),
      },
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
