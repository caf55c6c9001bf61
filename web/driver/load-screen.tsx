// Load check before the start. Pieces are scanned or ticked, and missing pieces or those of another vehicle are shown.
import { Button } from './button.tsx'
import { useEffect, useReducer, useState } from 'react'
import type { OtherVehiclePieces, DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { type DriverWords, MISSING_REASONS } from '../../src/domain/driver-words/words.ts'
import { useWords } from './language.tsx'
import {
  type Found,
  storeLoadDraft,
  keyOf,
  type LoadDraft,
  loadDraft,
  piecesOfLoad,
  type StopPiece,
  findPieceByCode,
} from './pieces.ts'
import { ReasonChoice } from './reason-choice.tsx'
import { Scanner } from './scanner.tsx'
import { fetchOtherParcels } from './parcels.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  load: number
  back: () => void
}

export function LoadScreen({ work, run, load, back }: Props) {
  const words = useWords()
  const { scan } = words
  const elsewhere = useOtherVehiclePieces(work.token)
  const [reason, setReason] = useState<string | null>(null)
  const pieces = piecesOfLoad(run, load)
  const { draft, isFound, last, take, tick } = useLoadDraft(run, load, pieces, elsewhere)
  const missing = pieces.filter((piece) => !isFound(piece))
  const finish = async (): Promise<void> => {
    // Omit pieces of stops that have been removed from the route since they were scanned.
    const among = (keys: readonly string[]) => {
      const all = new Set(keys)
      return pieces.filter((piece) => all.has(keyOf(piece))).map(({ code }) => code)
    }
    const [scanned, by_hand] = [among(draft.scanned), among(draft.byHand)]
    const left = missing.map(({ code }) => code)
    await work.tap({ kind: 'LOAD', load: { trip: load, scanned, by_hand, missing: left, reason } })
    back()
  }
  const loads = new Set(run.stops.map(({ trip }) => trip)).size
  return (
    <>
      <section className="card" aria-label={scan.loadTitle(loads > 1 ? load : null)}>
        <h2>{scan.loadTitle(loads > 1 ? load : null)}</h2>
        <p className="counted">{scan.counted(pieces.length - missing.length, pieces.length)}</p>
        <Scanner onCode={take} said={last && scanResultText(scan, last)} />
        {[...new Set(pieces.map(({ stop }) => stop))].map((stop) => (
          <Pieces
            key={stop.stop_uuid}
            stop={stop}
            pieces={pieces.filter((piece) => piece.stop === stop)}
            isFound={isFound}
            tick={tick}
          />
        ))}
      </section>
      <div className="card">
        {missing.length === 0 ? (
          <p>{scan.allThere}</p>
        ) : (
          <ReasonChoice
            legend={<legend>{scan.whyMissing(missing.length)}</legend>}
            reasons={MISSING_REASONS}
            chosen={reason}
            onChoose={setReason}
          />
        )}
        <div className="second">
          <Button onClick={back}>{words.back}</Button>
          <Button
            kind={missing.length === 0 ? 'go' : 'danger'}
            disabled={missing.length > 0 && !reason}
            onClick={() => void finish()}
          >
            {missing.length === 0 ? scan.loadComplete : scan.goOnWithout(missing.length)}
          </Button>
        </div>
      </div>
    </>
  )
}

/** Returns whether the draft has the piece, scanned or ticked. */
function foundBy({ scanned, byHand }: LoadDraft): (piece: StopPiece) => boolean {
  const all = new Set([...scanned, ...byHand])
  return (piece) => all.has(keyOf(piece))
}

/** The stored draft of the load check, and functions that scan and tick its pieces. `last` is the result of the last scan. */
function useLoadDraft(run: DriverRoute, load: number, pieces: readonly StopPiece[], elsewhere: OtherVehiclePieces) {
  const [, again] = useReducer((count: number) => count + 1, 0)
  const [last, setLast] = useState<Found | null>(null)
  const draft = loadDraft(run, load)
  const keep = (next: LoadDraft): void => {
    storeLoadDraft(run, load, next)
    again()
  }
  // One image may have several codes. Each is added to the stored draft, because the rendered state may be older.
  const take = (code: string): void => {
    const now = loadDraft(run, load)
    const found = findPieceByCode(code, pieces, foundBy(now), elsewhere)
    setLast(found)
    navigator.vibrate?.(found.kind === 'FOUND' ? 60 : [60, 60, 60])
    if (found.kind === 'FOUND') keep({ ...now, scanned: [...now.scanned, keyOf(found.piece)] })
  }
  const tick = (piece: StopPiece, on: boolean): void => {
    const { scanned, byHand } = loadDraft(run, load)
    const others = (keys: string[]) => keys.filter((key) => key !== keyOf(piece))
    keep({ scanned: others(scanned), byHand: on ? [...others(byHand), keyOf(piece)] : others(byHand) })
  }
  return { draft, isFound: foundBy(draft), last, take, tick }
}

interface PiecesProps {
  stop: RunStop
  pieces: readonly StopPiece[]
  isFound: (piece: StopPiece) => boolean
  tick: (piece: StopPiece, on: boolean) => void
}

const Pieces = ({ stop, pieces, isFound, tick }: PiecesProps) => {
  const { scan } = useWords()
  return (
    <fieldset className="together">
      <legend>
        {stop.sequence}. {stop.address.line1}
      </legend>
      {pieces.map((piece) => (
        <label key={piece.code} className="check">
          <input type="checkbox" checked={isFound(piece)} onChange={(event) => tick(piece, event.target.checked)} />{' '}
          {scan.piece(piece.number, piece.name)}
        </label>
      ))}
    </fieldset>
  )
}

function scanResultText(scan: DriverWords['scan'], found: Found): { kind: 'good' | 'warn' | 'bad'; text: string } {
  switch (found.kind) {
    case 'FOUND':
      return { kind: 'good', text: scan.found(found.piece.stop.sequence, found.piece.stop.address.line1) }
    case 'AGAIN':
      return { kind: 'warn', text: scan.again }
    case 'ELSEWHERE':
      return { kind: 'bad', text: found.route === null ? scan.onNoRoute : scan.elsewhere(found.route) }
    case 'UNKNOWN':
      return { kind: 'bad', text: scan.unknown(found.code) }
  }
}

/** Reads the pieces on other vehicles. Without reception, returns the last known pieces. */
function useOtherVehiclePieces(token: string): OtherVehiclePieces {
  const [known, setKnown] = useState<OtherVehiclePieces>([])
  useEffect(() => {
    let gone = false
    void fetchOtherParcels(token).then((found) => gone || setKnown(found))
    return () => {
      gone = true
    }
  }, [token])
  return known
}

export { scanResultText, useOtherVehiclePieces }
