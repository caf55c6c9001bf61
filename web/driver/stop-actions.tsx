// Actions at the current stop: proof and goods on its card, and the buttons at the bottom.
import type { ReactNode } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { doorChecksAt, doorCheckText } from './door-check-answers.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { isAtDoor, type Step } from './next-step.ts'
import { doorProgress, isChecked, loadToCheck, scanPayload } from './pieces.ts'
import { TakePhoto } from './take-photo.tsx'
import type { View } from './view.ts'
import { missingProof } from './route-text.ts'
import type { Work } from './work.ts'

export interface StopActionProps {
  work: Work
  run: DriverRoute
  stop: RunStop
  /** Deliveries to the same door that are finished together with the stop. */
  others: readonly RunStop[]
  step: Step
  open: (view: View) => void
}

/** Returns a function that adds the customer's name to a label if several deliveries are finished together. */
function useCustomerNaming(others: readonly RunStop[]): (what: string, one: RunStop) => string {
  const { asked } = useWords()
  return (what, one) => (others.length > 0 ? asked.needed(what, one.customer_name) : what)
}

/** Buttons for all proof at the door, without the next step. */
export function DoorButtons({ work, run, stop, others, step, open }: StopActionProps) {
  const words = useWords()
  const named = useCustomerNaming(others)
  const arrived = isAtDoor(run, stop)
  const all = [stop, ...others]
  const scans = arrived ? doorProgress(run, all) : null
  return (
    <div className="proof">
      {step.kind !== 'PHOTO' && <TakePhoto work={work} stop={stop} others={others} />}
      {step.kind !== 'SIGNATURE' && (
        <Button onClick={() => open({ at: 'signature', stop, others })}>
          {stop.signed ? words.card.signed : words.card.signature}
        </Button>
      )}
      {scans && !scans.needed && (
        <Button onClick={() => open({ at: 'scan', stop, others })}>{words.scan.scanned(scans.done, scans.of)}</Button>
      )}
      {arrived &&
        all.flatMap((one) =>
          doorChecksAt(one)
            .filter(({ isAnswered }) => isAnswered)
            .map(({ need }) => (
              <Button key={one.stop_uuid + need} onClick={() => open({ at: 'asked', stop: one, need })}>
                {named(doorCheckText(words, run, one, need), one)} ✓
              </Button>
            )),
        )}
      {arrived && stop.items.length > 0 && (
        <Button onClick={() => open({ at: 'parts', stop })}>
          {words.parts.open}
          {scanPayload(run, stop).items ? ' ✓' : ''}
        </Button>
      )}
    </div>
  )
}

/** Button of the next step, with a note on missing proof. */
export function NextStep({
  work,
  run,
  stop,
  others,
  step,
  open,
  deliver,
}: StopActionProps & { deliver: () => Promise<void> }) {
  const words = useWords()
  const { card } = words
  const named = useCustomerNaming(others)
  const primary = (text: ReactNode, onClick: () => void) => (
    <Button kind="primary" onClick={onClick}>
      {text}
    </Button>
  )
  const sign = () => open({ at: 'signature', stop, others })
  switch (step.kind) {
    case 'LOAD':
      return (
        <>
          <p className="soft">{words.scan.mustCheck}</p>
          {primary(words.scan.checkLoad, () => open({ at: 'load', load: step.load }))}
        </>
      )
    case 'START':
      return primary(card.start, () => void work.tap({ kind: 'START' }))
    case 'ARRIVE':
      return primary(card.arrived, () => void work.tap({ kind: 'ARRIVE', stop_uuid: stop.stop_uuid }))
    case 'SCAN':
      return primary(words.scan.scanPieces(step.left), () => open({ at: 'scan', stop, others }))
    case 'ASKED':
      return primary(named(doorCheckText(words, run, step.stop, step.need), step.stop), () =>
        open({ at: 'asked', stop: step.stop, need: step.need }),
      )
    case 'PHOTO':
      return <TakePhoto work={work} stop={stop} others={others} primary />
    case 'SIGNATURE':
      return primary(card.getSignature, sign)
    case 'DELIVER':
      return primary(others.length > 0 ? card.deliveredAll(others.length + 1) : card.delivered, () => void deliver())
  }
}

/** Explains why Delivered is not available yet. */
export function MissingProof({ run, stop, others, step }: StopActionProps) {
  const words = useWords()
  if (!isAtDoor(run, stop)) return null
  const missing = [stop, ...others].map((one) => missingProof(run, one, 'DELIVERED')).find((proof) => proof !== null)
  if (step.kind !== 'SCAN' && !missing) return null
  return (
    <p id="missing" className="soft">
      {step.kind === 'SCAN' ? words.scan.needsScan : missing && words.card.needs[missing]}
    </p>
  )
}

/** Alternatives to the next step. */
export function OtherActions({ work, run, stop, step, open }: StopActionProps) {
  const words = useWords()
  const { card } = words
  const load = loadToCheck(run, stop)
  return (
    <>
      {load !== null && step.kind !== 'LOAD' && (
        <div className="second">
          <Button onClick={() => open({ at: 'load', load })}>
            {words.scan.checkLoad}
            {isChecked(run, load) ? ' ✓' : ''}
          </Button>
        </div>
      )}
      {run.route.status !== 'DISPATCHED' && (
        <div className="second">
          <Button onClick={() => open({ at: 'failure', stop })}>{card.couldNotDeliver}</Button>
          <Button onClick={() => open({ at: 'skip', stop })}>{card.skip}</Button>
          {stop.status === 'PENDING' && (
            <Button onClick={() => void work.tap({ kind: 'HEAD', stop_uuid: stop.stop_uuid })}>
              {card.goHereNext}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
