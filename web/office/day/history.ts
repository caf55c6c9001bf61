// What a dispatcher did on this screen, to be taken back and made again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/client.ts'

/** Something done that can be taken back; both ways resolve to what is unwise about it now. */
export interface Step {
  label: string
  forth: () => Promise<string[]>
  back: () => Promise<string[]>
}

export interface History {
  make(step: Step): Promise<void>
  undo: (() => Promise<void>) | null
  redo: (() => Promise<void>) | null
}

/** `say` tells what came of it, and may offer to do it all the same. Another day begins with nothing done. */
export function useHistory(date: string, say: (text: string, again?: () => void) => void): History {
  const client = useQueryClient()
  const [done, setDone] = useState<Step[]>([])
  const [undone, setUndone] = useState<Step[]>([])
  useEffect(() => {
    setDone([])
    setUndone([])
  }, [date])

  const run = async (work: () => Promise<string[]>, label: string, again?: () => void): Promise<boolean> => {
    try {
      const warnings = await work()
      await client.invalidateQueries({ queryKey: ['day'] })
      say([`${label}.`, ...warnings].join(' '))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await client.invalidateQueries({ queryKey: ['day'] })
      say(error.message, error.code === 'ROUTE_CHANGED' ? again : undefined)
      return false
    }
  }
  const make = async (step: Step): Promise<void> => {
    if (!(await run(step.forth, step.label, () => void make(step)))) return
    setDone((before) => [...before, step])
    setUndone([])
  }
  const lastDone = done.at(-1)
  const lastUndone = undone.at(-1)
  return {
    make,
    undo: lastDone
      ? async () => {
          if (!(await run(lastDone.back, `Undone: ${lastDone.label}`))) return
          setDone((steps) => steps.filter((step) => step !== lastDone))
          setUndone((steps) => [...steps, lastDone])
        }
      : null,
    redo: lastUndone
      ? async () => {
          if (!(await run(lastUndone.forth, `Redone: ${lastUndone.label}`))) return
          setUndone((steps) => steps.filter((step) => step !== lastUndone))
          setDone((steps) => [...steps, lastUndone])
        }
      : null,
  }
}
