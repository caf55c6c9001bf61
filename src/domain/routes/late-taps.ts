// Taps that reached the server too late to count: finds the outcome that the office may record on the basis of these
// taps.
import { OUTCOMES, type Outcome, type StopStatus, isOutcome } from './stop.ts'
import type { RecordedTapKind } from './tap.ts'

/**
 * Returns the outcome that these taps at one stop report: the last outcome that was not undone. `kinds` are sorted
 * oldest first. If the taps contain only proof, the result is the stop's current outcome (`status`), or DELIVERED if
 * the stop has none. Null if the taps report nothing that the office could record.
 */
export function reportedOutcome(kinds: readonly RecordedTapKind[], status: StopStatus | null): Outcome | null {
  const said = kinds.filter((kind) => kind === 'UNDO' || isReported(kind))
  const last = said.at(-1)
  if (last !== undefined) return isReported(last) ? last : null
  if (!kinds.some((kind) => kind === 'PHOTO' || kind === 'SIGNATURE')) return null
  return status !== null && isOutcome(status) ? status : 'DELIVERED'
}

const isReported = (kind: RecordedTapKind): kind is Outcome => OUTCOMES.some((outcome) => outcome === kind)
