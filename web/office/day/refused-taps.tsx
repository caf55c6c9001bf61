// What the driver tapped and what did not count: to be set right by hand.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefusedTapsOut } from '../../../src/contract/office/taps.ts'
import { call } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { useRefreshDay } from './day-data.ts'

const KIND_WORDS: Record<string, string> = {
  LOAD: 'Checked the load',
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
  SCAN_REQUIRED: 'not every piece was scanned',
}

/** Shown whether the route is unfolded or not: until someone answers it, a delivery may be made twice. */
export function RefusedTaps({ routeId }: { routeId: string }) {
  const { data, isError, refetch } = useQuery(
    read('GET /routes/{route_uuid}/refused-taps', { params: { route_uuid: routeId } }),
  )
  if (!data && isError)
    return (
      <p className={style.refusedTaps}>
        The driver’s rejected actions couldn’t be loaded.{' '}
        <Button kind="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data?.taps.length) return null
  const stopIds = [...new Set(data.taps.map(({ stop_uuid }) => stop_uuid))]
  return (
    <section className={style.refusedTaps} aria-label="Driver actions that were not accepted">
      <p className={style.soft}>The driver’s app sent this, but it wasn’t accepted:</p>
      {stopIds.map((stopId) => (
        <AtStop
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

function AtStop({ routeId, stopId, taps, pictures }: AtStopProps) {
  const zone = useSession().business.time_zone
  const role = useRoleReason('DISPATCHER')
  const refresh = useRefreshDay()
  const [said, setSaid] = useState('')
  const [first] = taps
  const name = first?.line1 ?? 'the route'
  const params = { route_uuid: routeId }
  const act = async (work: Promise<unknown>): Promise<void> => {
    setSaid(await saidOf(work, ''))
    await refresh()
  }
  return (
    <div className={style.refusedStop}>
      <ul>
        {taps.map((tap) => (
          <li key={`${tap.received_at} ${tap.kind}`}>
            <Icon name="warning" /> {timeOf(tap.at, zone)} {KIND_WORDS[tap.kind] ?? tap.kind} {tap.line1}:{' '}
            {WHY_WORDS[tap.refused] ?? tap.refused.toLowerCase().replaceAll('_', ' ')}
            {tap.reason || tap.notes
              ? `. The driver said: ${[tap.reason, tap.notes].filter(Boolean).join('; ')}`
              : null}
          </li>
        ))}
      </ul>
      {pictures.map(({ url, kind }) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={kind === 'PHOTO' ? `Photo at ${name}` : `Signature at ${name}`} />
        </a>
      ))}
      <p className={style.refusedActions}>
        {stopId && taps.some(({ kind }) => kind === 'DELIVERED' || kind === 'PHOTO' || kind === 'SIGNATURE') ? (
          <Button
            reason={role}
            aria-label={`Record as delivered: ${name}`}
            onClick={() =>
              void act(call('POST /routes/{route_uuid}/refused-taps/deliver', { params, body: { stop_uuid: stopId } }))
            }
          >
            Record as delivered
          </Button>
        ) : null}
        <Button
          kind="quiet"
          reason={role}
          aria-label={`Dismiss: ${name}`}
          onClick={() =>
            void act(call('POST /routes/{route_uuid}/refused-taps/dismiss', { params, body: { stop_uuid: stopId } }))
          }
        >
          Dismiss
        </Button>
        <span role="status">{said}</span>
      </p>
    </div>
  )
}
