// The driver page: one stop at a time, with the list and the map in further screens, and the unsent taps.
import { Button } from './button.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { type DriverWords, NO_ID_REASON } from '../../src/domain/driver-words/words.ts'
import { isOpen, runningBreakOf } from './apply.ts'
import { PendingHandOvers } from './pending-hand-overs.tsx'
import { useWords } from './language.tsx'
import { MapScreen } from './map-screen.tsx'
import { countNotices, Notices } from './notices.tsx'
import type { QueuedAction } from './doing.ts'
import { sharesPosition, watchLocation } from './place.ts'
import { ReasonPanel } from './reason-panel.tsx'
import { ShareQuestion } from './share-question.tsx'
import { StopCard } from './stop-card.tsx'
import { MyRoutes, StopList } from './stop-list.tsx'
import { UndoBar } from './undo-bar.tsx'
import { useTapGuard, useView, type View } from './view.ts'
import { unsentText } from './route-text.ts'
import type { WorkState } from './phone.ts'
import type { Work } from './work.ts'

/** Loaded after the first screen, but before it is needed. `main.tsx` loads it too. */
const SignaturePanel = lazy(() => import('./signature-panel.tsx'))
const loadGoodsScreens = () => import('./goods-screens.tsx')
const LoadScreen = lazy(async () => ({ default: (await loadGoodsScreens()).LoadScreen }))
const DoorScreen = lazy(async () => ({ default: (await loadGoodsScreens()).DoorScreen }))
const AskedScreen = lazy(async () => ({ default: (await loadGoodsScreens()).DoorCheckScreen }))
const MoreScreen = lazy(async () => ({ default: (await loadGoodsScreens()).MoreScreen }))
const LateScreen = lazy(async () => ({ default: (await loadGoodsScreens()).LateScreen }))
const TextScreen = lazy(async () => ({ default: (await loadGoodsScreens()).TextScreen }))
const PauseScreen = lazy(async () => ({ default: (await loadGoodsScreens()).PauseScreen }))
const ProblemScreen = lazy(async () => ({ default: (await loadGoodsScreens()).ProblemScreen }))
const StreetScreen = lazy(async () => ({ default: (await loadGoodsScreens()).StreetScreen }))
const DoneScreen = lazy(async () => ({ default: (await loadGoodsScreens()).DoneScreen }))
const FindScreen = lazy(async () => ({ default: (await loadGoodsScreens()).FindScreen }))
const PhotosScreen = lazy(async () => ({ default: (await loadGoodsScreens()).PhotosScreen }))
const PartsScreen = lazy(async () => ({ default: (await loadGoodsScreens()).PartsScreen }))

export function DriverApp({ work }: { work: Work }) {
  const state = useSyncExternalStore(work.subscribe, work.state)
  const words = useWords()
  const { view, open: openView, back } = useView()
  /** Stop that the driver chose to see. Null shows the current stop. */
  const [chosen, setChosen] = useState<string | null>(null)
  const { run, ended } = state
  const sharing = useSharing(work, run?.route.status === 'IN_PROGRESS' && !ended)
  const open = run?.stops.filter(isOpen) ?? []
  const current = open.find(({ stop_uuid }) => stop_uuid === chosen) ?? currentStop(open)
  const unsent = [...state.waiting, ...state.elsewhere]
  const { settling, guard } = useTapGuard(
    JSON.stringify([
      [view.at, sharing.asks, run?.route.status, countNotices(state)],
      [current?.stop_uuid, current?.status, current?.photos, current?.signed],
    ]),
  )
  const notices = <Notices work={work} state={state} blocked={sharing.news} />

  if (!run || ended)
    return (
      <main className="driver">
        <h1>{ended ? words.ended.title : words.loading}</h1>
        {notices}
        {ended || state.online ? null : <p>{words.loadingOffline}</p>}
        <MyRoutes />
      </main>
    )

  const show = (stopId: string | null) => {
    setChosen(stopId)
    back()
  }
  const undo = <UndoBar work={work} run={run} skewMs={state.skewMs} onUndo={setChosen} />
  return (
    <main className={`driver at-${view.at}`} data-settling={settling} onClickCapture={guard}>
      <header className="top">
        <h1>{run.route.name}</h1>
        <Ways at={view.at} open={openView} back={back} />
        <p className="soft">{progressText(words, run, open, state.online ? unsent : [])}</p>
      </header>
      {notices}
      {view.at === 'stop' || view.at === 'list' ? <PendingHandOvers run={run} /> : null}
      {view.at === 'stop' ? <RunningBreak work={work} run={run} /> : null}
      {view.at === 'stop' ? (
        <StopScreen {...{ work, state, run, undo, sharing }} stop={current} open={openView} done={() => show(null)} />
      ) : view.at === 'list' ? (
        <StopList
          {...{ work, run, show }}
          changes={state.changes}
          skewMs={state.skewMs}
          open={openView}
          showPhotos={(stop) => openView({ at: 'photos', stop })}
          shares={sharing.shares === true}
          setShares={sharing.setShares}
          isBlocked={sharing.isBlocked}
        />
      ) : view.at === 'map' ? (
        <MapScreen token={work.token} run={run} next={current} show={show} />
      ) : (
        <OpenedScreen
          {...{ work, run, view, show, back, current }}
          waiting={state.waiting}
          open={openView}
          done={() => show(null)}
        />
      )}
    </main>
  )
}

interface StopScreenProps {
  work: Work
  state: WorkState
  run: DriverRoute
  /** Null if no stop is open. */
  stop: RunStop | null
  sharing: ReturnType<typeof useSharing>
  undo: ReactNode
  open: (view: View) => void
  done: () => void
}

function StopScreen({ work, state, run, stop, sharing, undo, open, done }: StopScreenProps) {
  const words = useWords()
  if (sharing.asks) return <ShareQuestion answer={sharing.setShares} />
  if (stop) return <StopCard key={stop.stop_uuid} {...{ work, run, stop, done, undo, open }} />
  const isSent = state.waiting.length === 0 && state.elsewhere.length === 0
  return (
    <Suspense fallback={<p className="soft">{words.moment}</p>}>
      <DoneScreen {...{ work, state, run, undo, isSent }} />
    </Suspense>
  )
}

function RunningBreak({ work, run }: { work: Work; run: DriverRoute }) {
  const words = useWords()
  const { pause } = words.day
  const running = runningBreakOf(run)
  return running ? (
    <div className="notice">
      <span className="line">{pause.since(clock(words, running.start, run.business.time_zone))}</span>
      <Button kind="plain" onClick={() => void work.tap({ kind: 'BREAK_END' })}>
        {pause.end}
      </Button>
    </div>
  ) : null
}

/** Whether the phone shares its location while the route runs, and whether the browser blocks this. */
function useSharing(work: Work, running: boolean) {
  const [shares, setShares] = useState(sharesPosition)
  const [blocked, setBlocked] = useState<'new' | 'seen' | null>(null)
  useEffect(
    () => (running && shares ? watchLocation(work.token, () => setBlocked('new')) : undefined),
    [running, shares, work.token],
  )
  return {
    shares,
    setShares,
    asks: running && shares === null,
    isBlocked: blocked !== null,
    /** Dismisses the notice that the browser blocks the location. Null if there is no such notice to show. */
    news: running && shares && blocked === 'new' ? () => setBlocked('seen') : null,
  }
}

function Ways({ at, open, back }: { at: View['at']; open: (view: View) => void; back: () => void }) {
  const words = useWords()
  const way = (text: string, onClick: () => void) => (
    <Button kind="plain" onClick={onClick}>
      {text}
    </Button>
  )
  return (
    <nav>
      {at === 'stop' || at === 'list' ? way(words.map, () => open({ at: 'map' })) : null}
      {at === 'stop' || at === 'map' ? way(words.allStops, () => open({ at: 'list' })) : null}
      {at === 'list' || at === 'map' || at === 'more' ? way(words.back, back) : null}
    </nav>
  )
}

interface OpenedProps {
  work: Work
  run: DriverRoute
  current: RunStop | null
  waiting: readonly QueuedAction[]
  view: Exclude<View, { at: 'stop' } | { at: 'list' } | { at: 'map' }>
  open: (view: View) => void
  /** Shows the stop. */
  show: (stopId: string) => void
  /** Continues with the next stop. */
  done: () => void
  back: () => void
}

/** A screen that is opened over a stop. */
function OpenedScreen(props: OpenedProps) {
  const words = useWords()
  const { work, run, view, done, back } = props
  if (view.at === 'failure' || view.at === 'skip')
    return (
      <ReasonPanel
        {...{ work, run, done, back }}
        stop={latestVersionOf(run.stops, view.stop)}
        outcome={view.at === 'failure' ? 'FAILED' : 'SKIPPED'}
        first={view.reason ?? null}
      />
    )
  return <Suspense fallback={<p className="soft">{words.moment}</p>}>{lazyScreen(props, view)}</Suspense>
}

function lazyScreen(
  { work, run, current, waiting, open, show, back }: OpenedProps,
  view: Exclude<OpenedProps['view'], { at: 'failure' } | { at: 'skip' }>,
): ReactNode {
  if (view.at === 'more') return <MoreScreen {...{ run, open }} stop={current} />
  if (view.at === 'late') return <LateScreen {...{ work, run, back }} />
  if (view.at === 'find') return <FindScreen {...{ work, run, show, back }} />
  if (view.at === 'pause') return <PauseScreen {...{ work, run, back }} />
  if (view.at === 'problem') return <ProblemScreen {...{ work, run, back }} />
  if (view.at === 'load') return <LoadScreen {...{ work, run, back }} load={view.load} />
  if (view.at === 'signature') return <SignaturePanel work={work} stop={view.stop} others={view.others} done={back} />
  const stop = latestVersionOf(run.stops, view.stop)
  switch (view.at) {
    case 'scan':
      return <DoorScreen {...{ run, stop, back }} others={view.others} />
    case 'street':
      return <StreetScreen {...{ work, stop, back }} />
    case 'text':
      return <TextScreen {...{ work, run, waiting, stop, back }} />
    case 'photos':
      return <PhotosScreen {...{ work, waiting, stop, back }} />
    case 'asked': {
      const failNow = () => open({ at: 'failure', stop: view.stop, reason: NO_ID_REASON })
      return <AskedScreen {...{ run, stop, back }} need={view.need} onNoId={failNow} />
    }
    case 'parts': {
      const showPhotos = () => open({ at: 'photos', stop: view.stop })
      return <PartsScreen {...{ work, waiting, stop, back, showPhotos }} />
    }
  }
}

const currentStop = (open: readonly RunStop[]): RunStop | null =>
  open.find(({ status }) => status === 'ARRIVED') ?? open.find(({ status }) => status === 'EN_ROUTE') ?? open[0] ?? null

const latestVersionOf = (stops: readonly RunStop[], stop: RunStop): RunStop =>
  stops.find(({ stop_uuid }) => stop_uuid === stop.stop_uuid) ?? stop

/** Progress of the route, for example: 4 of 23 · until 3:10 PM. If there are unsent taps, they come first. */
function progressText(
  words: DriverWords,
  { stops, business }: DriverRoute,
  open: readonly RunStop[],
  waiting: readonly QueuedAction[],
): string {
  const last = open.at(-1)
  return [
    waiting.length > 0 && words.toSend(unsentText(words, waiting)),
    (last ? words.progress : words.allDone)(stops.length - open.length, stops.length),
    last && words.until(clock(words, last.eta ?? last.planned_arrival, business.time_zone)),
  ]
    .filter(Boolean)
    .join(' · ')
}
