// Several days planned at once: how many, and what came of it, day by day.
import { useState } from 'react'
import type { BuildDaysOut } from '../../../src/contract/build-days.ts'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { call, unchecked } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayToIso, miles, plural, weekdayOf } from '../../ui/format.ts'
import { Figure, Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import { LeftOffList } from './build-result.tsx'
import style from './day.module.css'

interface Props {
  day: DayOut
  onClose: () => void
  onBuilt: () => Promise<void>
}

const A_WEEK = 7

export function DaysDialog({ day, onClose, onBuilt }: Props) {
  const [result, setResult] = useState<BuildDaysOut | null>(null)
  if (result) return <Result result={result} onClose={onClose} />
  return (
    <FormDialog
      title="Plan several days"
      action="Plan these days"
      values={{ days: A_WEEK }}
      save={(sent) =>
        call('POST /build-days', {
          body: unchecked<'POST /build-days'>({ date: day.date, days: sent.number('days') }),
        })
      }
      onSaved={(built) => {
        setResult(built)
        void onBuilt()
      }}
      onClose={onClose}
    >
      <p>
        Every unassigned delivery of these days gets a day and a vehicle. One that may be made on any of several days
        gets the day that takes the least driving. Planned routes stay as they are, and nothing is sent to drivers.
      </p>
      <Field
        label={`Days, from ${weekdayOf(day.date)} ${day.date} on`}
        name="days"
        inputMode="numeric"
        hint="2 to 14"
      />
    </FormDialog>
  )
}

function Result({ result: { days, moved, unassigned }, onClose }: { result: BuildDaysOut; onClose: () => void }) {
  const left = [...unassigned, ...days.flatMap((one) => one.unassigned)]
  return (
    <Dialog title="Days planned" onClose={onClose}>
      <Table columns={['Day', ...['Routes', 'Stops', 'Distance'].map((name) => ({ name, figure: true }))]}>
        {days.map(({ date, routes }) => (
          <tr key={date}>
            <td>
              <Link href={`/?date=${dayToIso(date)}`}>
                {weekdayOf(date)} {date}
              </Link>
            </td>
            <Figure>{routes.length}</Figure>
            <Figure>{routes.reduce((sum, { stop_count }) => sum + stop_count, 0)}</Figure>
            <Figure>{miles(routes.reduce((sum, { distance_miles }) => sum + distance_miles, 0))}</Figure>
          </tr>
        ))}
      </Table>
      <p className={style.soft}>
        {moved.length === 0
          ? 'No delivery has changed its day.'
          : `${plural(moved.length, 'delivery has', 'deliveries have')} another day of those that they allow.`}
      </p>
      {left.length > 0 ? <LeftOffList unassigned={left} /> : <p>All deliveries of these days are on routes.</p>}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          View routes
        </Button>
      </DialogActions>
    </Dialog>
  )
}
