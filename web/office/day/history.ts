// Undo and redo for a day's routes. The server stores the steps, so that undo also works after a reload.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UndoStepsOut } from '../../../src/contract/office/undo.ts'
import { ApiError, call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { words } from '../../words/locale.ts'
import { stepWords } from '../undo-words.ts'
import { useRefreshDay } from './use-day.ts'
import type { ShowMessage } from './day-message.tsx'

/** An action that can be undone. `make` resolves to its warnings. */
export interface Step {
  label: string
  make: () => Promise<string[]>
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

type StoredStep = UndoStepsOut['steps'][number]

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
  const refresh = useRefreshDay()
  const client = useQueryClient()
  // Steps that the server refused to undo are skipped, so that earlier steps can still be undone.
  const refused = useRef(new Set<string>())
  const isOfDay = ({ kind, date: day, step_uuid: id }: StoredStep): boolean =>
    (kind === 'ROUTES_CHANGED' || kind === 'ROUTES_BUILT') && day === date && !refused.current.has(id)
  const kept = useQuery(endpointQuery('GET /undo-steps')).data?.steps.filter(isOfDay) ?? []
  const readKept = async (): Promise<StoredStep | undefined> => {
    const { queryKey } = endpointQuery('GET /undo-steps')
    // Cancel earlier reads, because their response may lack the latest step.
    await client.cancelQueries({ queryKey })
    const now = await call('GET /undo-steps')
    client.setQueryData(queryKey, now)
    return now.steps.find(isOfDay)
  }
  const labels = useRef(new Map<string, string>())
  const [undone, setUndone] = useState<TakenStep[]>([])
  const [making, setMaking] = useState(0)
  const last = useRef<RunningAction | null>(null)
  useEffect(() => setUndone([]), [date])

  /** Runs an action and shows its result. `refusal` builds the message for a refused request. Default: the error's message. */
  const run = async (
    work: () => Promise<string>,
    { again, refusal }: { again?: () => void; refusal?: (error: ApiError) => Promise<string> } = {},
  ): Promise<boolean> => {
    try {
      const done = await work()
      await refresh()
      say(done)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refresh()
      say(refusal ? await refusal(error) : error.message, error.code === 'ROUTE_CHANGED' && again ? { again } : {})
      return false
    }
  }
  // Runs actions one after another in the requested order. An undo waits for the action that it undoes.
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const its = turn.current.then(work)
    turn.current = its.catch(() => null)
    return its
  }

  const make = async (step: Step): Promise<void> => {
    const own: RunningAction = { failed: false, over: false }
    last.current = own
    setMaking((count) => count + 1)
    say(words.day.saving, { lasts: true })
    setUndone([])
    refused.current.clear()
    const done = async (): Promise<string> => [`${step.label}.`, ...(await step.make())].join(' ')
    await inTurn(async () => {
      const before = client.getQueryData<UndoStepsOut>(endpointQuery('GET /undo-steps').queryKey)?.steps
      own.failed = !(await run(done, { again: () => void make(step) }))
      const now = own.failed ? undefined : await readKept()
      if (now && !before?.some(({ step_uuid: id }) => id === now.step_uuid))
        labels.current.set(now.step_uuid, step.label)
    }).finally(() => {
      own.over = true
      setMaking((count) => count - 1)
    })
  }
  const labelOf = (step: StoredStep): string => labels.current.get(step.step_uuid) ?? stepWords(step)
  /** Calls `onBack` with the redo step. Shows the result only after undo and redo refer to the new state. */
  const undoNext = async (
    find: () => Promise<TakenStep | undefined>,
    inWords: (label: string) => string,
    onBack?: (redo: string, label: string) => void,
  ): Promise<void> => {
    let taken: TakenStep | undefined
    const refusal = async ({ message, status }: ApiError): Promise<string> => {
      if (status !== 409 || !taken) return message
      refused.current.add(taken.stepId)
      const next = await readKept()
      return next ? `${message} ${words.undo.goesOn(labelOf(next))}` : message
    }
    const work = async (): Promise<string> => {
      say(words.day.saving, { lasts: true })
      taken = await find()
      if (!taken) return words.day.nothingToUndo
      const { stepId, label } = taken
      const said = inWords(label)
      const { left, redo_step_uuid: redo } = await call('POST /undo-steps/{step_uuid}/undo', {
        params: { step_uuid: stepId },
      })
      if (redo) {
        labels.current.set(redo, label)
        onBack?.(redo, label)
      }
      await readKept()
      const [first] = left
      return first ? `${said}. ${words.undo.notChanged(left.length, first.external_ref, first.message)}` : `${said}.`
    }
    await run(work, { refusal })
  }
  const undo = (): Promise<void> => {
    const meant = last.current?.over === false ? last.current : null
    const find = async (): Promise<TakenStep | undefined> => {
      const step = await readKept()
      return step && { stepId: step.step_uuid, label: labelOf(step) }
    }
    return inTurn(async () => {
      if (meant?.failed) return
      await undoNext(find, words.day.undone, (stepId, label) => setUndone((steps) => [...steps, { stepId, label }]))
    })
  }
  const redo = (step: TakenStep): Promise<void> => {
    setMaking((count) => count + 1)
    setUndone((steps) => steps.filter((one) => one.stepId !== step.stepId))
    return inTurn(() => undoNext(async () => step, words.day.redone)).finally(() => setMaking((count) => count - 1))
  }
  const lastUndone = undone.at(-1)
  const [latest] = kept
  return {
    make,
    undo:
      latest || making > 0
        ? { name: latest ? words.undo.undoOf(labelOf(latest)) : words.common.undo, run: undo }
        : null,
    redo: lastUndone ? { name: words.undo.redoOf(lastUndone.label), run: () => redo(lastUndone) } : null,
  }
}
