// Screen for scanning pieces at the customer's door, or for the reason why pieces are not scanned.
import { Button } from './button.tsx'
import { useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { choiceInWords } from '../../src/domain/driver-words/times.ts'
import { UNSCANNED_REASONS } from '../../src/domain/driver-words/words.ts'
import { useWords } from './language.tsx'
import { scanResultText } from './load-screen.tsx'
import {
  doorDraft,
  doorProgress,
  type Found,
  storeDoorDraft,
  piecesAt,
  type StopPiece,
  findPieceByCode,
} from './pieces.ts'
import { Scanner } from './scanner.tsx'

interface Props {
  run: DriverRoute
  stop: RunStop
  /** Further deliveries whose pieces are handed over here. */
  others: readonly RunStop[]
  back: () => void
}

export function DoorScreen({ run, stop, others, back }: Props) {
  const words = useWords()
  const { scan } = words
  const [last, setLast] = useState<Found | null>(null)
  const [reason, setReason] = useState(() => doorDraft(stop).reason)
  const stops = [stop, ...others]
  const isFound = ({ stop: at, code }: StopPiece): boolean => doorDraft(at).codes.includes(code)
  const here = stops.flatMap(piecesAt)
  const rest = run.stops.filter(({ stop_uuid }) => stops.every((one) => one.stop_uuid !== stop_uuid))
  const take = (code: string): void => {
    const found = findPieceByCode(code, here, isFound, [])
    const other = found.kind === 'UNKNOWN' ? findPieceByCode(code, rest.flatMap(piecesAt), () => false, []) : found
    navigator.vibrate?.(found.kind === 'FOUND' ? 60 : [60, 60, 60])
    if (found.kind === 'FOUND') {
      const { stop: at } = found.piece
      const draft = doorDraft(at)
      storeDoorDraft(at, { ...draft, codes: [...draft.codes, found.piece.code] })
    }
    setLast(other)
  }
  const say = (why: string | null): void => {
    for (const one of stops) storeDoorDraft(one, { ...doorDraft(one), reason: why })
    setReason(why)
  }
  const { done, of } = doorProgress(run, stops) ?? { done: 0, of: 0 }
  const isOther = last?.kind === 'FOUND' && stops.every(({ stop_uuid }) => stop_uuid !== last.piece.stop.stop_uuid)
  const said = last && scanResultText(scan, last)
  return (
    <section className="card" aria-label={scan.doorTitle(stop.address.line1)}>
      <h2>{scan.doorTitle(stop.address.line1)}</h2>
      <p className="counted">{scan.counted(done, of)}</p>
      <Scanner
        onCode={take}
        said={
          isOther
            ? { kind: 'bad', text: scan.otherStop(last.piece.stop.sequence, last.piece.stop.address.line1) }
            : said
        }
      />
      <ul className="pieces">
        {here.map((piece) => (
          <li key={piece.stop.stop_uuid + piece.code}>
            <label className="check">
              <input type="checkbox" checked={isFound(piece)} disabled readOnly />{' '}
              {scan.piece(piece.number, piece.name)}
            </label>
          </li>
        ))}
      </ul>
      {done < of && (
        <fieldset className="reasons">
          <legend>{scan.whyNotScanned}</legend>
          {UNSCANNED_REASONS.map((name) => (
            <label key={name} className="button">
              <input
                type="checkbox"
                checked={reason === name}
                onChange={(event) => say(event.target.checked ? name : null)}
              />{' '}
              {choiceInWords(words, name)}
            </label>
          ))}
        </fieldset>
      )}
      <Button kind="primary" onClick={back}>
        {scan.done}
      </Button>
    </section>
  )
}
