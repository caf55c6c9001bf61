// Warnings about background work that keeps failing, shown on every screen.
import { useQuery } from '@tanstack/react-query'
import type { FailedWorkOut } from '../../src/contract/office/failed-work.ts'
import { endpointQuery } from '../api/query.ts'
import { dayText, timeAndDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from '../words/locale.ts'
import { useMay, useSession } from './session.tsx'
import style from './shell.module.css'

type Failing = FailedWorkOut['failing'][number]

const REFRESH_MS = 60_000

export function FailedWorkBanner() {
  const zone = useSession().business.time_zone
  const { data } = useQuery({
    ...endpointQuery('GET /failed-work'),
    refetchInterval: REFRESH_MS,
    enabled: useMay('readOrders'),
  })
  return (
    <div role="status" className={style.failing}>
      {data?.failing.map((one) => (
        <p key={`${one.job} ${one.since} ${one.route?.name} ${one.external_ref} ${one.file_name}`}>
          <Icon name="warning" /> {words.shell.failingSince(failedWorkText(one), timeAndDay(one.since, zone))}
        </p>
      ))}
    </div>
  )
}

function failedWorkText({ job, route, external_ref: ref, file_name: file }: Failing): string {
  const routeName = route ? `${route.name} (${dayText(route.date)})` : words.shell.aRoute
  const order = ref === null ? words.shell.anOrder : words.shell.order(ref)
  const said = {
    'settle-outcomes': words.shell.outcomesNotSent(routeName),
    'expect-arrivals': words.shell.arrivalsNotUpdated(routeName),
    'seal-receipts': words.shell.receiptsNotSigned,
    'place-orders': words.shell.addressNotLocated(order),
    'draw-routes': words.shell.straightLines(routeName),
    'send-messages': ref === null ? words.shell.messageNotSent : words.shell.messageAboutNotSent(order),
    'send-pushes': words.shell.phoneNotNotified,
    webhooks: ref === null ? words.shell.webhooksNotSent : words.shell.webhookAboutNotSent(order),
    'import-orders': words.shell.importNotFinished(file),
    'make-recurring-orders': words.shell.recurringNotMade(ref),
    'import-rows': words.shell.rowsNotImported(file),
    'clean-up': words.shell.dataNotRemoved,
  } as const satisfies Record<Failing['job'], string>
  return said[job]
}
