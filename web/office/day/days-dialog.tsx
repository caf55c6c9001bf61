// Plans several days in one request: a dialog for the number of days, then the page with the result of each day.
import { useState } from 'react'
import type { BuildDaysOut } from '../../../src/contract/build-days.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayText, weekdayOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { DaysPage } from './days-page.tsx'

interface Props {
  day: DayOut
  onSaid: (text: string) => void
  onClose: () => void
  onBuilt: () => Promise<void>
}

interface BuiltDays {
  result: BuildDaysOut
  /** Number of planned days. */
  count: number
  /** ID of the step that undoes this plan. Undefined if it was undone already. */
  stepId: string | undefined
}

const A_WEEK = 7

async function planDays(date: string, count: string | number | null): Promise<BuiltDays> {
  const body = asUncheckedBody<'POST /build-days'>({ date, days: count })
  const result = await call('POST /build-days', { body })
  const { steps } = await call('GET /undo-steps')
  return { result, count: Number(count), stepId: steps.find(({ kind }) => kind === 'ROUTES_BUILT')?.step_uuid }
}

export function DaysDialog({ day, onSaid, onClose, onBuilt }: Props) {
  const [built, setBuilt] = useState<BuiltDays | null>(null)
  if (built) {
    return <DaysPage {...{ day, onSaid, onClose }} {...built} onUndone={() => setBuilt(null)} />
  }
  return (
    <FormDialog
      title={words.build.severalDays}
      action={words.build.planThese}
      values={{ days: A_WEEK }}
      save={(sent) => planDays(day.date, sent.number('days'))}
      onSaved={(saved) => {
        setBuilt(saved)
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
