// Finds the stop of a package, by its code or the order reference on its label. Works without reception.
import { useState } from 'react'
import type { DriverRoute } from '../../src/contract/driver.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { scanResultText, useOtherVehiclePieces } from './load-screen.tsx'
import { findPackage, type Found, piecesAt } from './pieces.ts'
import { Scanner } from './scanner.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  show: (stopId: string) => void
  back: () => void
}

export function FindScreen({ work, run, show, back }: Props) {
  const words = useWords()
  const { find } = words.day
  const others = useOtherVehiclePieces(work.token)
  const [last, setLast] = useState<Found | null>(null)
  const look = (code: string): void => {
    const found = findPackage(run, code, others)
    navigator.vibrate?.(found.kind === 'FOUND' ? 60 : [60, 60, 60])
    setLast(found)
  }
  const piece = last?.kind === 'FOUND' ? last.piece : null
  const loads = new Set(run.stops.map(({ trip }) => trip)).size
  return (
    <section className="card">
      <h2>{find.title}</h2>
      <Scanner onCode={look} said={last && scanResultText(words.scan, last)}>
        {piece && (
          <>
            <p>
              {words.order(piece.stop.external_ref)} · {piece.stop.customer_name}
            </p>
            <p className="soft">
              {[find.packages(piecesAt(piece.stop).length), loads > 1 && words.list.load(piece.stop.trip)]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Button kind="wide" onClick={() => show(piece.stop.stop_uuid)}>
              {find.open(piece.stop.sequence)}
            </Button>
          </>
        )}
      </Scanner>
      <Button kind="wide" onClick={back}>
        {words.back}
      </Button>
    </section>
  )
}
