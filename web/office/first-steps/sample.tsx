// Loads sample data to look around, and removes it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FirstStepsOut } from '../../../src/contract/office/first-steps.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useSharedReason } from '../session.tsx'

/** Returns true if the business has its own vehicles or orders. Samples are then not offered. */
export const hasOwnData = ({ steps, sample }: FirstStepsOut): boolean =>
  !sample && steps.some(({ step, done }) => done && (step === 'VEHICLES' || step === 'ORDERS'))

/** Loads or removes the samples, then reads all shown data again. */
export function useSample() {
  const client = useQueryClient()
  const { run, ...state } = useActionRunner()
  const change = (work: () => Promise<string>) => run(work).then(() => client.invalidateQueries())
  const load = () => change(async () => words.firstSteps.loaded((await call('POST /sample-data')).orders))
  const remove = () =>
    change(async () => {
      const { kept } = await call('DELETE /sample-data')
      return kept === 0 ? words.firstSteps.removed : words.firstSteps.removedBut(kept)
    })
  return { load, remove, ...state }
}

export function SampleSection() {
  const role = useSharedReason('changeFleet')
  const { data } = useQuery({ ...endpointQuery('GET /first-steps'), enabled: role === null })
  const { load, remove, busy, said } = useSample()
  if (!data || hasOwnData(data)) return null
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{words.firstSteps.sample}</h2>
      </div>
      <p className={page.soft}>{data.sample ? words.firstSteps.sampleThere : words.firstSteps.sampleLead}</p>
      <div className={page.actions}>
        {data.sample ? (
          <ConfirmButton
            reason={role}
            busy={busy}
            question={{
              title: words.firstSteps.removeAsk,
              text: words.firstSteps.removeText,
              yes: words.firstSteps.removeSample,
              danger: true,
              onYes: () => void remove(),
            }}
          >
            {words.firstSteps.removeSample}
          </ConfirmButton>
        ) : (
          <Button reason={role} busy={busy} onClick={() => void load()}>
            {words.firstSteps.load}
          </Button>
        )}
        <p role="status" className={page.soft}>
          {said}
        </p>
      </div>
    </section>
  )
}
