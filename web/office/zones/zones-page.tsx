// Where and when is delivered: zones as a list and on the map, drawn, imported, changed, and tried at a place.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { DepotOut } from '../../../src/contract/office/fleet.ts'
import type { ZoneOut } from '../../../src/contract/office/zones.ts'
import { keyOf, read, useReadAgain } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime, plural, squareMiles } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { WithoutMap } from '../../ui/map/without-map.tsx'
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

const ZonesMap = lazy(() => import('./zones-map.tsx'))

type Open = { kind: 'zone'; of: ZoneOut | null } | { kind: 'import' } | { kind: 'try' }

export default function ZonesPage() {
  const again = useReadAgain()
  const zones = useQuery({ queryKey: keyOf('GET /zones'), queryFn: allZones })
  const fleet = useQuery(read('GET /fleet'))
  const [open, setOpen] = useState<Open | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [tool, setTool] = useState<Tool | null>(null)
  const [place, setPlace] = useState<{ lat: number; lng: number } | null>(null)
  const [picked, setPicked] = useState<{ lat: number; lng: number } | null>(null)
  const [noMap, setNoMap] = useState(false)
  const [said, setSaid] = useState('')

  const refresh = (): Promise<void> => again('GET /zones')
  const show = (next: Open | null, done = ''): void => {
    setOpen(next)
    setTool(null)
    setText('')
    setPicked(null)
    setSaid(done)
  }
  const close = (done = ''): void => {
    show(null, done)
    void refresh()
  }
  const onDrawn = useCallback((area: Parameters<typeof textOf>[0]) => {
    setText(textOf(area))
    setTool((now) => (now === 'corners' ? now : null))
    setSaid('')
  }, [])
  const onRefused = useCallback((why: string) => {
    setTool(null)
    setSaid(why)
  }, [])
  const onPick = useCallback((at: { lat: number; lng: number }) => {
    setPlace(at)
    setPicked(at)
  }, [])
  const shape = useMemo(() => shapeFromText(text), [text])
  const edited = open?.kind === 'zone' && 'area' in shape ? shape.area : null

  return (
    <div className={style.page}>
      <div className={style.panel}>
        <h1>Zones</h1>
        <p role="status" className={page.said}>
          {said}
        </p>
        <QueryState query={zones} what="the zones">
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
      <div className={style.side}>
        <WithoutMap
          onFailed={() => setNoMap(true)}
          instead={
            <p className={page.empty}>
              This browser can’t draw the map (WebGL is off). Areas can be entered as text or from a file, and places
              tried by their address.
            </p>
          }
        >
          <Suspense fallback={<p className={page.empty}>Loading the map …</p>}>
            <ZonesMap
              zones={zones.data ?? NONE}
              depots={fleet.data?.depots ?? NO_DEPOTS}
              selected={open?.kind === 'zone' ? (open.of?.zone_uuid ?? null) : selected}
              onSelect={setSelected}
              edited={edited}
              tool={open?.kind === 'zone' ? tool : null}
              onDrawn={onDrawn}
              onRefused={onRefused}
              place={place}
              onPick={open?.kind === 'try' ? onPick : null}
            />
          </Suspense>
        </WithoutMap>
      </div>
    </div>
  )
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
  const role = useRoleReason('OWNER')
  return (
    <>
      <div className={page.actions}>
        <Button kind="primary" reason={role} onClick={() => onOpen({ kind: 'zone', of: null })}>
          Add a zone
        </Button>
        <Button reason={role} onClick={() => onOpen({ kind: 'import' })}>
          Import GeoJSON
        </Button>
        <Button onClick={() => onOpen({ kind: 'try' })}>Test a location</Button>
      </div>
      {list.length === 0 ? (
        <p className={page.empty}>
          No zones yet. Without zones, you deliver everywhere, any day. Add one to set where and when customers can
          order for.
        </p>
      ) : (
        <ul className={style.list} aria-label="Zones">
          {list.map((zone) => (
            <li key={zone.zone_uuid} className={zone.zone_uuid === selected ? style.current : undefined}>
              <button type="button" className={style.zone} onClick={() => onSelect(zone.zone_uuid)}>
                <strong>{zone.name}</strong>
                <span>
                  <Icon name={zone.active ? 'check' : 'cross'} /> {zone.active ? 'In use' : 'Not in use'}
                  <span className={page.soft}>, {squareMiles(zone.square_miles)}</span>
                </span>
                <span className={page.soft}>{weekOf(zone)}</span>
                <span className={page.soft}>{limitsOf(zone)}</span>
              </button>
              <Button
                kind="quiet"
                reason={role}
                aria-label={`Edit ${zone.name}`}
                onClick={() => onOpen({ kind: 'zone', of: zone })}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** "Mon–Fri 9:00 AM – 5:00 PM, Sat 10:00 AM – 2:00 PM" */
function weekOf({ hours }: ZoneOut): string {
  const runs: { from: number; to: number; words: string }[] = []
  for (const [i, day] of hours.entries()) {
    if (!day) continue
    const words = `${clockTime(day.start)} – ${clockTime(day.end)}`
    const last = runs.at(-1)
    if (last && last.to === i - 1 && last.words === words) last.to = i
    else runs.push({ from: i, to: i, words })
  }
  return runs.map(({ from, to, words }) => `${DAYS[from]}${to > from ? `–${DAYS[to]}` : ''} ${words}`).join(', ')
}

function limitsOf({ capacity, cutoff_days, cutoff_time, closures }: ZoneOut): string {
  const at = clockTime(cutoff_time ?? '23:59')
  const cutoff = cutoff_days === 0 ? `${at} the same day` : `${at}, ${plural(cutoff_days ?? 0, 'day')} before`
  return [
    capacity === null ? 'any number a day' : `${capacity.toLocaleString('en-US')} a day`,
    cutoff_days === null ? 'no cutoff' : `order by ${cutoff}`,
    closures.length > 0 ? `closed on ${plural(closures.length, 'date')}` : null,
  ]
    .filter(Boolean)
    .join(', ')
}
