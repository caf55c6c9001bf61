// The driver's page: one stop at a time, the list and the map behind it, and what is not sent yet said plainly.
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { type DriverWords, NO_ID_REASON } from '../../src/domain/driver-words/words.ts'
import { isOpen } from './apply.ts'
import { GiveOver } from './give-over.tsx'
import { useWords } from './language.tsx'
import { MapScreen } from './map-screen.tsx'
import { countNews, Notices } from './notices.tsx'
import type { Waiting } from './doing.ts'
import { sharesPosition, watchPlace } from './place.ts'
import { ReasonPanel } from './reason-panel.tsx'
import { ShareQuestion } from './share-question.tsx'
import { StopCard } from './stop-card.tsx'
import { MyRoutes, StopList } from './stop-list.tsx'
import { UndoBar, UndoEnd } from './undo-bar.tsx'
import { useSettling, useView } from './view.ts'
import { toSend } from './words.ts'
import type { Work } from './work.ts'

/** After the first screen, but before it is needed: `main.tsx` asks for it, too. */
const SignaturePanel = lazy(() => import('./signature-panel.tsx'))
const goods = () => import('./goods-screens.tsx')
const LoadScreen = lazy(async () => ({ default: (await goods()).LoadScreen }))
const DoorScreen = lazy(async () => ({ default: (await goods()).DoorScreen }))
const AskedScreen = lazy(async () => ({ default: (await goods()).AskedScreen }))
const PhotosScreen = lazy(async () => ({ default: (await goods()).PhotosScreen }))
const PartsScreen = lazy(async () => ({ default: (await goods()).PartsScreen }))

export function DriverApp({ work }: { work: Work }) {
  const state = useSyncExternalStore(work.subscribe, work.state)
  const words = useWords()
  const { view, open: openView, back } = useView()
  /** The stop the driver chose to see; without one it is the one at hand. */
  const [chosen, setChosen] = useState<string | null>(null)
  const { run, ended } = state
  const running = run?.route.status === 'IN_PROGRESS' && !ended
  const [shares, setShares] = useState(sharesPosition)
  const [blocked, setBlocked] = useState<'new' | 'seen' | null>(null)
  useEffect(
    () => (running && shares ? watchPlace(work.token, () => setBlocked('new')) : undefined),
    [running, shares, work.token],
  )
  const open = run?.stops.filter(isOpen) ?? []
  const current = open.find(({ stop_uuid }) => stop_uuid === chosen) ?? atHand(open)
  const unsent = [...state.waiting, ...state.elsewhere]
  const heldEnd = state.waiting.find(({ heldUntil }) => heldUntil !== undefined)
  const asks = running && shares === null
  const { settling, guard } = useSettling(
    JSON.stringify([
      [view.at, asks, run?.route.status, countNews(state)],
      [current?.stop_uuid, current?.status, current?.photos, current?.signed],
    ]),
  )
  const notices = (
    <Notices
      work={work}
      state={state}
      blocked={running && shares && blocked === 'new' ? () => setBlocked('seen') : null}
    />
  )

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
  return (
    <main className={`driver at-${view.at}`} data-settling={settling} onClickCapture={guard}>
      <header className="top">
        <h1>{run.route.name}</h1>
        <nav>
          {view.at === 'stop' || view.at === 'list' ? (
            <button type="button" className="plain" onClick={() => openView({ at: 'map' })}>
              {words.map}
            </button>
          ) : null}
          {view.at === 'stop' || view.at === 'map' ? (
            <button type="button" className="plain" onClick={() => openView({ at: 'list' })}>
              {words.allStops}
            </button>
          ) : null}
          {view.at === 'list' || view.at === 'map' ? (
            <button type="button" className="plain" onClick={back}>
              {words.back}
            </button>
          ) : null}
        </nav>
        <p className="soft">{progress(words, run, open, state.online ? unsent : [])}</p>
      </header>
      {notices}
      {view.at === 'stop' || view.at === 'list' ? <GiveOver run={run} /> : null}
      {view.at === 'list' ? (
        <StopList
          work={work}
          run={run}
          changes={state.changes}
          skewMs={state.skewMs}
          show={show}
          showPhotos={(stop) => openView({ at: 'photos', stop })}
          shares={shares === true}
          setShares={setShares}
          isBlocked={blocked !== null}
        />
      ) : view.at === 'map' ? (
        <MapScreen token={work.token} run={run} next={current} show={show} />
      ) : view.at === 'failure' || view.at === 'skip' ? (
        <ReasonPanel
          work={work}
          run={run}
          stop={latest(run.stops, view.stop)}
          outcome={view.at === 'failure' ? 'FAILED' : 'SKIPPED'}
          first={view.reason ?? null}
          done={() => show(null)}
          back={back}
        />
      ) : view.at === 'signature' ? (
        <Suspense fallback={<p className="soft">{words.moment}</p>}>
          <SignaturePanel work={work} stop={view.stop} others={view.others} done={back} />
        </Suspense>
      ) : view.at === 'load' ||
        view.at === 'scan' ||
        view.at === 'parts' ||
        view.at === 'asked' ||
        view.at === 'photos' ? (
        <Suspense fallback={<p className="soft">{words.moment}</p>}>
          {view.at === 'load' ? (
            <LoadScreen work={work} run={run} load={view.load} back={back} />
          ) : view.at === 'scan' ? (
            <DoorScreen run={run} stop={latest(run.stops, view.stop)} others={view.others} back={back} />
          ) : view.at === 'photos' ? (
            <PhotosScreen work={work} waiting={state.waiting} stop={latest(run.stops, view.stop)} back={back} />
          ) : view.at === 'asked' ? (
            <AskedScreen
              run={run}
              stop={latest(run.stops, view.stop)}
              need={view.need}
              back={back}
              onNoId={() => openView({ at: 'failure', stop: view.stop, reason: NO_ID_REASON })}
            />
          ) : (
            <PartsScreen
              work={work}
              waiting={state.waiting}
              stop={latest(run.stops, view.stop)}
              showPhotos={() => openView({ at: 'photos', stop: view.stop })}
              back={back}
            />
          )}
        </Suspense>
      ) : asks ? (
        <ShareQuestion answer={setShares} />
      ) : current ? (
        <StopCard
          key={current.stop_uuid}
          work={work}
          run={run}
          stop={current}
          done={() => show(null)}
          open={openView}
          undo={<UndoBar work={work} run={run} skewMs={state.skewMs} onUndo={setChosen} />}
        />
      ) : (
        <>
          <Finished stops={run.stops} isSent={unsent.length === 0} />
          <MyRoutes />
          {heldEnd ? (
            <UndoEnd work={work} end={heldEnd} />
          ) : (
            <UndoBar work={work} run={run} skewMs={state.skewMs} onUndo={setChosen} />
          )}
        </>
      )}
    </main>
  )
}

const atHand = (open: readonly RunStop[]): RunStop | null =>
  open.find(({ status }) => status === 'ARRIVED') ?? open.find(({ status }) => status === 'EN_ROUTE') ?? open[0] ?? null

const latest = (stops: readonly RunStop[], stop: RunStop): RunStop =>
  stops.find(({ stop_uuid }) => stop_uuid === stop.stop_uuid) ?? stop

/** 4 of 23 · until 3:10 PM; what is being sent comes first. */
function progress(
  words: DriverWords,
  { stops, business }: Run,
  open: readonly RunStop[],
  waiting: readonly Waiting[],
): string {
  const last = open.at(-1)
  return [
    waiting.length > 0 && words.toSend(toSend(words, waiting)),
    (last ? words.progress : words.allDone)(stops.length - open.length, stops.length),
    last && words.until(clock(words, last.eta ?? last.planned_arrival, business.time_zone)),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Finished({ stops, isSent }: { stops: readonly RunStop[]; isSent: boolean }) {
  const { finished: words } = useWords()
  const count = (status: RunStop['status']) => stops.filter((stop) => stop.status === status).length
  const [delivered, failed, returned] = [count('DELIVERED'), count('FAILED'), count('SKIPPED')]
  return (
    <section className="card">
      <h2>{words.title}</h2>
      <p>{returned > 0 ? words.countsReturned(delivered, failed, returned) : words.counts(delivered, failed)}</p>
      <p>{isSent ? words.sent : words.notSent}</p>
    </section>
  )
}
