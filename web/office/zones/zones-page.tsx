// Zones: the list and the rules of one zone at the left, its area on the map, and the test of a location.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { DepotOut } from '../../../src/contract/fleet.ts'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { queryKeyOf, endpointQuery, useInvalidate } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { SaveBarPlace } from '../../ui/save-bar.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { allZones } from './all-zones.ts'
import type { Tool } from './draw.ts'
import { ImportZones } from './import-zones.tsx'
import { MapTools } from './map-tools.tsx'
import { shapeFromText, textOf } from './shape.ts'
import { TryPlace } from './try-place.tsx'
import { ZoneEditor } from './zone-editor.tsx'
import { ZoneList, ZonePicker } from './zone-list.tsx'
import style from './zones.module.css'

const ZonesMap = lazy(() => import('./zones-map.tsx'))

/** Part over the page. */
type Over = 'import' | 'test'

const NEW = 'new'

export default function ZonesPage() {
  const zones = useQuery({ queryKey: queryKeyOf('GET /zones'), queryFn: allZones })
  const [chosen, choose] = useState<string | null>(null)
  const [over, setOver] = useState<Over | null>(null)
  const [said, setSaid] = useState('')
  const list = zones.data ?? NONE
  const opened = chosen === NEW ? null : (list.find(({ zone_uuid }) => zone_uuid === chosen) ?? list[0] ?? null)
  const select = (zoneId: string): void => {
    choose(zoneId)
    setSaid('')
  }
  return (
    <Page
      fills
      title={words.zones.title}
      beside={
        <>
          {list.length > 0 ? <ZonePicker list={list} selected={opened} onSelect={select} /> : null}
          {opened ? <InUse zone={opened} /> : null}
          <p role="status" className={style.said}>
            {said}
          </p>
        </>
      }
      actions={
        <Actions
          {...{ over, setOver }}
          isEmpty={zones.data?.length === 0 && chosen !== NEW}
          onAdd={() => select(NEW)}
        />
      }
    >
      <QueryState query={zones} what={words.zones.theZones}>
        {(read) => <Work {...{ opened, chosen, over, setOver, select, setSaid }} list={read} choose={choose} />}
      </QueryState>
    </Page>
  )
}

const NONE: ZoneOut[] = []
const NO_DEPOTS: DepotOut[] = []

const InUse = ({ zone: { active } }: { zone: ZoneOut }) => (
  <Badge icon={active ? 'checked' : 'ended'} tone={active ? 'good' : 'calm'}>
    {active ? words.zones.inUse : words.zones.notInUse}
  </Badge>
)

interface ActionsProps {
  /** Whether there is no zone, so that the next step is to add one. */
  isEmpty: boolean
  over: Over | null
  setOver: (over: Over | null) => void
  onAdd: () => void
}

function Actions({ isEmpty, over, setOver, onAdd }: ActionsProps) {
  const role = useRoleReason('changeZones')
  return (
    <>
      <Button reason={role} aria-label={words.zones.importGeoJson} onClick={() => setOver('import')}>
        <Icon name="upload" />
        <span className={style.optional}>{words.zones.importGeoJson}</span>
      </Button>
      <Button aria-expanded={over === 'test'} onClick={() => setOver(over === 'test' ? null : 'test')}>
        <Icon name="target" />
        {words.zones.test}
      </Button>
      <Button kind={isEmpty ? 'primary' : 'plain'} reason={role} onClick={onAdd}>
        <Icon name="plus" />
        {words.zones.add}
      </Button>
    </>
  )
}

interface WorkProps {
  list: readonly ZoneOut[]
  /** Zone in the editor. Null for a new zone, or if there is no zone. */
  opened: ZoneOut | null
  /** Zone that the user chose, or `NEW`. Null until then. */
  chosen: string | null
  choose: (zoneId: string | null) => void
  /** Chooses a zone and removes the last message. */
  select: (zoneId: string) => void
  over: Over | null
  setOver: (over: Over | null) => void
  setSaid: (said: string) => void
}

function Work({ list, opened, chosen, choose, select, over, setOver, setSaid }: WorkProps) {
  const again = useInvalidate()
  const [noMap, setNoMap] = useState(false)
  const drawing = useDrawing(chosen === NEW ? 'part' : null, chosen ?? '')
  const refresh = (): Promise<void> => again('GET /zones')
  const isEditing = opened !== null || chosen === NEW
  const onSaved = async (said: string, zoneId: string | null): Promise<void> => {
    await refresh()
    choose(zoneId)
    drawing.setTool(null)
    setSaid(said)
  }
  return (
    <div className={style.work}>
      <Panel {...{ list, opened }} onSelect={select}>
        {isEditing ? (
          <ZoneEditor
            key={opened?.zone_uuid ?? NEW}
            zone={opened}
            isLast={list.filter(({ active }) => active).length === 1}
            text={drawing.text}
            shape={drawing.shape}
            noMap={noMap}
            onText={drawing.setText}
            onOutdated={refresh}
            onSaved={onSaved}
            onCancel={() => choose(null)}
          />
        ) : null}
      </Panel>
      <MapSide
        {...{ list, opened, chosen, drawing, isEditing, noMap, over }}
        onSelect={select}
        onFailed={() => setNoMap(true)}
        closeTest={() => setOver(null)}
      />
      {over === 'import' ? (
        <ImportZones
          onClose={(done = '') => {
            setOver(null)
            setSaid(done)
            void refresh()
          }}
        />
      ) : null}
    </div>
  )
}

interface PanelProps extends Pick<WorkProps, 'list' | 'opened'> {
  onSelect: (zoneId: string) => void
  /** Editor of the zone. Null if there is no zone. */
  children: ReactNode
}

function Panel({ list, opened, onSelect, children }: PanelProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <section className={style.panel} aria-label={opened?.name ?? words.zones.title}>
      {list.length > 0 ? <ZoneList list={list} selected={opened} onSelect={onSelect} /> : null}
      {children ? (
        <SaveBarPlace value={foot}>{children}</SaveBarPlace>
      ) : (
        <div className={style.none}>
          <Empty>{words.zones.none}</Empty>
        </div>
      )}
      <div ref={setFoot} className={style.foot} />
    </section>
  )
}

interface MapSideProps extends Pick<WorkProps, 'list' | 'opened' | 'chosen' | 'over'> {
  drawing: ReturnType<typeof useDrawing>
  isEditing: boolean
  noMap: boolean
  onSelect: (zoneId: string) => void
  /** Called if the browser can't draw the map. */
  onFailed: () => void
  closeTest: () => void
}

/** The map with its tools, and the test of a location on it. */
function MapSide({ list, opened, chosen, drawing, isEditing, noMap, over, ...props }: MapSideProps) {
  const fleet = useQuery(endpointQuery('GET /fleet'))
  const [place, setPlace] = useState<Point | null>(null)
  const [picked, setPicked] = useState<Point | null>(null)
  const { shape, tool, setTool, refused, onDrawn, onRefused } = drawing
  const onPick = useCallback((at: Point) => {
    setPlace(at)
    setPicked(at)
  }, [])
  return (
    <div className={style.side}>
      <ErrorBoundary onFailed={props.onFailed} instead={<Empty>{words.zones.noMap}</Empty>}>
        <Suspense fallback={<p className={page.soft}>{words.zones.loadingMap}</p>}>
          <ZonesMap
            zones={list}
            depots={fleet.data?.depots ?? NO_DEPOTS}
            selected={opened?.zone_uuid ?? null}
            focused={chosen}
            onSelect={props.onSelect}
            edited={isEditing && 'area' in shape ? shape.area : null}
            tool={isEditing ? tool : null}
            {...{ onDrawn, onRefused, place }}
            onPick={over === 'test' && !tool ? onPick : null}
          />
        </Suspense>
      </ErrorBoundary>
      {isEditing ? <MapTools {...{ shape, tool, noMap, refused }} onTool={setTool} /> : null}
      {over === 'test' ? (
        <div className={style.test}>
          <TryPlace
            picked={picked}
            onTried={setPlace}
            zones={list}
            onClose={() => {
              setPicked(null)
              props.closeTest()
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

/** The area of the edited zone, as text and as a shape, and the tool that draws on the map. `of` is the edited zone. */
function useDrawing(first: Tool | null, of: string) {
  const [text, setText] = useState('')
  const [state, setState] = useState({ of, tool: first, refused: '' })
  const { tool, refused } = state.of === of ? state : { tool: first, refused: '' }
  const setTool = useCallback((next: Tool | null, why = '') => setState({ of, tool: next, refused: why }), [of])
  const shape = useMemo(() => shapeFromText(text), [text])
  const onDrawn = useCallback(
    (area: Parameters<typeof textOf>[0]) => {
      setText(textOf(area))
      setState((now) => ({ of, tool: now.of === of && now.tool === 'corners' ? 'corners' : null, refused: '' }))
    },
    [of],
  )
  const onRefused = useCallback((why: string) => setTool(null, why), [setTool])
  return { text, setText, shape, tool, refused, setTool, onDrawn, onRefused }
}
