// Dialog that plans several days in one request: number of days, then the result of each day.
import { useState } from 'react'
import type { BuildDaysOut } from '../../../src/contract/build-days.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { countText, dayText, dayToIso, miles, weekdayOf } from '../../ui/format.ts'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { UnassignedList } from './build-result.tsx'
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
      title={words.build.severalDays}
      action={words.build.planThese}
      values={{ days: A_WEEK }}
      save={(sent) =>
        call('POST /build-days', {
          body: asUncheckedBody<'POST /build-days'>({ date: day.date, days: sent.number('days') }),
        })
      }
      onSaved={(built) => {
        setResult(built)
        void onBuilt()
      }}
      onClose={onClose}
    >
      <p>{words.build.severalDaysLead}</p>
      <Field
        label={words.build.daysFrom(weekdayOf(day.date), dayText(day.date))}
        name="days"
        inputMode="numeric"
        hint={words.build.twoToFourteen}
      />
    </FormDialog>
  )
}

function Result({ result: { days, moved, unassigned }, onClose }: { result: BuildDaysOut; onClose: () => void }) {
  const left = [...unassigned, ...days.flatMap((one) => one.unassigned)]
  return (
    <Dialog title={words.build.daysPlanned} onClose={onClose}>
      <Table
        columns={[
          words.common.day,
          ...[words.common.routes, words.common.stops, words.common.distance].map((name) => ({ name, figure: true })),
        ]}
      >
        {days.map(({ date, routes }) => (
          <tr key={date}>
            <td>
              <Link href={`/?date=${dayToIso(date)}`}>
                {weekdayOf(date)} {dayText(date)}
              </Link>
            </td>
            <Figure>{countText(routes.length)}</Figure>
            <Figure>{routes.reduce((sum, { stop_count }) => sum + stop_count, 0)}</Figure>
            <Figure>{miles(routes.reduce((sum, { distance_miles }) => sum + distance_miles, 0))}</Figure>
          </tr>
        ))}
      </Table>
      <p className={style.soft}>{moved.length === 0 ? words.build.noneMoved : words.build.moved(moved.length)}</p>
      {left.length > 0 ? <UnassignedList unassigned={left} /> : <p>{words.build.allDaysOnRoutes}</p>}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {words.build.viewRoutes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
