// Possible locations of a delivery to choose from. Each shows how it differs from the address, and its letter marks it on the
// map.
import type { CandidatesOut } from '../../../src/contract/office/orders.ts'
import { Button } from '../../ui/button.tsx'
import { miles } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import style from './orders.module.css'
import pinMap from '../../ui/map/pin-map.module.css'

type Candidate = CandidatesOut['candidates'][number]

export const letterOf = (i: number): string => String.fromCodePoint('A'.charCodeAt(0) + i)

interface Props {
  found: CandidatesOut
  reason: string | null
  busy: boolean
  onChoose: (candidate: Candidate) => void
}

export const Candidates = ({ found: { cause, town_miles: town, candidates }, reason, busy, onChoose }: Props) => (
  <div className={page.fields}>
    <p role="status">
      {town === null ? null : `${words.orders.townOutside(miles(town))} `}
      {words.orders.causes[cause]}{' '}
      {cause === 'NO_GEOCODER' ? <Link href="/settings/region">{words.orders.addRegion}</Link> : null}
    </p>
    {candidates.length > 0 ? (
      <ol className={style.candidates} aria-label={words.orders.candidates}>
        {candidates.map((candidate, i) => (
          <li key={`${candidate.lat},${candidate.lng}`}>
            <span className={pinMap.candidate} aria-hidden="true">
              {letterOf(i)}
            </span>
            <span>
              {candidate.label}
              <span className={style.unplaced}>{differenceText(candidate)}</span>
            </span>
            <Button reason={reason} busy={busy} onClick={() => onChoose(candidate)}>
              {words.orders.useThis}
            </Button>
          </li>
        ))}
      </ol>
    ) : null}
  </div>
)

const differenceText = ({ differs, precision, far_miles }: Candidate): string =>
  [
    differs ? words.orders.differences[differs] : null,
    precision === 'PLACED' ? null : words.orders.streetOnly,
    far_miles === null ? null : words.orders.outside(miles(far_miles)),
  ]
    .filter(Boolean)
    .join(', ')
