// Zones as a list and on the map: drawn, imported, changed, and tested at a point.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { DepotOut } from '../../../src/contract/fleet.ts'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { queryKeyOf, endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime, shortWeekday, squareMiles } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { useRoleReason } from '../session.tsx'
import { allZones } from './all-zones.ts'
import type { Tool } from './draw.ts'
import { ImportZones } from './import-zones.tsx'
import { shapeFromText, textOf } from './shape.ts'
import { TryPlace } from './try-place.tsx'
import { ZoneEditor } from './zone-editor.tsx'
import style from './zones.module.css'
import { words } from '../../words/locale.ts'
import { Empty } from '../../ui/empty.tsx'

const ZonesMap = lazy(() => import('./zones-map.tsx'))

type Open = { kind: 'zone'; of: ZoneOut | null } | { kind: 'import' } | { kind: 'try' }

export default function ZonesPage() {
  const again = useInvalidate()
  const zones = useQuery({ queryKey: queryKeyOf('GET /zones'), queryFn: allZones })
  const fleet = useQuery(endpointQuery('GET /fleet'))
  const { open, show, said, drawing, place, setPlace, picked, onPick } = useOpenPart()
  const [selected, setSelected] = useState<string | null>(null)
  const [noMap, setNoMap] = useState(false)
  const { text, setText, shape, tool, setTool, onDrawn, onRefused } = drawing
  const refresh = (): Promise<void> => again('GET /zones')
  const close = (done = ''): void => {
    show(null, done)
    void refresh()
  }
  return (
    <div className={style.page}>
      <div className={style.panel}>
        <h1>{words.zones.title}</h1>
        <p role="status" className={page.said}>
          {said}
        </p>
        <QueryState query={zones} what={words.zones.theZones}>
          {(list) =>
            open?.kind === 'zone' ? (
              <ZoneEditor
                key={open.of?.zone_uuid ?? 'new'}
                zone={list.find(({ zone_uuid }) => zone_uuid === open.of?.zone_uuid) ?? open.of}
                isLast={list.filter(({ active }) => active).length === 1}
                text={text}
                onText={setText}
                shape={shape}
                tool={tool}
                onTool={setTool}
                noMap={noMap}
                onOutdated={refresh}
                onClose={close}
              />
            ) : open?.kind === 'import' ? (
              <ImportZones onClose={close} />
            ) : open?.kind === 'try' ? (
              <TryPlace
                picked={picked}
                onTried={setPlace}
                hasZones={list.some(({ active }) => active)}
                onClose={() => show(null)}
              />
            ) : (
              <ZoneList list={list} selected={selected} onSelect={setSelected} onOpen={show} />
            )
          }
        </QueryState>
      </div>
      <MapSide
        onFailed={() => setNoMap(true)}
        zones={zones.data ?? NONE}
        depots={fleet.data?.depots ?? NO_DEPOTS}
        selected={open?.kind === 'zone' ? (open.of?.zone_uuid ?? null) : selected}
        onSelect={setSelected}
        edited={open?.kind === 'zone' && 'area' in shape ? shape.area : null}
        tool={open?.kind === 'zone' ? tool : null}
        onDrawn={onDrawn}
        onRefused={onRefused}
        place={place}
        onPick={open?.kind === 'try' ? onPick : null}
      />
    </div>
  )
}

const MapSide = ({ onFailed, ...map }: ComponentProps<typeof ZonesMap> & { onFailed: () => void }) => (
  <div className={style.side}>
    <ErrorBoundary onFailed={onFailed} instead={<Empty>{words.zones.noMap}</Empty>}>
      <Suspense fallback={<Empty>{words.zones.loadingMap}</Empty>}>
        <ZonesMap {...map} />
      </Suspense>
    </ErrorBoundary>
  </div>
)

/** The open part of the panel with its input, and a message about the last action. `show` opens a part without input. */
function useOpenPart() {
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  const [place, setPlace] = useState<Point | null>(null)
  const [picked, setPicked] = useState<Point | null>(null)
  const drawing = useDrawing(setSaid)
  const show = (next: Open | null, done = ''): void => {
    setOpen(next)
    drawing.clear()
    setPicked(null)
    setSaid(done)
  }
  const onPick = useCallback((at: Point) => {
    setPlace(at)
    setPicked(at)
  }, [])
  return { open, show, said, drawing, place, setPlace, picked, onPick }
}

/** The area of the edited zone, as text and as a shape, and the tool that draws on the map. */
function useDrawing(onSaid: (message: string) => void) {
  const [text, setText] = useState('')
  const [tool, setTool] = useState<Tool | null>(null)
  const shape = useMemo(() => shapeFromText(text), [text])
  const onDrawn = useCallback(
    (area: Parameters<typeof textOf>[0]) => {
      setText(textOf(area))
      setTool((now) => (now === 'corners' ? now : null))
      onSaid('')
    },
    [onSaid],
  )
  const onRefused = useCallback(
    (why: string) => {
      setTool(null)
      onSaid(why)
    },
    [onSaid],
  )
  const clear = (): void => {
    setTool(null)
    setText('')
  }
  return { text, setText, shape, tool, setTool, onDrawn, onRefused, clear }
}

const NONE: ZoneOut[] = []
const NO_DEPOTS: DepotOut[] = []

interface ListProps {
  list: readonly ZoneOut[]
  selected: string | null
  onSelect: (zoneId: string) => void
  onOpen: (open: Open) => void
}

function ZoneList({ list, selected, onSelect, onOpen }: ListProps) {
  const role = useRoleReason('changeZones')
  return (
    <>
      <div className={page.actions}>
        <Button kind="primary" reason={role} onClick={() => onOpen({ kind: 'zone', of: null })}>
          {words.zones.add}
        </Button>
        <Button reason={role} onClick={() => onOpen({ kind: 'import' })}>
          {words.zones.importGeoJson}
        </Button>
        <Button onClick={() => onOpen({ kind: 'try' })}>{words.zones.test}</Button>
      </div>
      {list.length === 0 ? (
        <Empty>{words.zones.none}</Empty>
      ) : (
        <ul className={style.list} aria-label={words.zones.title}>
          {list.map((zone) => (
            <li key={zone.zone_uuid} className={zone.zone_uuid === selected ? style.current : undefined}>
              <button type="button" className={style.zone} onClick={() => onSelect(zone.zone_uuid)}>
                <strong>{zone.name}</strong>
                <span>
                  <Icon name={zone.active ? 'check' : 'cross'} />{' '}
                  {zone.active ? words.zones.inUse : words.zones.notInUse}
                  <span className={page.soft}>, {squareMiles(zone.square_miles)}</span>
                </span>
                <span className={page.soft}>{weekOf(zone)}</span>
                <span className={page.soft}>{limitsOf(zone)}</span>
              </button>
              <Button
                kind="quiet"
                reason={role}
                aria-label={words.zones.editOne(zone.name)}
                onClick={() => onOpen({ kind: 'zone', of: zone })}
              >
                {words.common.edit}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Example: "Mon–Fri 9:00 AM – 5:00 PM, Sat 10:00 AM – 2:00 PM" */
function weekOf({ hours }: ZoneOut): string {
  const runs: { from: number; to: number; span: string }[] = []
  for (const [i, day] of hours.entries()) {
    if (!day) continue
    const span = `${clockTime(day.start)} – ${clockTime(day.end)}`
    const last = runs.at(-1)
    if (last && last.to === i - 1 && last.span === span) last.to = i
    else runs.push({ from: i, to: i, span })
  }
  return runs
    .map(({ from, to, span }) => `${shortWeekday(from)}${to > from ? `–${shortWeekday(to)}` : ''} ${span}`)
    .join(', ')
}

function limitsOf({ capacity, cutoff_days, cutoff_time, closures }: ZoneOut): string {
  const at = clockTime(cutoff_time ?? '23:59')
  return [
    capacity === null ? words.zones.anyNumber : words.zones.aDay(capacity),
    cutoff_days === null ? words.zones.noCutoff : words.zones.orderBy(at, cutoff_days),
    closures.length > 0 ? words.zones.closedOnDates(closures.length) : null,
  ]
    .filter(Boolean)
    .join(', ')
}
