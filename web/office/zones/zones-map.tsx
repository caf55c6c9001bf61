// Map of zones: shows and edits them, and picks a point. Loaded separately from the page.
import { type GeoJSONSource, LngLatBounds, type Map as MapView, Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { DepotOut } from '../../../src/contract/fleet.ts'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import type { ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { tokenColor } from '../../ui/map/token-color.ts'
import { useMap, withMarkers } from '../../ui/map/use-map.ts'
import marks from '../day/map.module.css'
import { startDrawing, type Tool } from './draw.ts'
import { boxOf } from './shape.ts'
import { words } from '../../words/locale.ts'
import style from './zones.module.css'

export interface ZonesMapProps {
  zones: readonly ZoneOut[]
  depots: readonly DepotOut[]
  /** Zone in the editor. */
  selected: string | null
  /** Zone that the map shows in full. Null, or another text: all zones. */
  focused: string | null
  onSelect: (zoneId: string) => void
  /** Area in the editor. Null if no editor is open or the zone has no area yet. */
  edited: ZoneGeometry | null
  tool: Tool | null
  onDrawn: (area: ZoneGeometry) => void
  onRefused: (why: string) => void
  /** Point of the availability test. */
  place: { lat: number; lng: number } | null
  onPick: ((at: { lat: number; lng: number }) => void) | null
}

export default function ZonesMap(props: ZonesMapProps) {
  const { zones, depots, selected, focused, onSelect, edited, tool, place, onPick } = props
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element, { followsRegions: true, zoomButtons: true, locale: words.map.controls })
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    if (!view) return
    show(view, [
      ...zones
        .filter(({ zone_uuid }) => zone_uuid !== selected)
        .map(({ geometry, active }) => ({ geometry, look: active ? 'used' : 'unused' })),
      ...(edited ? [{ geometry: edited, look: 'selected' }] : []),
    ])
  }, [view, zones, selected, edited])

  useEffect(() => {
    if (!view) return undefined
    return withMarkers(
      view,
      zones.map((zone) => nameMark(zone, zone.zone_uuid === selected, onSelect)),
    )
  }, [view, zones, selected, onSelect])

  useEffect(() => (view ? withMarkers(view, depots.map(depotMark)) : undefined), [view, depots])

  // Fits all zones, or the selected one. If there are no zones, fits the depots.
  useEffect(() => {
    const chosen = zones.find(({ zone_uuid }) => zone_uuid === focused)
    const box = boxOf((chosen ? [chosen] : zones).map(({ geometry }) => geometry))
    const around = box ?? boxAround(depots)
    if (view && around) view.fitBounds(around, { padding: 48, maxZoom: box ? 15 : 11, animate: false })
    // The dependency is the number of zones, so that saving a changed zone doesn't move the view.
  }, [view, focused, zones.length, depots])

  useEffect(() => {
    if (!view || !tool) return undefined
    return startDrawing(view, tool, {
      area: () => latest.current.edited,
      onDrawn: (area) => latest.current.onDrawn(area),
      onRefused: (why) => latest.current.onRefused(why),
    })
  }, [view, tool])

  useEffect(() => {
    if (!view || !place) return undefined
    const mark = new Marker({ color: tokenColor('--accent') }).setLngLat([place.lng, place.lat])
    if (!view.getBounds().contains([place.lng, place.lat])) view.setCenter([place.lng, place.lat])
    return withMarkers(view, [mark])
  }, [view, place])

  useEffect(() => {
    if (!view || !onPick) return undefined
    const canvas = view.getCanvas()
    canvas.style.cursor = 'crosshair'
    const picked = view.on('click', ({ lngLat }) => onPick({ lat: lngLat.lat, lng: lngLat.lng }))
    return () => {
      canvas.style.cursor = ''
      picked.unsubscribe()
    }
  }, [view, onPick])

  const look = tool ? `${style.map} ${style.drawing}` : style.map
  return <div ref={element} className={look} role="region" aria-label={words.zones.mapOf} />
}

interface Shown {
  geometry: ZoneGeometry
  look: string
}

function show(view: MapView, shown: readonly Shown[]): void {
  const data = {
    type: 'FeatureCollection' as const,
    features: shown.map(({ geometry, look }) => ({ type: 'Feature' as const, properties: { look }, geometry })),
  }
  const source = view.getSource<GeoJSONSource>('zones')
  if (source) return void source.setData(data)
  view.addSource('zones', { type: 'geojson', data })
  const [accent, plain] = [tokenColor('--accent'), tokenColor('--ink-soft')]
  const color = ['match', ['get', 'look'], 'selected', accent, plain] as unknown as string
  const by = (selected: number, used: number, unused: number) =>
    ['match', ['get', 'look'], 'selected', selected, 'used', used, unused] as unknown as number
  view.addLayer({
    id: 'zones',
    type: 'fill',
    source: 'zones',
    paint: { 'fill-color': color, 'fill-opacity': by(0.16, 0.1, 0) },
  })
  for (const dashed of [false, true])
    view.addLayer({
      id: dashed ? 'zone-edges-dashed' : 'zone-edges',
      type: 'line',
      source: 'zones',
      filter: [dashed ? '==' : '!=', ['get', 'look'], 'unused'],
      paint: { 'line-color': color, 'line-width': by(3, 2, 2), ...(dashed && { 'line-dasharray': [2, 2] }) },
    })
}

/** Name label in the middle of the zone's largest part. Not in the tab order, because the list has the same entries. */
function nameMark(zone: ZoneOut, selected: boolean, onSelect: (zoneId: string) => void): Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.tabIndex = -1
  element.className = [style.name, selected && style.chosen].filter(Boolean).join(' ')
  element.textContent = zone.name
  element.addEventListener('click', () => onSelect(zone.zone_uuid))
  const { geometry } = zone
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const boxes = parts.flatMap((coordinates) => {
    const box = boxOf([{ type: 'Polygon', coordinates }])
    return box ? [{ west: box[0][0], south: box[0][1], east: box[1][0], north: box[1][1] }] : []
  })
  const [{ west, south, east, north } = NOWHERE] = boxes.sort((a, b) => sizeOf(b) - sizeOf(a))
  return new Marker({ element }).setLngLat([(west + east) / 2, (south + north) / 2])
}

function depotMark({ name, lat, lng }: DepotOut): Marker {
  const element = document.createElement('div')
  element.className = marks.depot ?? ''
  element.title = name
  return new Marker({ element }).setLngLat([lng, lat])
}

const boxAround = (depots: readonly DepotOut[]): LngLatBounds | null =>
  depots.reduce<LngLatBounds | null>((box, { lat, lng }) => (box ?? new LngLatBounds()).extend([lng, lat]), null)

const NOWHERE = { west: 0, south: 0, east: 0, north: 0 }
const sizeOf = ({ west, south, east, north }: typeof NOWHERE): number => (east - west) * (north - south)
