// Why it could not be delivered, or is passed over for now: a reason by one tap, a note if there is something to say.
import { useState } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { NoteField, useNote } from './note.tsx'
import { TakePhoto } from './take-photo.tsx'
import { proofWanted, SKIP_REASONS } from './words.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: Run
  stop: RunStop
  outcome: 'FAILED' | 'SKIPPED'
  done: () => void
  back: () => void
}

const WORDS = {
  FAILED: { title: 'Why not delivered?', action: 'Not delivered' },
  SKIPPED: { title: 'Why skip it for now?', action: 'Skip stop' },
} as const

export function ReasonPanel({ work, run, stop, outcome, done, back }: Props) {
  const [reason, setReason] = useState<string | null>(null)
  const note = useNote(stop)
  const { title, action } = WORDS[outcome]
  const asksProof = outcome === 'FAILED' && run.business.proof_required_failed
  const missing = asksProof ? proofWanted(run, stop, 'FAILED') : null
  const record = async (): Promise<void> => {
    if (!reason) return
    const driver_notes = note.send()
    await work.tap({ kind: 'OUTCOME', status: outcome, stop_uuid: stop.stop_uuid, reason, driver_notes })
    done()
  }
  return (
    <section className="card">
      <h2>{title}</h2>
      <p className="soft">{stop.address.line1}</p>
      <fieldset className="reasons">
        <legend className="visually-hidden">Reason</legend>
        {(outcome === 'FAILED' ? run.business.failure_reasons : SKIP_REASONS).map((name) => (
          <label key={name} className="button">
            <input type="radio" name="reason" checked={reason === name} onChange={() => setReason(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <NoteField note={note} />
      {asksProof && (
        <div className="proof">
          <TakePhoto work={work} stop={stop} />
          {missing && (
            <p id="missing" className="soft">
              Needs {missing} before “Not delivered”.
            </p>
          )}
        </div>
      )}
      <div className="second">
        <button type="button" onClick={back}>
          Back
        </button>
        <button
          type="button"
          className="danger"
          disabled={!reason || missing !== null}
          aria-describedby={missing ? 'missing' : undefined}
          onClick={() => void record()}
        >
          {action}
        </button>
      </div>
    </section>
  )
}
