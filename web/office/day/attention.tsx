// Problems of the day that need a dispatcher, at the top of the page. Hidden if there are none.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { ExceptionsOut } from '../../../src/contract/exceptions.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { timeAndDay, timeOf } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { NOT_PLACED } from '../orders/view.ts'
import { useRoleReason, useSession } from '../session.tsx'
import { changesOf, type Line } from './changes-since-dispatch.tsx'
import { useDayCommands } from './day-commands.ts'
import type { Issue } from './day-stage.ts'
import { problemLines } from './driver-reports.tsx'
import { issueWords, openIssue } from './issues.ts'
import style from './attention.module.css'
import { streetReportLines } from './street-reports.tsx'
import { LateTapRow } from './late-answer.tsx'

/** Number of lines that are shown at first. A button shows the others, so that the routes stay in view. */
const MAX_SHOWN = 4
const REFRESH_MS = 60_000

export function Attention({ day, issues }: { day: DayOut; issues: readonly Issue[] }) {
  const zone = useSession().business.time_zone
  const { data } = useQuery({
    ...endpointQuery('GET /exceptions', { query: { date: day.date } }),
    refetchInterval: REFRESH_MS,
  })
  const [all, setAll] = useState(false)
  const isToday = day.date === day.today
  const lines = [
    ...(data ? lateTapLines(data, zone) : []),
    ...problemLines(day, zone),
    ...(data ? streetReportLines(data, zone) : []),
    ...(isToday ? changesOf(day) : []),
    ...issues.map((issue) => lineOf(issue, day)),
    ...(data ? failureLines(data, isToday, zone) : []),
  ]
  if (lines.length === 0) return null
  const said = words.exceptions
  return (
    <section className={style.attention} aria-label={said.title(lines.length)}>
      <h2>
        {said.heading} <span className={style.count}>{lines.length}</span>
      </h2>
      {(all ? lines : lines.slice(0, MAX_SHOWN)).map(({ key, icon, text, action }) => (
        <p key={key}>
          <Icon name={icon} className={icon === 'clock' || icon === 'cross' ? style.bad : style.warn} />
          <span>{text}</span>
          {action}
        </p>
      ))}
      {!all && lines.length > MAX_SHOWN ? (
        <Button small kind="quiet" onClick={() => setAll(true)}>
          {said.showAll(lines.length)}
        </Button>
      ) : null}
    </section>
  )
}

const ICONS = {
  LATE: 'clock',
  SEVERAL_LOCATIONS: 'nowhere',
  NO_LOCATION: 'nowhere',
  NO_DRIVER: 'warning',
} as const satisfies Record<Issue['kind'], IconName>

function lineOf(issue: Issue, day: DayOut): Line {
  return {
    key: `${issue.kind} ${'route' in issue ? issue.route.route_uuid : ''}`,
    icon: ICONS[issue.kind],
    text: issueWords(issue),
    action: 'orders' in issue ? <Orders issue={issue} day={day} /> : <Open issue={issue} />,
  }
}

/** Links to the orders of the day whose locations have to be set. */
function Orders({ issue, day }: { issue: Issue; day: DayOut }) {
  const isChoice = issue.kind === 'SEVERAL_LOCATIONS'
  const view = new URLSearchParams({
    status: 'OPEN',
    placement: isChoice ? 'AMBIGUOUS' : NOT_PLACED,
    from: day.date,
    to: day.date,
  })
  return (
    <Link href={`/orders?${view}`}>{isChoice ? words.exceptions.chooseLocations : words.exceptions.setLocations}</Link>
  )
}

function Open({ issue }: { issue: Issue }) {
  const name = issue.kind === 'LATE' ? words.day.showIssue : words.day.assign
  const deeds = useDayCommands()
  const assigns = useRoleReason('assignDrivers')
  return (
    <Button
      small
      reason={issue.kind === 'NO_DRIVER' ? assigns : null}
      aria-label={`${name}: ${issueWords(issue)}`}
      onClick={() => openIssue(issue, deeds)}
    >
      {name}
    </Button>
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
        icon: 'warning' as const,
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

/** A link to a page of Integrations, for users who may open it. */
function IntegrationsLink({ href, children }: { href: string; children: string }) {
  return useRoleReason('manageWebhooks') ? null : <Link href={href}>{children}</Link>
}

function failureLines({ failed, messages, webhooks, shops }: ExceptionsOut, isToday: boolean, zone: string): Line[] {
  const said = words.exceptions
  const order = (id: string): ReactNode => <Link href={`/orders?order=${id}`}>{said.openOrder}</Link>
  return [
    ...failed.map((one) => ({
      key: one.order_uuid,
      icon: 'cross' as const,
      text: said.notDelivered(one.external_ref, one.customer_name, one.route_name, one.reason),
      action: order(one.order_uuid),
    })),
    ...messages.map(({ kind, order_uuid: id, external_ref: reference, route_name: route }, i) => ({
      key: `message ${i}`,
      icon: 'warning' as const,
      text: id && reference ? said.customerNotTold(reference, words.messages.titles[kind]) : said.driverNotTold(route),
      action: id ? order(id) : null,
    })),
    ...(isToday ? webhooks : []).map(({ endpoint_uuid: key, url, failing_since: since }) => ({
      key,
      icon: 'warning' as const,
      text: said.webhook(url, timeAndDay(since, zone)),
      action: <IntegrationsLink href="/integrations">{said.openIntegrations}</IntegrationsLink>,
    })),
    ...(isToday ? shops : []).map(({ connector_uuid: key, name, failed }) => ({
      key,
      icon: 'warning' as const,
      text: said.shop(name, failed),
      action: <IntegrationsLink href={`/integrations/shops?shop=${key}`}>{said.openShop}</IntegrationsLink>,
    })),
  ]
}
