// Hook for an action of a control, with its progress and result.
import { useState } from 'react'
import { resultMessage } from './result-message.ts'

export interface ActionRunner {
  /** Runs the action, then shows the text that it resolves to, or the server's refusal. */
  run: (work: () => Promise<string | void>) => Promise<void>
  busy: boolean
  said: string
}

export function useActionRunner(): ActionRunner {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const run = async (work: () => Promise<string | void>): Promise<void> => {
    setBusy(true)
    setSaid('')
    setSaid(await resultMessage(work(), (text) => text ?? '').finally(() => setBusy(false)))
  }
  return { run, busy, said }
}
