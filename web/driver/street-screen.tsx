// The driver reports that the street of a stop is wrong on the map: closed, with other hours, or too small.
import { useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import { STREET_REASONS } from '../../src/domain/driver-words/day/words.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  stop: RunStop
  back: () => void
}

export function StreetScreen({ work, stop, back }: Props) {
  const words = useWords()
  const { street, problem } = words.day
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const report = (chosen: string): void => {
    const said = note.trim()
    void work.tap({
      kind: 'STREET',
      stop_uuid: stop.stop_uuid,
      reason: chosen,
      ...(said && { driver_notes: said }),
    })
    back()
  }
  return (
    <section className="card">
      <h2>{street.title}</h2>
      <ReasonChoice
        legend={<legend>{street.what(stop.address.line1)}</legend>}
        reasons={STREET_REASONS}
        chosen={reason}
        onChoose={setReason}
      />
      <label className="field">
        {words.card.note}
        <textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <p className="soft">{street.follows}</p>
      <div className="second">
        <Button onClick={back}>{words.back}</Button>
        <Button disabled={reason === null} onClick={() => reason !== null && report(reason)}>
          {problem.report}
        </Button>
      </div>
    </section>
  )
}
