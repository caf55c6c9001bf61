// Reports of drivers that the street of a stop is wrong on the map. The office sets the hours of the address, or dismisses
// the report.
import { useState } from 'react'
import type { ExceptionsOut } from '../../../src/contract/exceptions.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { timeAndDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { StreetHoursForm } from '../orders/street-fact.tsx'
import { useRoleReason } from '../session.tsx'
import type { Line } from './changes-since-dispatch.tsx'
import style from './attention.module.css'
import { useRefreshDay } from './use-day.ts'

type Report = ExceptionsOut['streets'][number]

export const streetReportLines = ({ streets }: ExceptionsOut, zone: string): Line[] =>
  streets.map((report) => {
    const { line1, route_name: route, reason, notes, at } = report
    const { streetReport, streetReasons, driverSaid } = words.exceptions
    const said = streetReport(line1, route, timeAndDay(at, zone), streetReasons[reason ?? ''] ?? reason ?? '')
    return {
      key: `street ${report.stop_uuid} ${at}`,
      icon: 'warning',
      text: notes ? `${said} ${driverSaid(notes)}` : said,
      action: <StreetReportActions report={report} />,
    }
  })

function StreetReportActions({ report }: { report: Report }) {
  const { line1, map_url: map } = report
  const role = useRoleReason('changeOrders')
  const refresh = useRefreshDay()
  const { run, said } = useActionRunner()
  const [open, setOpen] = useState(false)
  const dismiss = async (): Promise<void> => {
    const params = { route_uuid: report.route_uuid }
    await call('POST /routes/{route_uuid}/street-reports/dismiss', { params, body: { stop_uuid: report.stop_uuid } })
  }
  return (
    <span className={`${style.lateAnswer} ${style.streetAnswer}`}>
      {map ? (
        <a href={map} target="_blank" rel="noreferrer">
          {words.orders.onTheMap}
        </a>
      ) : null}
      <Button small reason={role} aria-label={`${words.exceptions.setHours}: ${line1}`} onClick={() => setOpen(true)}>
        {words.exceptions.setHours}
      </Button>
      <Button
        small
        kind="quiet"
        reason={role}
        aria-label={words.stop.dismissOf(line1)}
        onClick={() => void run(dismiss).then(refresh)}
      >
        {words.stop.dismiss}
      </Button>
      {open ? (
        <StreetHoursForm
          orderId={report.order_uuid}
          line1={line1}
          hours={report.address_street_hours}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {said}
    </span>
  )
}
