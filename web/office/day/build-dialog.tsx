// Dialog for a build: its form, its progress, and its result compared with the routes before.
import { useEffect, useRef, useState } from 'react'
import type { BuildPlanOut, BuildPlansOut } from '../../../src/contract/propose-build.ts'
import type { BuildProgress, OfficeBuildOut, OfficeUnassigned } from '../../../src/contract/build.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import { ApiError, call, callStreamingLines } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { miles, minutes } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { BuildForm, type BuildRequest } from './build-ask.tsx'
import { BuildPlans } from './build-plans.tsx'
import { BuildResult, NothingBuilt } from './build-result.tsx'
import style from './day.module.css'
import type { HistoryStep } from './history.ts'

interface Props {
  day: DayOut
  /** Deliveries selected in the pool. If any are selected, the build includes only these. */
  selected: ReadonlySet<string>
  /** Starts this build at once, without showing the form. */
  given: BuildRequest | null
  /** Preselects the vehicles with planned routes, so that their stops are re-optimized. */
  again: boolean
  onClose: () => void
  onBuilt: (result: Pick<OfficeBuildOut, 'unassigned'>) => Promise<void>
  /** Undoes the last change of the day. */
  undo: HistoryStep | null
  onSaid: (text: string) => void
}

type Stage =
  | { name: 'asking'; fault: string | null }
  | { name: 'running'; seconds: number; limit: number; now: BuildProgress | null; first: BuildProgress | null }
  | { name: 'planning'; made: number; words: string }
  | { name: 'choosing'; proposal: BuildPlansOut; fault: string | null; accepting: boolean }
  | { name: 'done'; result: OfficeBuildOut }
  | { name: 'nothing'; unassigned: OfficeUnassigned[] }

export function BuildDialog({ day, selected, given, again, onClose, onBuilt, undo, onSaid }: Props) {
  const [before] = useState(day.routes)
  const { stage, run, propose, accept, abort } = useBuild(day.date, onBuilt)

  // Starts `given` once. Later renders don't start it again.
  const started = useRef(false)
  useEffect(() => {
    if (!given || started.current) return
    started.current = true
    void run(given)
  })

  const cancel = (): void => {
    abort()
    onClose()
  }
  switch (stage.name) {
    case 'running':
      return <Running {...stage} onCancel={cancel} />
    case 'planning':
      return (
        <Dialog title={words.build.lookingForTwo} onClose={cancel}>
          <progress className={style.progress} value={stage.made} max={2} aria-label={words.build.plansMade} />
          <p role="status">{stage.words ? `${stage.words} …` : words.build.lookingForPlans}</p>
          <DialogActions>
            <Button onClick={cancel}>{words.common.cancelNothing}</Button>
          </DialogActions>
        </Dialog>
      )
    case 'choosing': {
      const { proposal, fault, accepting } = stage
      return (
        <BuildPlans {...{ proposal, fault, accepting, onClose }} onChoose={(plan) => void accept(proposal, plan)} />
      )
    }
    case 'done':
      return <BuildResult {...{ before, day, undo, onSaid, onClose }} result={stage.result} />
    case 'nothing':
      return <NothingBuilt {...{ day, onSaid, onClose }} unassigned={stage.unassigned} />
    case 'asking':
      return (
        <BuildForm
          {...{ day, selected, again, onClose }}
          fault={stage.fault}
          onRun={(order, compare) => void (compare ? propose(order) : run(order))}
        />
      )
  }
}

/** State of a build and the functions that advance it. */
function useBuild(date: string, onBuilt: Props['onBuilt']) {
  const [stage, setStage] = useState<Stage>({ name: 'asking', fault: null })
  const running = useRef<AbortController | null>(null)

  const run = async (order: BuildRequest): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    const limit = order.options?.time_limit_seconds ?? 5
    const began = performance.now()
    let first: BuildProgress | null = null
    let now: BuildProgress | null = null
    const tell = (): void =>
      setStage({ name: 'running', seconds: (performance.now() - began) / 1000, limit, now, first })
    tell()
    const ticking = setInterval(tell, 250)
    try {
      const body = { date, ...order, options: { ...order.options, time_limit_seconds: limit } }
      const result = await callStreamingLines('POST /build', { body, signal: calling.signal }, ({ progress }) => {
        now = progress
        first ??= now
      })
      await onBuilt(result)
      setStage({ name: 'done', result })
    } catch (error) {
      if (!calling.signal.aborted) await failed(error)
    } finally {
      clearInterval(ticking)
    }
  }

  const failed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error
    const unassigned = unassignedOf(error)
    if (unassigned.length === 0) return setStage({ name: 'asking', fault: error.message })
    await onBuilt({ unassigned })
    setStage({ name: 'nothing', unassigned })
  }

  const propose = async (order: BuildRequest): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    setStage({ name: 'planning', made: 0, words: '' })
    try {
      const body = { date, ...order }
      const proposal = await callStreamingLines(
        'POST /build/propose',
        { body, signal: calling.signal },
        ({ progress }) =>
          setStage({ name: 'planning', made: progress.made, words: words.build.balances[progress.balance] }),
      )
      setStage({ name: 'choosing', proposal, fault: null, accepting: false })
    } catch (error) {
      if (!calling.signal.aborted) await failed(error)
    }
  }

  const accept = async (proposal: BuildPlansOut, { build_uuid }: BuildPlanOut): Promise<void> => {
    setStage({ name: 'choosing', proposal, fault: null, accepting: true })
    try {
      const result = await call('POST /build/{build_uuid}/accept', { params: { build_uuid } })
      await onBuilt(result)
      setStage({ name: 'done', result })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setStage({ name: 'choosing', proposal, fault: error.message, accepting: false })
    }
  }

  return { stage, run, propose, accept, abort: () => running.current?.abort() }
}

type RunningProps = Omit<Extract<Stage, { name: 'running' }>, 'name'> & { onCancel: () => void }

function Running({ seconds, limit, now, first, onCancel }: RunningProps) {
  const used = Math.min(seconds, limit)
  return (
    <Dialog title={words.build.building} onClose={onCancel}>
      <progress className={style.progress} value={used} max={limit} aria-label={words.build.timeUsed} />
      <p>{words.build.ofSeconds(used.toFixed(0), limit)}</p>
      <div role="status">
        <dl className={style.falling}>
          <SearchProgress name="Unassigned" now={now?.unassigned} first={first?.unassigned} words={String} />
          <SearchProgress name="Distance" now={now?.distance_miles} first={first?.distance_miles} words={miles} />
          <SearchProgress name="Driving" now={now?.drive_minutes} first={first?.drive_minutes} words={minutes} />
        </dl>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{words.common.cancelNothing}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Unassigned deliveries of a build that routed none, with their reasons. */
const unassignedOf = ({ code, details }: ApiError): OfficeUnassigned[] =>
  code === 'NOTHING_ROUTABLE' ? (details.unassigned as OfficeUnassigned[]) : []

/** Progress of the search: the initial figure struck out, then the current one. */
function SearchProgress({
  name,
  now,
  first,
  words,
}: {
  name: string
  now: number | undefined
  first: number | undefined
  words: (value: number) => string
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {first !== undefined && now !== undefined && words(first) !== words(now) ? <s>{words(first)}</s> : null}{' '}
        {now === undefined ? '…' : words(now)}
      </dd>
    </div>
  )
}
