// What the office does with what a driver sent too late to count: it records the outcome as reported, or dismisses it.
import { useState } from 'react'
import type { ExceptionsOut } from '../../../src/contract/exceptions.ts'
import { call } from '../../api/client.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import style from './day.module.css'
import { useRefreshDay } from './use-day.ts'

export function LateAnswer({ stop }: { stop: ExceptionsOut['late_taps'][number] }) {
  const role = useRoleReason('dispatchRoutes')
  const refresh = useRefreshDay()
  const [said, setSaid] = useState('')
  const { stop_uuid, reported, pictures } = stop
  const name = stop.line1 ?? words.stop.theRoute
  const params = { route_uuid: stop.route_uuid }
  const act = async (work: Promise<unknown>): Promise<void> => {
    setSaid(await saidOf(work, ''))
    await refresh()
  }
  return (
    <span className={style.lateAnswer}>
      {pictures.map(({ url, kind, item }) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <img
            src={url}
            alt={
              item
                ? words.stop.photoOf(item)
                : kind === 'PHOTO'
                  ? words.stop.photoAt(name)
                  : words.stop.signatureAt(name)
            }
          />
        </a>
      ))}
      {stop_uuid && reported ? (
        <Button
          reason={role}
          aria-label={words.stop.recordOf[reported](name)}
          onClick={() =>
            void act(call('POST /routes/{route_uuid}/refused-taps/record', { params, body: { stop_uuid } }))
          }
        >
          {words.stop.recordAs[reported]}
        </Button>
      ) : null}
      <Button
        kind="quiet"
        reason={role}
        aria-label={words.stop.dismissOf(name)}
        onClick={() =>
          void act(call('POST /routes/{route_uuid}/refused-taps/dismiss', { params, body: { stop_uuid } }))
        }
      >
        {words.stop.dismiss}
      </Button>
      <span role="status">{said}</span>
    </span>
  )
}
