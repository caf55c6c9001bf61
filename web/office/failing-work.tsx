// What Roundsman fails at for the business through no fault of its own: said on every screen while it lasts.
import { useQuery } from '@tanstack/react-query'
import type { FailedWorkOut } from '../../src/contract/office/failed-work.ts'
import { read } from '../api/query.ts'
import { timeAndDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useSession } from './session.tsx'
import style from './shell.module.css'

type Failing = FailedWorkOut['failing'][number]

const LOOK_EVERY_MS = 60_000

export function FailingWork() {
  const zone = useSession().business.time_zone
  const { data } = useQuery({
    ...read('GET /failed-work'),
    refetchInterval: LOOK_EVERY_MS,
  })
  return (
    <div role="status" className={style.failing}>
      {data?.failing.map((one) => (
        <p key={`${one.job} ${one.since} ${one.route?.name} ${one.external_ref} ${one.file_name}`}>
          <Icon name="warning" /> {whatFails(one)} since {timeAndDay(one.since, zone)}. This is a fault in Roundsman,
          which keeps trying. If it lasts, tell the person who runs it.
        </p>
      ))}
    </div>
  )
}

function whatFails({ job, route, external_ref: ref, file_name: file }: Failing): string {
  const routeName = route ? `${route.name} (${route.date})` : 'a route'
  const order = ref === null ? 'an order' : `order ${ref}`
  const words = {
    'settle-outcomes': `Outcomes of ${routeName} haven’t been sent`,
    'place-orders': `The address of ${order} hasn’t been located`,
    'draw-routes': `The map shows straight lines for ${routeName}`,
    'send-messages': ref === null ? 'A message hasn’t been sent' : `A message about ${order} hasn’t been sent`,
    webhooks: ref === null ? 'Webhooks haven’t been sent' : `A webhook about ${order} hasn’t been sent`,
    'import-orders': `The import of ${file} hasn’t finished`,
    'make-recurring-orders': `Orders of the recurring order ${ref} haven’t been made`,
    'import-rows': `Some rows of ${file} haven’t been imported`,
  } as const satisfies Record<Failing['job'], string>
  return words[job]
}
