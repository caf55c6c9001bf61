// The driver reports a problem with the vehicle, or that it is solved.
import { useState } from 'react'
import type { DriverRoute } from '../../src/contract/driver.ts'
import { PROBLEM_REASONS } from '../../src/domain/driver-words/day/words.ts'
import { choiceInWords } from '../../src/domain/driver-words/times.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import { CallOffice } from './stop-list.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  back: () => void
}

export function ProblemScreen({ work, run, back }: Props) {
  const words = useWords()
  const { problem } = words.day
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const report = (said: { reason: string; driver_notes?: string } | null): void => {
    void work.tap({ kind: 'PROBLEM', ...said })
    back()
  }
  if (run.problem)
    return (
      <section className="card">
        <h2>{problem.title}</h2>
        <p>{problem.known(choiceInWords(words, run.problem.reason))}</p>
        <CallOffice phone={run.business.phone} />
        <Button kind="wide" onClick={() => report(null)}>
          {problem.solved}
        </Button>
        <Button kind="wide" onClick={back}>
          {words.back}
        </Button>
      </section>
    )
  return (
    <section className="card">
      <h2>{problem.title}</h2>
      <ReasonChoice
        legend={<legend>{problem.what}</legend>}
        reasons={PROBLEM_REASONS}
        chosen={reason}
        onChoose={setReason}
      />
      <label className="field">
        {words.card.note}
        <textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <p className="soft">{problem.follows}</p>
      <CallOffice phone={run.business.phone} />
      <div className="second">
        <Button onClick={back}>{words.back}</Button>
        <Button
          kind="danger"
          disabled={reason === null}
          onClick={() => reason !== null && report({ reason, ...(note.trim() && { driver_notes: note.trim() }) })}
        >
          {problem.report}
        </Button>
      </div>
    </section>
  )
}
