// Reason why a delivery failed or is skipped, with an optional note.
import { Button } from './button.tsx'
import { useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { SKIP_REASONS } from '../../src/domain/driver-words/words.ts'
import { doorChecksPayload } from './door-check-answers.ts'
import { useWords } from './language.tsx'
import { NoteField, useNote } from './note.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import { TakePhoto } from './take-photo.tsx'
import { missingProof } from './route-text.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  stop: RunStop
  outcome: 'FAILED' | 'SKIPPED'
  /** Preselected reason in addition to those of the business, or null. */
  first: string | null
  done: () => void
  back: () => void
}

export function ReasonPanel({ work, run, stop, outcome, first, done, back }: Props) {
  const [reason, setReason] = useState(first)
  const note = useNote(stop)
  const words = useWords()
  const isFailed = outcome === 'FAILED'
  const asksProof = isFailed && run.business.proof_required_failed
  const missing = asksProof ? missingProof(run, stop, 'FAILED') : null
  const record = async (): Promise<void> => {
    if (!reason) return
    const driver_notes = note.send()
    const checks = isFailed ? doorChecksPayload(stop, 'FAILED') : {}
    await work.tap({ kind: 'OUTCOME', status: outcome, stop_uuid: stop.stop_uuid, reason, driver_notes, ...checks })
    done()
  }
  return (
    <section className="card">
      <h2>{isFailed ? words.reason.whyFailed : words.reason.whySkipped}</h2>
      <p className="soft">{stop.address.line1}</p>
      <ReasonChoice
        legend={<legend className="visually-hidden">{words.reason.reason}</legend>}
        reasons={[...new Set([...(first ? [first] : []), ...(isFailed ? run.business.failure_reasons : SKIP_REASONS)])]}
        chosen={reason}
        onChoose={setReason}
      />
      <NoteField note={note} />
      {asksProof && (
        <div className="proof">
          <TakePhoto work={work} stop={stop} />
          {missing && (
            <p id="missing" className="soft">
              {words.reason.needsPhoto}
            </p>
          )}
        </div>
      )}
      <div className="second">
        <Button onClick={back}>{words.back}</Button>
        <Button
          kind="danger"
          disabled={!reason || missing !== null}
          aria-describedby={missing ? 'missing' : undefined}
          onClick={() => void record()}
        >
          {isFailed ? words.reason.failed : words.reason.skipped}
        </Button>
      </div>
    </section>
  )
}
