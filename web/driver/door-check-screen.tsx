// One check that the delivery requires at the door: an age or ID, a payment, or the customer's code.
import { Button } from './button.tsx'
import { useRef, useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { choiceInWords } from '../../src/domain/driver-words/times.ts'
import { NO_CODE_REASONS, UNPAID_REASONS } from '../../src/domain/driver-words/words.ts'
import { type DoorCheckKind, exactAmount, PAY_METHODS, type PayMethod } from '../../src/domain/routes/door-checks.ts'
import {
  addWrongCode,
  storeAnswers,
  answersAt,
  doorCheckText,
  isCorrectCode,
  isCodeLocked,
} from './door-check-answers.ts'
import { useWords } from './language.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import { CallOffice } from './stop-list.tsx'

interface Props {
  run: DriverRoute
  stop: RunStop
  need: DoorCheckKind
  back: () => void
  /** Called if the goods may not be handed over. */
  onNoId: () => void
}

export function DoorCheckScreen({ run, stop, need, back, onNoId }: Props) {
  const words = useWords()
  const title = doorCheckText(words, run, stop, need)
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <p className="soft">{stop.customer_name}</p>
      {need === 'ID' ? (
        <IdCheck stop={stop} back={back} onNoId={onNoId} />
      ) : need === 'PAYMENT' ? (
        <Payment run={run} stop={stop} back={back} />
      ) : (
        <Code run={run} stop={stop} back={back} />
      )}
    </section>
  )
}

function IdCheck({ stop, back, onNoId }: Pick<Props, 'stop' | 'back' | 'onNoId'>) {
  const { asked } = useWords()
  const say = (identified: boolean): void => {
    storeAnswers(stop, { identified })
    if (identified) back()
    else onNoId()
  }
  return (
    <>
      <p>{asked.idQuestion[stop.id_check ?? 'ID']}</p>
      <p className="soft">{asked.idNote}</p>
      <div className="second">
        <Button onClick={() => say(false)}>{asked.no}</Button>
        <Button kind="primary" onClick={() => say(true)}>
          {asked.yes}
        </Button>
      </div>
    </>
  )
}

function Payment({ run, stop, back }: Pick<Props, 'run' | 'stop' | 'back'>) {
  const words = useWords()
  const { asked } = words
  const given = answersAt(stop).collected
  const wanted = stop.collect_amount ?? '0'
  const [typed, setTyped] = useState(given && given.method !== 'NONE' ? given.amount : wanted)
  const [method, setMethod] = useState<PayMethod | null>(given?.method ?? null)
  const [reason, setReason] = useState(given?.reason ?? '')
  const exact = exactAmount(typed.trim().replace(',', '.'), run.business.currency)
  const isOther = method !== 'NONE' && exact !== wanted
  const isReady =
    method !== null && (method === 'NONE' || exact !== null) && (!(isOther || method === 'NONE') || reason)
  const save = (): void => {
    if (!method) return
    const amount = method === 'NONE' ? '0' : (exact ?? wanted)
    storeAnswers(stop, { collected: { amount, method, reason: reason.trim() || null } })
    back()
  }
  return (
    <>
      <PayMethods
        chosen={method}
        onChoose={(one) => {
          setMethod(one)
          setReason('')
        }}
      />
      {method !== 'NONE' && (
        <label className="field">
          {asked.amount}
          <input
            value={typed}
            inputMode="decimal"
            maxLength={14}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      {method === 'NONE' ? (
        <ReasonChoice
          legend={<legend>{asked.why}</legend>}
          reasons={UNPAID_REASONS}
          chosen={reason}
          onChoose={setReason}
        />
      ) : isOther ? (
        <label className="field">
          {asked.whyOther}
          <input
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      ) : null}
      <Button kind="primary" disabled={!isReady} onClick={save}>
        {asked.save}
      </Button>
    </>
  )
}

function PayMethods({ chosen, onChoose }: { chosen: PayMethod | null; onChoose: (method: PayMethod) => void }) {
  const { asked } = useWords()
  return (
    <fieldset className="reasons">
      <legend>{asked.how}</legend>
      {PAY_METHODS.map((one) => (
        <label key={one} className="button">
          <input type="radio" name="method" checked={chosen === one} onChange={() => onChoose(one)} />{' '}
          {asked.methods[one]}
        </label>
      ))}
    </fieldset>
  )
}

function Code({ run, stop, back }: Pick<Props, 'run' | 'stop' | 'back'>) {
  const words = useWords()
  const { asked } = words
  const given = answersAt(stop).code
  const [typed, setTyped] = useState(given?.entered ?? '')
  /** Number of wrong codes. A count, because each wrong code must render the screen again, and the last one locks the field. */
  const [wrong, setWrong] = useState(0)
  const isWrong = wrong > 0
  const locked = isCodeLocked(stop)
  const entered = locked ? null : typed.trim() || null
  // Checking the same code again, for example by a double tap, doesn't count as an attempt.
  const lastChecked = useRef<string | null>(null)
  const check = async (): Promise<void> => {
    if (entered === null || entered === lastChecked.current) return
    lastChecked.current = entered
    const isRight = await isCorrectCode(stop, entered)
    if (!isRight) {
      addWrongCode(stop)
      setWrong((count) => count + 1)
      return
    }
    storeAnswers(stop, { code: { entered, reason: null } })
    back()
  }
  return (
    <>
      <p>{asked.codeTitle}</p>
      <p className="soft">{asked.codeNote}</p>
      {!locked && (
        <label className="field">
          {asked.code}
          <input
            value={typed}
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'wrong-code' : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      <p id="wrong-code" role="alert">
        {locked ? asked.codeLocked : isWrong ? asked.wrongCode : ''}
      </p>
      {locked ? (
        <CallOffice phone={run.business.phone} />
      ) : (
        <Button kind="primary" disabled={entered === null} onClick={() => void check()}>
          {asked.checkCode}
        </Button>
      )}
      <fieldset className="reasons">
        <legend>{asked.withoutCode}</legend>
        {NO_CODE_REASONS.map((reason) => (
          <Button
            key={reason}
            onClick={() => {
              storeAnswers(stop, { code: { entered, reason } })
              back()
            }}
          >
            {choiceInWords(words, reason)}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
