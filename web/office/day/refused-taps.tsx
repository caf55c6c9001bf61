// What the driver tapped and what did not count: to be set right by hand.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSession } from '../session.tsx'
import style from './day.module.css'

const KIND_WORDS: Record<string, string> = {
  START: 'Started',
  HEAD: 'Heading to',
  ARRIVE: 'Arrived at',
  UNDO: 'Undone at',
  REORDER: 'New stop sequence',
  END: 'Ended the route',
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
  PHOTO: 'A photo for',
  SIGNATURE: 'A signature for',
}

const WHY_WORDS: Record<string, string> = {
  LINK_ENDED: 'the link no longer worked',
  NOT_FOUND: 'the stop was no longer on the route',
  STOP_FINISHED: 'the stop already had an outcome',
  ROUTE_NOT_RUNNING: 'the route was over',
  ROUTE_CHANGED: 'the stops had changed',
  PROOF_REQUIRED: 'a photo or signature was missing',
}

export function RefusedTaps({ routeId }: { routeId: string }) {
  const zone = useSession().business.time_zone
  const { data, isError, refetch } = useQuery({
    queryKey: ['day', 'refused-taps', routeId],
    queryFn: () => call('GET /routes/{route_uuid}/refused-taps', { params: { route_uuid: routeId } }),
  })
  if (!data && isError)
    return (
      <p className={style.soft}>
        The driver’s rejected actions couldn’t be loaded.{' '}
        <Button kind="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data?.taps.length) return null
  return (
    <section aria-label="Driver actions that were not accepted">
      <p className={style.soft}>The driver’s app sent this, but it wasn’t accepted:</p>
      <ul className={style.warnings}>
        {data.taps.map((tap) => (
          <li key={`${tap.received_at} ${tap.kind} ${tap.external_ref}`}>
            <Icon name="warning" /> {timeOf(tap.at, zone)} {KIND_WORDS[tap.kind] ?? tap.kind} {tap.line1}:{' '}
            {WHY_WORDS[tap.refused] ?? tap.refused.toLowerCase().replaceAll('_', ' ')}
            {tap.reason || tap.notes
              ? `. The driver said: ${[tap.reason, tap.notes].filter(Boolean).join('; ')}`
              : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
