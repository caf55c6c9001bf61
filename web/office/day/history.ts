// What a dispatcher did on this screen, to be taken back and made again.
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import { useRefreshDay } from './day-data.ts'

/** Something done that can be taken back; both ways resolve to what is unwise about it now. */
export interface Step {
  label: string
  forth: () => Promise<string[]>
  back: () => Promise<string[]>
  /** Taken back, it can't be made again. */
  once?: boolean
}

export interface History {
  make(step: Step): Promise<void>
  undo: (() => Promise<void>) | null
  redo: (() => Promise<void>) | null
}

/** `say` tells what came of it, and may offer to do it all the same. Another day begins with nothing done. */
export function useHistory(date: string, say: (text: string, again?: () => void) => void): History {
  const refresh = useRefreshDay()
  const [done, setDone] = useState<Step[]>([])
  const [undone, setUndone] = useState<Step[]>([])
  useEffect(() => {
    setDone([])
    setUndone([])
  }, [date])

  const run = async (work: () => Promise<string[]>, label: string, again?: () => void): Promise<boolean> => {
    try {
      const warnings = await work()
      await refresh()
      say([`${label}.`, ...warnings].join(' '))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refresh()
      say(error.message, error.code === 'ROUTE_CHANGED' ? again : undefined)
      return false
    }
  }
  // One after the other, in the order asked for: what is taken back while it is still being done is done first.
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const failed = useRef(new WeakSet<Step>())
  const inTurn = (step: Step, work: () => Promise<boolean>): Promise<boolean | null> => {
    const its = turn.current.then(() => (failed.current.has(step) ? null : work()))
    turn.current = its.catch(() => null)
    return its
  }
  const without = (step: Step) => (steps: Step[]) => steps.filter((one) => one !== step)
  const and = (step: Step) => (steps: Step[]) => [...steps, step]

  const make = async (step: Step): Promise<void> => {
    failed.current.delete(step)
    setDone(and(step))
    setUndone([])
    if (await inTurn(step, () => run(step.forth, step.label, () => void make(step)))) return
    failed.current.add(step)
    setDone(without(step))
    setUndone(without(step))
  }
  const undo = async (step: Step): Promise<void> => {
    setDone(without(step))
    if (!step.once) setUndone(and(step))
    if ((await inTurn(step, () => run(step.back, words.day.undone(step.label)))) !== false) return
    setUndone(without(step))
    setDone(and(step))
  }
  const redo = async (step: Step): Promise<void> => {
    setUndone(without(step))
    setDone(and(step))
    if ((await inTurn(step, () => run(step.forth, words.day.redone(step.label)))) !== false) return
    setDone(without(step))
    setUndone(and(step))
  }
  const lastDone = done.at(-1)
  const lastUndone = undone.at(-1)
  return {
    make,
    undo: lastDone ? () => undo(lastDone) : null,
    redo: lastUndone ? () => redo(lastUndone) : null,
  }
}
