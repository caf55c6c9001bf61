// The map: depots, routes as lines, and numbered stops. It is loaded separately, because the page works without it.
import { type GeoJSONSource, LngLatBounds, type Map as MapView } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { endOf, startOf } from '../../../src/domain/routes/terms.ts'
import type { WaysOut } from '../../../src/contract/routes.ts'
import { type Leg, legsAlong, linesOf, pointsInDrivingOrder, legGeometryOf } from '../../ui/map/along-roads.ts'
import { addRouteLines, colorCasing } from '../../ui/map/route-lines.ts'
import { mainPlaces, type Spot } from '../../ui/map/main-places.ts'
import { lacksStreets, onBaseMap } from '../../ui/map/open-map.ts'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { useIsDark, useMap } from '../../ui/map/use-map.ts'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useRoleReason } from '../session.tsx'
import { AreaSelect } from './area-select.tsx'
import { startPointerMove } from './pointer-move.ts'
import { routeMark } from './colors.ts'
import type { MapVisibility } from './day-view.ts'
import { findStopInDay } from './day-data.ts'
import { useRouteGeometry } from './use-day.ts'
import { useDayCommands } from './day-commands.ts'
import { endsOutsideDepots, type Marks, createMarks } from './map-marks.ts'
import style from './map.module.css'

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
  onArea: (orderIds: ReadonlySet<string>) => void
  onMap: MapVisibility
}

export default function DayMap({ day: all, selected, onSelect, onArea, onMap }: Props) {
  const { focused } = onMap
  const day = useMemo(() => withoutRoutes(all, onMap.hidden), [all, onMap.hidden])
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element, { followsRegions: true, zoomButtons: true, locale: words.map.controls })
  const noStreets = useNoStreets(view)
  const ways = useRouteGeometry(day.date)
  const dark = useIsDark()
  const marks = useRef<Marks | null>(null)
  const fitted = useRef<string | null>(null)
  const followed = useRef(selected)
  const deeds = useDayCommands()
  const readOnly = useRoleReason('planRoutes') !== null
  const onPress = useRef<(press: PointerEvent, orderId: string) => void>(() => {})
  onPress.current = (press, orderId) => {
    if (!readOnly) startPointerMove(press, orderId, selected, deeds)
  }

  useEffect(() => {
    if (view) drawLines(view, day.routes, ways, { focused, dark })
  }, [view, day.routes, ways, focused, dark])

  useEffect(() => {
    if (!view) return undefined
    const drawn = createMarks(view, onSelect, (press, orderId) => onPress.current(press, orderId))
    marks.current = drawn
    return () => drawn.remove()
  }, [view, onSelect])

  useEffect(() => {
    if (!view) return
    const places = fitted.current === day.date ? [] : pointsOfDay(day)
    if (places.length > 0) {
      // Fit before drawing, because the grouping of marks depends on the zoom.
      fit(view, mainPlaces(places))
      fitted.current = day.date
    }
    marks.current?.show(day, focused)
  }, [view, day, focused])

  useEffect(() => {
    if (!view) return
    marks.current?.select(selected)
    const [only, more] = selected
    // Pan once per selection. The map doesn't follow a stop that moves later, and doesn't override the user's own panning.
    if (selected === followed.current) return
    followed.current = selected
    const point = only && !more ? pointOf(day, only) : null
    if (point) bringIntoView(view, point)
  }, [view, day, selected])

  return (
    <>
      <div ref={element} className={style.map} role="region" aria-label={words.day.mapOfDay} />
      {view ? (
        <AreaSelect {...{ view, day, selected, onArea }} onFit={() => fit(view, mainPlaces(pointsOfDay(day)))} />
      ) : null}
      {view ? <FarPlaces view={view} day={day} /> : null}
      {noStreets ? (
        <p className={style.noStreets}>
          <RichText text={words.day.noStreets} parts={{ a: (inner) => <Link href="/settings/region">{inner}</Link> }} />
        </p>
      ) : null}
    </>
  )
}

const withoutRoutes = (day: DayOut, hidden: MapVisibility['hidden']): DayOut =>
  hidden.size === 0 ? day : { ...day, routes: day.routes.filter(({ route_uuid }) => !hidden.has(route_uuid)) }

/** Number of locations outside the initial view, and a button that brings them into view. */
function FarPlaces({ view, day }: { view: MapView; day: DayOut }) {
  const far = useMemo(() => pointsOfDay(day).length - mainPlaces(pointsOfDay(day)).length, [day])
  const [shownWhole, setShownWhole] = useState<string | null>(null)
  const showAll = (): void => {
    fit(view, pointsOfDay(day))
    setShownWhole(day.date)
  }
  if (far === 0 || shownWhole === day.date) return null
  return (
    <p className={style.far} role="status">
      {words.day.farAway(far)} <Button onClick={showAll}>{words.day.showFar}</Button>
    </p>
  )
}

function useNoStreets(view: MapView | null): boolean {
  const subscribe = useCallback((changed: () => void) => (view ? onBaseMap(view, changed) : () => {}), [view])
  return useSyncExternalStore(subscribe, () => view !== null && lacksStreets(view))
}

/** Draws each leg along the roads if its geometry is known, else as a straight dashed line. */
function drawLines(
  view: MapView,
  routes: readonly DayRoute[],
  ways: WaysOut | undefined,
  { focused, dark }: { focused: string | null; dark: boolean },
): void {
  const legs = routes.flatMap((route) => {
    const loadsAt = (sequence: number) => {
      const load = route.pauses?.find(({ kind, before_sequence: at }) => kind === 'RELOAD' && at === sequence)
      return load ? (load.hand_over ?? route.depot) : null
    }
    const points = pointsInDrivingOrder(
      route.stops.flatMap(({ address: { lat, lng }, sequence }) =>
        lat === null || lng === null ? [] : [{ at: [lng, lat], loadsAt: loadsAt(sequence) }],
      ),
    )
    if (points.length === 0 || route.status === 'CANCELLED') return []
    const { on, dashed } = routeMark(route.color)
    const color = dark ? on.dark : on.light
    const end = endOf(route)
    const stopIds = route.stops.map(({ stop_uuid }) => stop_uuid)
    const legs = legsAlong(
      [toLngLat(startOf(route)), ...points, ...(end ? [toLngLat(end)] : [])],
      legGeometryOf(route.route_uuid, stopIds, ways),
    )
    return legs.map((leg) => ({ ...leg, color, dashed, dim: isDim(route, focused) }))
  })
  drawLegs(
    view,
    'straight',
    legs.filter(({ road }) => !road),
    dark,
  )
  drawLegs(
    view,
    'roads',
    legs.filter(({ road }) => road),
    dark,
    ways?.attribution ?? undefined,
  )
}

/** Whether another route is emphasized. */
const isDim = ({ route_uuid }: DayRoute, focused: string | null): boolean => focused !== null && route_uuid !== focused

const toLngLat = ({ lat, lng }: { lat: number; lng: number }): [number, number] => [lng, lat]

interface DrawnLeg extends Leg {
  color: string
  dashed: boolean
  /** True if another route is emphasized. */
  dim: boolean
}

function drawLegs(
  view: MapView,
  kind: 'straight' | 'roads',
  legs: readonly DrawnLeg[],
  dark: boolean,
  attribution?: string,
): void {
  const data = linesOf(legs)
  const source = view.getSource<GeoJSONSource>(kind)
  colorCasing(view, kind, dark)
  if (source) return void source.setData(data)
  if (legs.length === 0) return
  view.addSource(kind, { type: 'geojson', data, ...(attribution && { attribution }) })
  const lines = [false, true].map((dashed) => ({
    id: `${kind}${dashed ? '-dashed' : ''}`,
    filter: ['==', ['get', 'dashed'], dashed] as ['==', ['get', string], boolean],
    ...(kind === 'straight' ? { dashes: STRAIGHT } : dashed && { dashes: DASHED }),
  }))
  addRouteLines(view, kind, { opacity: ['case', ['get', 'dim'], 0.15, 1], lines }, dark)
}

/** Lengths of dashes and gaps, as multiples of the line's width. */
const STRAIGHT: [number, number] = [1.5, 1]
const DASHED: [number, number] = [3, 0.8]

/** Width of the detail panel on the right, and margins, in pixels. */
const VIEW_PADDING = { left: 40, top: 40, bottom: 40, right: 400 }

function bringIntoView(view: MapView, point: [number, number]): void {
  const { x, y } = view.project(point)
  const { clientWidth, clientHeight } = view.getContainer()
  const covered = Math.min(VIEW_PADDING.right, clientWidth / 2)
  const inside =
    x > VIEW_PADDING.left && x < clientWidth - covered && y > VIEW_PADDING.top && y < clientHeight - VIEW_PADDING.bottom
  if (!inside) view.easeTo({ center: point, offset: [-covered / 2, 0], duration: 150 })
}

function pointOf(day: DayOut, orderId: string): [number, number] | null {
  const { stop, order } = findStopInDay(day, orderId) ?? { stop: null, order: null }
  const { lat, lng } = stop?.address ?? order ?? { lat: null, lng: null }
  return lat === null || lng === null ? null : [lng, lat]
}

function pointsOfDay(day: DayOut): Spot[] {
  const deliveries = [...day.pool, ...day.routes.flatMap(({ stops }) => stops.map(({ address }) => address))]
  return [
    ...day.depots,
    ...endsOutsideDepots(day),
    ...deliveries.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }])),
  ]
}

function fit(view: MapView, places: readonly Spot[]): void {
  const bounds = new LngLatBounds()
  for (const { lat, lng } of places) bounds.extend([lng, lat])
  if (!bounds.isEmpty()) view.fitBounds(bounds, { padding: 48, maxZoom: 14, animate: false })
}
