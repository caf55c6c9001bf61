// A build: its form, its progress, and its result compared with the routes before.
import { useEffect, useRef, useState } from 'react'
import type { BuildPlanOut, BuildPlansOut } from '../../../src/contract/propose-build.ts'
import type { BuildProgress, OfficeBuildOut, OfficeUnassigned } from '../../../src/contract/build.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import { ApiError, call, callStreamingLines } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import { BuildForm, type BuildRequest } from './build-ask.tsx'
import { BuildPlans } from './build-plans.tsx'
import { BuildResult, NothingBuilt } from './build-result.tsx'
import { Building, PlanningTwo } from './building.tsx'
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

interface RunningBuild {
  seconds: number
  limit: number
  plans: readonly BuildProgress[]
  /** ID of the build that the user has stopped. */
  stopped: string | null
  order: BuildRequest
}

type Stage =
  | { name: 'asking'; fault: string | null }
  | ({ name: 'running' } & RunningBuild)
  | { name: 'planning'; made: number; words: string }
  | { name: 'choosing'; proposal: BuildPlansOut; fault: string | null; accepting: boolean }
  | { name: 'done'; result: OfficeBuildOut }
  | { name: 'nothing'; unassigned: OfficeUnassigned[] }

export function BuildDialog({ day, selected, given, again, onClose, onBuilt, undo, onSaid }: Props) {
  const [before] = useState(day.routes)
  const { stage, run, stop, propose, accept, abort } = useBuild(day.date, onBuilt, onSaid)

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
      return <Building {...stage} day={day} onCancel={cancel} onStop={(buildId) => void stop(buildId)} />
    case 'planning':
      return <PlanningTwo {...stage} onCancel={cancel} />
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
function useBuild(date: string, onBuilt: Props['onBuilt'], onSaid: Props['onSaid']) {
  const [stage, setStage] = useState<Stage>({ name: 'asking', fault: null })
  const isShown = useIsShown()
  const running = useRef<AbortController | null>(null)
  const { stopped, stop } = useStop(onSaid)

  const run = async (order: BuildRequest): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    try {
      const result = await streamBuild(date, order, calling.signal, (running) =>
        setStage({ name: 'running', ...running, stopped: stopped.current, order }),
      )
      await onBuilt(result)
      if (!isShown.current) onSaid(words.build.builtAs(result.routes.length))
      setStage({ name: 'done', result })
    } catch (error) {
      if (!calling.signal.aborted) await failed(error)
    }
  }

  const failed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error
    if (!isShown.current) onSaid(error.message)
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

  return { stage, run, stop, propose, accept, abort: () => running.current?.abort() }
}

/** Runs a build. Calls `onChange` with its time and its plans four times a second. */
async function streamBuild(
  date: string,
  order: BuildRequest,
  signal: AbortSignal,
  onChange: (running: Pick<RunningBuild, 'seconds' | 'limit' | 'plans'>) => void,
): Promise<OfficeBuildOut> {
  const limit = order.options?.time_limit_seconds ?? 5
  const began = performance.now()
  let plans: BuildProgress[] = []
  const tell = (): void => onChange({ seconds: (performance.now() - began) / 1000, limit, plans })
  // A build that starts over has another ID.
  const keep = ({ progress }: { progress: BuildProgress }): void =>
    void (plans = [...plans.filter(({ build_uuid }) => build_uuid === progress.build_uuid), progress])
  tell()
  const ticking = setInterval(tell, 250)
  try {
    const body = { date, ...order, options: { ...order.options, time_limit_seconds: limit } }
    return await callStreamingLines('POST /build', { body, signal }, keep)
  } finally {
    clearInterval(ticking)
  }
}

/** Ends the search of a build early. `stopped` is the ID of the build that was stopped last. */
function useStop(onSaid: Props['onSaid']) {
  const stopped = useRef<string | null>(null)
  const stop = async (buildId: string): Promise<void> => {
    stopped.current = buildId
    try {
      await call('POST /build/{build_uuid}/stop', { params: { build_uuid: buildId } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // A build that has just ended shows its result.
      if (error.code === 'NOT_FOUND') return
      stopped.current = null
      onSaid(error.message)
    }
  }
  return { stopped, stop }
}

/** Whether the sheet is open. A build continues if another dialog replaces its sheet, and its end is then a message. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Unassigned deliveries of a build that routed none, with their reasons. */
const unassignedOf = ({ code, details }: ApiError): OfficeUnassigned[] =>
  code === 'NOTHING_ROUTABLE' ? (details.unassigned as OfficeUnassigned[]) : []
