// A re-plan: the form for its data, its progress, and the page that compares the plans.
import { useEffect, useRef, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { ReplanOut, ReplanPlanOut } from '../../../src/contract/replan.ts'
import type { ReplanGoal } from '../../../src/domain/routes/replan.ts'
import { ApiError, call, callStreamingLines } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { words } from '../../words/locale.ts'
import { InProgress } from './building.tsx'
import { NO_HAND_OVER } from './hand-over-fields.tsx'
import type { Step } from './history.ts'
import { ReplanForm, type ReplanAsk, type ReplanReason, reasonOf, titleOf } from './replan-ask.tsx'
import { ReplanPage } from './replan-page.tsx'
import { movedWords } from './replan-title.ts'

interface Props {
  day: DayOut
  ask: ReplanAsk
  onStep: (step: Step) => void
  onReassign: (route: DayRoute) => void
  onClose: () => void
}

type Stage =
  | { name: 'asking'; fault: string | null }
  | { name: 'running'; made: number; goal: ReplanGoal | null }
  | { name: 'plans'; replan: ReplanOut }

const MAX_PLANS = 3

export function ReplanDialog({ day, ask, onStep, onReassign, onClose }: Props) {
  const { stage, run, stop, askAgain } = useReplan(day.date, ask)
  const [handOver, setHandOver] = useState(NO_HAND_OVER)
  const title = titleOf(ask)
  const cancel = (): void => {
    stop()
    onClose()
  }

  if (stage.name === 'asking')
    return (
      <ReplanForm
        {...{ day, ask, handOver, setHandOver, onReassign, onClose }}
        fault={stage.fault}
        onRun={(reason) => void run(reason)}
      />
    )
  if (stage.name === 'running')
    return (
      <InProgress
        title={title}
        used={stage.made}
        limit={MAX_PLANS}
        bar={words.build.plansMade}
        value={
          stage.goal
            ? words.replan.lookingFor(words.replan.goals[stage.goal].toLowerCase())
            : words.build.lookingForPlans
        }
        state={words.replan.inProgress}
        cancelName={words.common.cancelNothing}
        onCancel={cancel}
      />
    )
  const { replan } = stage
  if (replan.plans.length === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{words.replan.nothingBetter}</p>
        <DialogActions>
          <Button onClick={onClose}>{words.common.close}</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <ReplanPage
      {...{ day, replan, title, onClose }}
      onChange={ask.kind === 'FIT_IN' ? null : askAgain}
      onUse={(plan) => {
        onStep(replanStep(replan, plan, title))
        onClose()
      }}
    />
  )
}

/** Runs re-plans of the change. `run` starts one, and `stop` cancels it. If no input is needed, the first one starts at once. */
function useReplan(date: string, ask: ReplanAsk) {
  const [stage, setStage] = useState<Stage>({ name: 'asking', fault: null })
  const running = useRef<AbortController | null>(null)

  const run = async (reason: ReplanReason): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    setStage({ name: 'running', made: 0, goal: null })
    try {
      const body = { date, ...reason }
      const replan = await callStreamingLines('POST /replan', { body, signal: calling.signal }, ({ progress }) =>
        setStage({ name: 'running', ...progress }),
      )
      setStage({ name: 'plans', replan })
    } catch (error) {
      if (calling.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setStage({ name: 'asking', fault: error.message })
    }
  }

  // If no input is needed, starts the re-plan once.
  const started = useRef(false)
  useEffect(() => {
    const reason = reasonOf(ask)
    if (!reason || started.current) return
    started.current = true
    void run(reason)
  })

  return {
    stage,
    run,
    stop: () => running.current?.abort(),
    askAgain: () => setStage({ name: 'asking', fault: null }),
  }
}

const replanStep = (replan: ReplanOut, plan: ReplanPlanOut, label: string): Step => ({
  label,
  offersUndo: true,
  make: async () => {
    await call('POST /replan/{replan_uuid}/accept', {
      params: { replan_uuid: replan.replan_uuid },
      body: { plan: plan.goals[0] as ReplanGoal },
    })
    const left = plan.left_off.length
    return [words.replan.inUse([movedWords(plan), ...(left > 0 ? [words.replan.leftOff(left)] : [])].join(', '))]
  },
})
