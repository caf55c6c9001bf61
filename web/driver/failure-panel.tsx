// Why it could not be delivered: a reason by one tap, a note if there is something to say.
import { useState } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { NoteField, useNote } from './note.tsx'
import { TakePhoto } from './take-photo.tsx'
import { proofWanted } from './words.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: Run
  stop: RunStop
  done: () => void
  back: () => void
}

export function FailurePanel({ work, run, stop, done, back }: Props) {
  const [reason, setReason] = useState<string | null>(null)
  const note = useNote(stop)
  const missing = proofWanted(run, stop, 'FAILED')
  const record = async (): Promise<void> => {
    if (!reason) return
    await work.tap({
      kind: 'OUTCOME',
      status: 'FAILED',
      stop_uuid: stop.stop_uuid,
      reason,
      driver_notes: note.send(),
    })
    done()
  }
  return (
    <section className="card">
      <h2>Why not delivered?</h2>
      <p className="soft">{stop.address.line1}</p>
      <fieldset className="reasons">
        <legend className="visually-hidden">Reason</legend>
        {run.business.failure_reasons.map((name) => (
          <label key={name} className="button">
            <input type="radio" name="reason" checked={reason === name} onChange={() => setReason(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <NoteField note={note} />
      {run.business.proof_required_failed && (
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
          Not delivered
        </button>
      </div>
    </section>
  )
}
