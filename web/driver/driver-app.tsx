// The driver's page: one stop at a time, the list behind it, and what is not sent yet said plainly.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import { isOpen } from './apply.ts'
import { FailurePanel } from './failure-panel.tsx'
import { sharesPosition, watchPlace } from './place.ts'
import { SignaturePanel } from './signature-panel.tsx'
import { StopCard } from './stop-card.tsx'
import { StopList } from './stop-list.tsx'
import { Notices } from './notices.tsx'
import { UndoBar } from './undo-bar.tsx'
import type { Work } from './work.ts'

type View = { at: 'stop' } | { at: 'list' } | { at: 'failure' | 'signature'; stop: RunStop }

export function DriverApp({ work }: { work: Work }) {
  const state = useSyncExternalStore(work.subscribe, work.state)
  const [view, setView] = useState<View>({ at: 'stop' })
  const running = state.run?.route.status === 'IN_PROGRESS'
  const [shares, setShares] = useState(sharesPosition)
  useEffect(() => (running && shares ? watchPlace(work.token) : undefined), [running, shares, work.token])
  const { run, ended } = state

  if (!run)
    return (
      <main className="driver">
        <h1>{ended ? 'This link has ended' : 'Reading your route …'}</h1>
        <p>{ended ?? (state.online ? null : 'There is no reception. Your route shows as soon as there is.')}</p>
      </main>
    )

  const open = run.stops.filter(isOpen)
  const current = open.find(({ status }) => status === 'ARRIVED' || status === 'EN_ROUTE') ?? open[0] ?? null
  const back = () => setView({ at: 'stop' })
  const undo = <UndoBar work={work} run={run} skewMs={state.skewMs} />
  const done = run.stops.length - open.length
  return (
    <main className="driver">
      <header className="top">
        <div>
          <h1>{run.route.name}</h1>
          <p className="soft">
            {done} of {run.stops.length} done · {state.online && state.waiting > 0 ? 'sending …' : run.business.name}
          </p>
        </div>
        <button
          type="button"
          className="plain"
          onClick={() => setView(view.at === 'list' ? { at: 'stop' } : { at: 'list' })}
        >
          {view.at === 'list' ? 'Back' : 'All stops'}
        </button>
      </header>
      <Notices work={work} state={state} />
      {view.at === 'list' ? (
        <StopList work={work} run={run} done={back} shares={shares} setShares={setShares} />
      ) : view.at === 'failure' ? (
        <FailurePanel work={work} run={run} stop={latest(run.stops, view.stop)} done={back} />
      ) : view.at === 'signature' ? (
        <SignaturePanel work={work} stop={view.stop} done={back} />
      ) : ended ? null : current ? (
        <StopCard
          key={current.stop_uuid}
          work={work}
          run={run}
          stop={current}
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

const latest = (stops: readonly RunStop[], stop: RunStop): RunStop =>
  stops.find(({ stop_uuid }) => stop_uuid === stop.stop_uuid) ?? stop

function Finished({ stops, waiting }: { stops: readonly RunStop[]; waiting: number }) {
  const count = (status: RunStop['status']) => stops.filter((stop) => stop.status === status).length
  return (
    <section className="card">
      <h2>All stops are done</h2>
      <p>
        {count('DELIVERED')} delivered, {count('FAILED')} not delivered, {count('SKIPPED')} skipped.
      </p>
      <p>
        {waiting > 0 ? 'Keep this page open until everything is sent.' : 'Everything is sent. You can close this page.'}
      </p>
    </section>
  )
}
