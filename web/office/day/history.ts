// Undo and redo for a day's routes. The server stores the steps, so that undo also works after a reload.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import { type StoredSteps, useStoredSteps } from './stored-steps.ts'
import { useRefreshDay } from './use-day.ts'
import type { DayMessage, ShowMessage } from './day-message.tsx'

/** An action that can be undone. `make` resolves to its warnings. */
export interface Step {
  label: string
  make: () => Promise<string[]>
  /** The message about the result has a button that undoes the step. */
  offersUndo?: true
}

export interface History {
  make(step: Step): Promise<void>
  undo: HistoryStep | null
  redo: HistoryStep | null
}

/** The next undo or redo. `name` names the change. */
export interface HistoryStep {
  name: string
  run: () => Promise<void>
}

/** A step to undo or redo. */
interface TakenStep {
  stepId: string
  label: string
}

/** State of the latest action. An undo requested while it runs undoes it, or does nothing if the action fails. */
interface RunningAction {
  failed: boolean
  over: boolean
}

/**
 * Returns undo and redo for the routes of this date. `say` shows that a change is being saved, then its result, and can offer
 * to repeat the change. After a change of the date, no step can be redone.
 */
export function useHistory(date: string, say: ShowMessage): History {
  const stored = useStoredSteps(date)
  const run = useShownResult(say)
  const inTurn = useTurns()
  const [undone, setUndone] = useState<TakenStep[]>([])
  const [making, setMaking] = useState(0)
  const last = useRef<RunningAction | null>(null)
  useEffect(() => setUndone([]), [date])

  const make = async (step: Step): Promise<void> => {
    const own: RunningAction = { failed: false, over: false }
    last.current = own
    setMaking((count) => count + 1)
    say(words.day.saving, { lasts: true })
    setUndone([])
    stored.offerRefused()
    const done = async (): Promise<string> => [`${step.label}.`, ...(await step.make())].join(' ')
    await inTurn(async () => {
      const isKnown = stored.known()
      own.failed = !(await run(done, {
        again: () => void make(step),
        ...(step.offersUndo && { undo: () => void undo() }),
      }))
      const now = own.failed ? undefined : await stored.read()
      if (now && !isKnown(now.step_uuid)) stored.name(now.step_uuid, step.label)
    }).finally(() => {
      own.over = true
      setMaking((count) => count - 1)
    })
  }
  const undoNext = async (
    find: () => Promise<TakenStep | undefined>,
    inWords: (label: string) => string,
    onBack?: (redo: TakenStep) => void,
  ): Promise<void> => {
    let taken: TakenStep | undefined
    const work = async (): Promise<string> => {
      say(words.day.saving, { lasts: true })
      taken = await find()
      return taken ? undoTaken(stored, taken, inWords(taken.label), onBack) : words.day.nothingToUndo
    }
    await run(work, { refusal: (error) => undoRefused(stored, taken, error) })
  }
  const undo = (): Promise<void> => {
    const meant = last.current?.over === false ? last.current : null
    const find = async (): Promise<TakenStep | undefined> => {
      const step = await stored.read()
      return step && { stepId: step.step_uuid, label: stored.labelOf(step) }
    }
    return inTurn(async () => {
      if (meant?.failed) return
      await undoNext(find, words.day.undone, (redo) => setUndone((steps) => [...steps, redo]))
    })
  }
  const redo = (step: TakenStep): Promise<void> => {
    setMaking((count) => count + 1)
    setUndone((steps) => steps.filter((one) => one.stepId !== step.stepId))
    return inTurn(() => undoNext(async () => step, words.day.redone)).finally(() => setMaking((count) => count - 1))
  }
  const lastUndone = undone.at(-1)
  const { latest } = stored
  const nameOfUndo = latest ? words.undo.undoOf(stored.labelOf(latest)) : words.common.undo
  return {
    make,
    undo: latest || making > 0 ? { name: nameOfUndo, run: undo } : null,
    redo: lastUndone ? { name: words.undo.redoOf(lastUndone.label), run: () => redo(lastUndone) } : null,
  }
}

/** Undoes the step. Calls `onBack` with the redo step. Returns the result as text, only after `stored` is up to date. */
async function undoTaken(
  stored: StoredSteps,
  { stepId, label }: TakenStep,
  said: string,
  onBack?: (redo: TakenStep) => void,
): Promise<string> {
  const { left, redo_step_uuid: redo } = await call('POST /undo-steps/{step_uuid}/undo', {
    params: { step_uuid: stepId },
  })
  if (redo) {
    stored.name(redo, label)
    onBack?.({ stepId: redo, label })
  }
  await stored.read()
  const [first] = left
  return first ? `${said}. ${words.undo.notChanged(left.length, first.external_ref, first.message)}` : `${said}.`
}

/** Skips a step that can't be undone anymore. Returns the refusal as text, with the step that can be undone next. */
async function undoRefused(
  stored: StoredSteps,
  taken: TakenStep | undefined,
  { message, status }: ApiError,
): Promise<string> {
  if (status !== 409 || !taken) return message
  stored.skip(taken.stepId)
  const next = await stored.read()
  return next ? `${message} ${words.undo.goesOn(stored.labelOf(next))}` : message
}

/**
 * Returns a function that runs an action, shows its result, and returns false if the server refused it. `refusal` builds the
 * message for a refused request. Default: the error's message.
 */
function useShownResult(say: ShowMessage) {
  const refresh = useRefreshDay()
  return async (
    work: () => Promise<string>,
    {
      again,
      undo,
      refusal,
    }: Pick<DayMessage, 'again' | 'undo'> & { refusal?: (error: ApiError) => Promise<string> } = {},
  ): Promise<boolean> => {
    try {
      const done = await work()
      await refresh()
      say(done, undo && { undo })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refresh()
      say(refusal ? await refusal(error) : error.message, error.code === 'ROUTE_CHANGED' && again ? { again } : {})
      return false
    }
  }
}

/**
 * Returns a function that runs actions one after another in the requested order. An undo waits for the action that it undoes.
 */
function useTurns() {
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  return (work: () => Promise<void>): Promise<void> => {
    const its = turn.current.then(work)
    turn.current = its.catch(() => null)
    return its
  }
}
