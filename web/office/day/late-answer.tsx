// Actions on a tap that arrived too late: the office records the reported outcome or dismisses the tap.
import type { ExceptionsOut } from '../../../src/contract/exceptions.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import style from './attention.module.css'
import { useRefreshDay } from './use-day.ts'

type LateTap = ExceptionsOut['late_taps'][number]

export function LateTapRow({ stop }: { stop: LateTap }) {
  const { route_uuid: routeId, stop_uuid: stopId, reported, pictures } = stop
  const name = stop.line1 ?? words.stop.theRoute
  return (
    <span className={style.lateAnswer}>
      <LateTapPictures {...{ pictures, name }} />
      <LateTapActions {...{ routeId, stopId, reported, name }} />
    </span>
  )
}

/** Pictures of a tap that arrived too late. `name` is the stop or route in their alternative text. */
export const LateTapPictures = ({ pictures, name }: { pictures: LateTap['pictures']; name: string }) =>
  pictures.map(({ url, kind, item }) => (
    <a key={url} href={url} target="_blank" rel="noreferrer">
      <img
        src={url}
        title={item}
        alt={
          item ? words.stop.photoOf(item) : kind === 'PHOTO' ? words.stop.photoAt(name) : words.stop.signatureAt(name)
        }
      />
    </a>
  ))

interface ActionsProps {
  routeId: string
  /** Stop of the tap. Null for a tap about the whole route. */
  stopId: string | null
  reported: LateTap['reported']
  name: string
}

export function LateTapActions({ routeId, stopId, reported, name }: ActionsProps) {
  const role = useRoleReason('dispatchRoutes')
  const refresh = useRefreshDay()
  const { run, said } = useActionRunner()
  const params = { route_uuid: routeId }
  const act = (work: () => Promise<unknown>): void => void run(async () => void (await work())).then(refresh)
  return (
    <>
      {stopId && reported ? (
        <Button
          reason={role}
          aria-label={words.stop.recordOf[reported](name)}
          onClick={() =>
            act(() => call('POST /routes/{route_uuid}/refused-taps/record', { params, body: { stop_uuid: stopId } }))
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
          act(() => call('POST /routes/{route_uuid}/refused-taps/dismiss', { params, body: { stop_uuid: stopId } }))
        }
      >
        {words.stop.dismiss}
      </Button>
      <span role="status">{said}</span>
    </>
  )
}
