// Driver taps that were refused, for the office to resolve.
import { useQuery } from '@tanstack/react-query'
import type { RefusedTapsOut } from '../../../src/contract/office/taps.ts'
import { reportedOutcome } from '../../../src/domain/routes/late-taps.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import { LateTapActions, LateTapPictures } from './late-answer.tsx'

/** Shown even if the route is collapsed, because a delivery may be made twice until somebody answers. */
export function RefusedTaps({ routeId }: { routeId: string }) {
  const { data, isError, refetch } = useQuery(
    endpointQuery('GET /routes/{route_uuid}/refused-taps', { params: { route_uuid: routeId } }),
  )
  if (!data && isError)
    return (
      <p className={style.refusedTaps}>
        {words.stop.tapsNotLoaded}{' '}
        <Button kind="quiet" onClick={() => void refetch()}>
          {words.common.tryAgain}
        </Button>
      </p>
    )
  if (!data?.taps.length) return null
  const stopIds = [...new Set(data.taps.map(({ stop_uuid }) => stop_uuid))]
  return (
    <section className={style.refusedTaps} aria-label={words.stop.notAccepted}>
      <p className={style.soft}>{words.stop.notAcceptedLead}</p>
      {stopIds.map((stopId) => (
        <RefusedTapsAtStop
          key={stopId ?? ''}
          routeId={routeId}
          stopId={stopId}
          taps={data.taps.filter(({ stop_uuid }) => stop_uuid === stopId)}
          pictures={data.pictures.filter(({ stop_uuid }) => stop_uuid === stopId)}
        />
      ))}
    </section>
  )
}

interface AtStopProps {
  routeId: string
  stopId: string | null
  taps: RefusedTapsOut['taps']
  pictures: RefusedTapsOut['pictures']
}

function RefusedTapsAtStop({ routeId, stopId, taps, pictures }: AtStopProps) {
  const zone = useSession().business.time_zone
  const [first] = taps
  const name = first?.line1 ?? words.stop.theRoute
  const reported = reportedOutcome(taps.map(({ kind }) => kind).toReversed(), null)
  return (
    <div className={style.refusedStop}>
      <ul>
        {taps.map((tap) => (
          <li key={`${tap.received_at} ${tap.kind}`}>
            <Icon name="warning" /> {tapWords(tap, zone)}
          </li>
        ))}
      </ul>
      <LateTapPictures {...{ pictures, name }} />
      <p className={style.refusedActions}>
        <LateTapActions {...{ routeId, stopId, reported, name }} />
      </p>
    </div>
  )
}

function tapWords(tap: RefusedTapsOut['taps'][number], zone: string): string {
  const { taps, whyRefused, tapRefused, tapRefusedSaid } = words.stop
  const why = whyRefused[tap.refused] ?? tap.refused.toLowerCase().replaceAll('_', ' ')
  const told = [tap.reason, tap.notes].filter(Boolean).join('; ')
  const parts = [timeOf(tap.at, zone), taps[tap.kind] ?? tap.kind, tap.line1 ?? '', why] as const
  return told ? tapRefusedSaid(...parts, told) : tapRefused(...parts)
}
