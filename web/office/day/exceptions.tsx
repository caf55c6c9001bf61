// Problems of the day that need a dispatcher, at the top of the page. Hidden if there are none.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { ExceptionsOut } from '../../../src/contract/exceptions.ts'
import type { Placement } from '../../../src/domain/orders/order.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { timeAndDay, timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { NOT_PLACED } from '../orders/view.ts'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import { LateTapRow } from './late-answer.tsx'

/** Number of lines that are shown at first. A button shows the others, so that the routes stay in view. */
const MAX_SHOWN = 4
const REFRESH_MS = 60_000

interface Line {
  key: string
  text: string
  action: ReactNode
}

export function Exceptions({ day }: { day: DayOut }) {
  const zone = useSession().business.time_zone
  const { data } = useQuery({
    ...endpointQuery('GET /exceptions', { query: { date: day.date } }),
    refetchInterval: REFRESH_MS,
  })
  const [all, setAll] = useState(false)
  const lines = [
    ...(data ? lateTapLines(data, zone) : []),
    ...dayProblemLines(day),
    ...(data ? failureLines(data, day.date === day.today, zone) : []),
  ]
  if (lines.length === 0) return null
  const said = words.exceptions
  return (
    <section className={style.exceptions} aria-label={said.title(lines.length)}>
      <h2>{said.title(lines.length)}</h2>
      {(all ? lines : lines.slice(0, MAX_SHOWN)).map(({ key, text, action }) => (
        <p key={key}>
          <span>{text}</span>
          {action}
        </p>
      ))}
      {!all && lines.length > MAX_SHOWN ? (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {said.showAll(lines.length)}
        </Button>
      ) : null}
    </section>
  )
}

/**
 * Refused taps that drivers sent too late. They come first, because a delivery may be made twice until somebody answers them.
 */
function lateTapLines({ late_taps: stops }: ExceptionsOut, zone: string): Line[] {
  const { taps: tapWords, whyRefused } = words.stop
  return stops.flatMap((stop) => {
    const { taps, reported, route_name: route } = stop
    const last = taps.findLast(({ kind }) => kind === reported) ?? taps.at(-1)
    if (!last) return []
    const did = tapWords[last.kind] ?? last.kind
    const where = [stop.external_ref, stop.line1].filter(Boolean).join(', ')
    const why = whyRefused[last.refused] ?? last.refused.toLowerCase().replaceAll('_', ' ')
    const told = [last.reason, last.notes].filter(Boolean).join('; ')
    const by = stop.order_status && ['DELIVERED', 'FAILED'].includes(stop.order_status) ? stop.order_status : null
    const isOther = by !== null && by !== reported
    return [
      {
        key: `late ${stop.route_uuid} ${stop.stop_uuid}`,
        text: [
          words.exceptions.late(timeOf(last.at, zone), did, where, route, why),
          ...(told ? [words.exceptions.driverSaid(told)] : []),
          ...(isOther ? [words.exceptions.isBy(words.common.orderStatus[by])] : []),
        ].join(' '),
        action: <LateTapRow stop={stop} />,
      },
    ]
  })
}

/** Problems that the day page also shows below. */
function dayProblemLines(day: DayOut): Line[] {
  const said = words.exceptions
  const count = (placement: Placement): number => day.pool.filter((order) => order.placement === placement).length
  const line = (count: number, text: string, link: string, placement: string): Line[] => {
    const view = new URLSearchParams({ status: 'OPEN', placement, from: day.date, to: day.date })
    return count > 0 ? [{ key: text, text, action: <Link href={`/orders?${view}`}>{link}</Link> }] : []
  }
  const [several, none] = [count('AMBIGUOUS'), count('UNPLACED')]
  return [
    ...line(several, said.whichOne(several), said.chooseLocations, 'AMBIGUOUS'),
    ...line(none, said.notFound(none), said.setLocations, NOT_PLACED),
  ]
}

function failureLines({ failed, messages, webhooks }: ExceptionsOut, isToday: boolean, zone: string): Line[] {
  const said = words.exceptions
  const order = (id: string): ReactNode => <Link href={`/orders?order=${id}`}>{said.openOrder}</Link>
  return [
    ...failed.map((one) => ({
      key: one.order_uuid,
      text: said.notDelivered(one.external_ref, one.customer_name, one.route_name, one.reason),
      action: order(one.order_uuid),
    })),
    ...messages.map(({ kind, order_uuid: id, external_ref: reference, route_name: route }, i) => ({
      key: `message ${i}`,
      text: id && reference ? said.customerNotTold(reference, words.messages.titles[kind]) : said.driverNotTold(route),
      action: id ? order(id) : null,
    })),
    ...(isToday ? webhooks : []).map(({ endpoint_uuid: key, url, failing_since: since }) => ({
      key,
      text: said.webhook(url, timeAndDay(since, zone)),
      action: <Link href="/integrations">{said.openIntegrations}</Link>,
    })),
  ]
}
