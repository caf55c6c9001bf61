// Ready-made texts to the customer of the stop. The server sends them from the number of the business.
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { isTrueOfStop } from '../../src/domain/messages/message.ts'
import { Button } from './button.tsx'
import type { QueuedAction } from './doing.ts'
import { useWords } from './language.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  stop: RunStop
  /** Actions that the phone has not sent yet. */
  waiting: readonly QueuedAction[]
  back: () => void
}

export function TextScreen({ work, run, stop, waiting, back }: Props) {
  const words = useWords()
  const { texts } = words
  const isWaiting = (kind: string): boolean =>
    waiting.some(({ tap }) => tap?.kind === 'TEXT' && tap.stop_uuid === stop.stop_uuid && tap.text === kind)
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      <p>{stop.customer_name}</p>
      <div className="choose">
        {(stop.texts ?? []).map(({ kind, state, sent_at: sentAt }) => {
          const said = sentAt
            ? texts.sent(clock(words, sentAt, run.business.time_zone))
            : state
              ? texts.states[state]
              : isWaiting(kind)
                ? texts.waiting
                : null
          if (said === null && !isTrueOfStop(kind, stop.status)) return null
          return (
            <Button
              key={kind}
              disabled={said !== null}
              onClick={() => void work.tap({ kind: 'TEXT', stop_uuid: stop.stop_uuid, text: kind })}
            >
              <strong>{texts.kinds[kind]}</strong> {said}
            </Button>
          )
        })}
      </div>
      <p className="soft">{texts.follows}</p>
      <div className="second">
        <Button onClick={back}>{words.back}</Button>
        {stop.customer_phone && <a href={`sms:${stop.customer_phone.replace(/[^\d+]/g, '')}`}>{texts.fromPhone}</a>}
      </div>
    </section>
  )
}
