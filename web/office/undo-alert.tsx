// The user's actions of the last hour that can be undone, on every screen and also after a reload. Undone actions can be
// redone.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { UndoneOut, UndoStepsOut } from '../../src/contract/office/undo.ts'
import { call } from '../api/client.ts'
import { endpointQuery } from '../api/query.ts'
import { resultMessage } from '../api/result-message.ts'
import { Button } from '../ui/button.tsx'
import { timeOf } from '../ui/format.ts'
import { words } from '../words/locale.ts'
import { useLocation } from './location.ts'
import { useRequestedDate } from './requested-date.tsx'
import { useSession } from './session.tsx'
import style from './shell.module.css'
import { stepWords, undoneWords, withLeftUndone } from './undo-words.ts'

type Step = UndoStepsOut['steps'][number]

const REFRESH_MS = 60_000

export function UndoAlert() {
  const { data } = useQuery({ ...endpointQuery('GET /undo-steps'), refetchInterval: REFRESH_MS })
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const [undone, setUndone] = useState<{ stepId: string; what: string } | null>(null)
  const { pathname } = useLocation()
  const shownDay = useRequestedDate()
  // The toolbar of a day undoes changes of its routes and its builds.
  const isOfToolbar = ({ kind, date }: Step): boolean =>
    kind === 'ROUTES_CHANGED' || (kind === 'ROUTES_BUILT' && pathname === '/' && date === shownDay)
  const steps = (data?.steps ?? []).filter((step) => !isOfToolbar(step) && !hidden.has(step.step_uuid))
  const take = async (stepId: string, words: (done: UndoneOut) => string): Promise<void> => {
    setBusy(true)
    setUndone(null)
    const done = call('POST /undo-steps/{step_uuid}/undo', { params: { step_uuid: stepId } })
    setSaid(await resultMessage(done, words).finally(() => setBusy(false)))
    await client.invalidateQueries()
  }
  const undo = (step: Step): Promise<void> =>
    take(step.step_uuid, (done) => {
      const redo = done.redo_step_uuid
      if (redo) setUndone({ stepId: redo, what: stepWords(step) })
      return undoneWords(step, done)
    })
  const redo = ({ stepId, what }: { stepId: string; what: string }): Promise<void> =>
    take(stepId, ({ left }) => withLeftUndone(`${words.day.redone(what)}.`, left))
  const hide = (): void => {
    setSaid(null)
    setUndone(null)
    setAll(false)
    setHidden(new Set([...hidden, ...steps.map(({ step_uuid: id }) => id)]))
  }
  const shown = all ? steps : steps.slice(0, 1)
  const earlier = steps.length - shown.length
  return (
    <div role="status" className={style.news}>
      {said ? (
        <p className={style.done}>
          {said}
          {undone ? (
            <Button busy={busy} aria-label={words.undo.redoOf(undone.what)} onClick={() => void redo(undone)}>
              {words.day.redo}
            </Button>
          ) : null}
          {shown.length === 0 ? <Hide onHide={hide} /> : null}
        </p>
      ) : null}
      {shown.map((step, i) => (
        <StepRow key={step.step_uuid} step={step} busy={busy} onUndo={() => void undo(step)}>
          {i === 0 && earlier > 0 ? (
            <Button kind="quiet" onClick={() => setAll(true)}>
              {words.undo.showEarlier(earlier)}
            </Button>
          ) : null}
          {i === 0 ? <Hide onHide={hide} /> : null}
        </StepRow>
      ))}
    </div>
  )
}

const Hide = ({ onHide }: { onHide: () => void }) => (
  <Button kind="quiet" onClick={onHide}>
    {words.undo.hide}
  </Button>
)

interface StepProps {
  step: Step
  busy: boolean
  onUndo: () => void
  children: ReactNode
}

function StepRow({ step, busy, onUndo, children }: StepProps) {
  const zone = useSession().business.time_zone
  const what = stepWords(step)
  return (
    <p className={style.done}>
      <span>{words.undo.at(what, timeOf(step.done_at, zone))}</span>
      <Button busy={busy} aria-label={words.undo.undoOf(what)} onClick={onUndo}>
        {words.undo.undo}
      </Button>
      {children}
    </p>
  )
}
