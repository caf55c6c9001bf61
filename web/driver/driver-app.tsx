// The driver's page: one stop at a time, the list and the map behind it, and what is not sent yet said plainly.
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { isOpen } from './apply.ts'
import { FailurePanel } from './failure-panel.tsx'
import { MapScreen } from './map-screen.tsx'
import { Notices } from './notices.tsx'
import { sharesPosition, watchPlace } from './place.ts'
import { ShareQuestion } from './share-question.tsx'
import { StopCard } from './stop-card.tsx'
import { StopList } from './stop-list.tsx'
import { UndoBar } from './undo-bar.tsx'
import { clock } from './words.ts'
import type { Work } from './work.ts'

/** After the first screen, but before it is needed: `main.tsx` asks for it, too. */
const SignaturePanel = lazy(() => import('./signature-panel.tsx'))

type View = { at: 'stop' | 'list' | 'map' } | { at: 'failure' | 'signature'; stop: RunStop }

export function DriverApp({ work }: { work: Work }) {
  const state = useSyncExternalStore(work.subscribe, work.state)
  const [view, setView] = useState<View>({ at: 'stop' })
  /** The stop the driver chose to see; without one it is the one at hand. */
  const [chosen, setChosen] = useState<string | null>(null)
  const running = state.run?.route.status === 'IN_PROGRESS' && !state.ended
  const [shares, setShares] = useState(sharesPosition)
  useEffect(() => (running && shares ? watchPlace(work.token) : undefined), [running, shares, work.token])
  const { run, ended } = state

  if (!run || ended)
    return (
      <main className="driver">
        <h1>{ended ? 'This link has ended' : 'Loading your route …'}</h1>
        <Notices work={work} state={state} />
        {ended || state.online ? null : <p>No reception. Your route appears when you’re back online.</p>}
      </main>
    )

  const open = run.stops.filter(isOpen)
  const current = open.find(({ stop_uuid }) => stop_uuid === chosen) ?? atHand(open)
  const show = (stopId: string | null) => {
    setChosen(stopId)
    setView({ at: 'stop' })
  }
  const back = () => setView({ at: 'stop' })
  const undo = <UndoBar work={work} run={run} skewMs={state.skewMs} onUndo={setChosen} />
  return (
    <main className="driver">
      <header className="top">
        <div>
          <h1>{run.route.name}</h1>
          <p className="soft">{progress(run, open)}</p>
        </div>
        <nav>
          {view.at === 'stop' || view.at === 'list' ? (
            <button type="button" className="plain" onClick={() => setView({ at: 'map' })}>
              Map
            </button>
          ) : null}
          {view.at === 'stop' || view.at === 'map' ? (
            <button type="button" className="plain" onClick={() => setView({ at: 'list' })}>
              All stops
            </button>
          ) : null}
          {view.at === 'list' || view.at === 'map' ? (
            <button type="button" className="plain" onClick={back}>
              Back
            </button>
          ) : null}
        </nav>
      </header>
      <Notices work={work} state={state} />
      {view.at === 'list' ? (
        <StopList work={work} run={run} show={show} shares={shares === true} setShares={setShares} />
      ) : view.at === 'map' ? (
        <MapScreen token={work.token} run={run} next={current} show={show} />
      ) : view.at === 'failure' ? (
        <FailurePanel work={work} run={run} stop={latest(run.stops, view.stop)} done={() => show(null)} back={back} />
      ) : view.at === 'signature' ? (
        <Suspense fallback={<p className="soft">One moment …</p>}>
          <SignaturePanel work={work} stop={view.stop} done={back} />
        </Suspense>
      ) : running && shares === null ? (
        <ShareQuestion answer={setShares} />
      ) : current ? (
        <StopCard
          key={current.stop_uuid}
          work={work}
          run={run}
          stop={current}
          done={() => show(null)}
          fail={() => setView({ at: 'failure', stop: current })}
          sign={() => setView({ at: 'signature', stop: current })}
          undo={undo}
        />
      ) : (
        <>
          <Finished stops={run.stops} waiting={state.waiting} />
          {undo}
        </>
      )}
    </main>
  )
}

const atHand = (open: readonly RunStop[]): RunStop | null =>
  open.find(({ status }) => status === 'ARRIVED') ?? open.find(({ status }) => status === 'EN_ROUTE') ?? open[0] ?? null

const latest = (stops: readonly RunStop[], stop: RunStop): RunStop =>
  stops.find(({ stop_uuid }) => stop_uuid === stop.stop_uuid) ?? stop

/** 4 of 23 · until 3:10 PM */
function progress({ stops, business }: Run, open: readonly RunStop[]): string {
  const done = `${stops.length - open.length} of ${stops.length}`
  const last = open.at(-1)
  return last ? `${done} · until ${clock(last.eta ?? last.planned_arrival, business.time_zone)}` : `${done} done`
}

function Finished({ stops, waiting }: { stops: readonly RunStop[]; waiting: number }) {
  const count = (status: RunStop['status']) => stops.filter((stop) => stop.status === status).length
  return (
    <section className="card">
      <h2>Route finished</h2>
      <p>
        {count('DELIVERED')} delivered, {count('FAILED')} not delivered, {count('SKIPPED')} skipped.
      </p>
      <p>
        {waiting > 0 ? 'Keep this page open until everything is sent.' : 'Everything is sent. You can close this page.'}
      </p>
    </section>
  )
}
