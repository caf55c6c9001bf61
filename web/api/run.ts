// Work that a control starts: whether it is under way, and what came of it.
import { useState } from 'react'
import { saidOf } from './said.ts'

export interface Run {
  /** What the work resolves to is said, or why the server refused a call. */
  run: (work: () => Promise<string | void>) => Promise<void>
  busy: boolean
  said: string
}

export function useRun(): Run {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const run = async (work: () => Promise<string | void>): Promise<void> => {
    setBusy(true)
    setSaid('')
    setSaid(await saidOf(work(), (text) => text ?? '').finally(() => setBusy(false)))
  }
  return { run, busy, said }
}
