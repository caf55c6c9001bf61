// Sample data: loaded to look around, and removed again.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirstStepsOut } from '../../../src/contract/office/first-steps.ts'
import { call } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useSharedReason } from '../session.tsx'

/** Runs one of the two; all that is shown is read again. */
function useRun(): { run: (work: () => Promise<string>) => Promise<void>; busy: boolean; said: string } {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true)
    setSaid('')
    setSaid(await saidOf(work(), (text) => text).finally(() => setBusy(false)))
    await client.invalidateQueries()
  }
  return { run, busy, said }
}

/** With vehicles or orders of one's own, samples among them would be in the way. */
export const hasOwn = ({ steps, sample }: FirstStepsOut): boolean =>
  !sample && steps.some(({ step, done }) => done && (step === 'VEHICLES' || step === 'ORDERS'))

export function useLoadSample(): { load: () => Promise<void>; busy: boolean; said: string } {
  const { run, ...state } = useRun()
  const load = () => run(async () => words.firstSteps.loaded((await call('POST /sample-data')).orders))
  return { load, ...state }
}

export function SampleSection() {
  const role = useSharedReason('changeFleet')
  const { data } = useQuery({ ...read('GET /first-steps'), enabled: role === null })
  const { run, busy, said } = useRun()
  const { ask, confirmation } = useConfirmation()
  if (!data || hasOwn(data)) return null
  const load = () => run(async () => words.firstSteps.loaded((await call('POST /sample-data')).orders))
  const remove = () =>
    run(async () => {
      const { kept } = await call('DELETE /sample-data')
      return kept === 0 ? words.firstSteps.removed : words.firstSteps.removedBut(kept)
    })
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{words.firstSteps.sample}</h2>
      </div>
      <p className={page.soft}>{data.sample ? words.firstSteps.sampleThere : words.firstSteps.sampleLead}</p>
      <div className={page.actions}>
        {data.sample ? (
          <Button
            reason={role}
            busy={busy}
            onClick={() =>
              ask({
                title: words.firstSteps.removeAsk,
                text: words.firstSteps.removeText,
                yes: words.firstSteps.removeSample,
                danger: true,
                onYes: () => void remove(),
              })
            }
          >
            {words.firstSteps.removeSample}
          </Button>
        ) : (
          <Button reason={role} busy={busy} onClick={() => void load()}>
            {words.firstSteps.load}
          </Button>
        )}
        <p role="status" className={page.soft}>
          {said}
        </p>
      </div>
      {confirmation}
    </section>
  )
}
