// The date of a page: the one in its URL, or today in the business's time zone.
import { Field } from '../ui/field.tsx'
import { dayOfIso, dayToIso, isoToDay } from '../ui/format.ts'
import { words } from '../words/locale.ts'
import { setSearchParams, useLocation } from './location.ts'
import { useSession } from './session.tsx'

export function useToday(): string {
  const { time_zone: timeZone } = useSession().business
  return isoToDay(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()))
}

export function useRequestedDate(): string {
  const today = useToday()
  return dayOfIso(useLocation().searchParams.get('date')) ?? today
}

export const DayField = ({ date }: { date: string }) => (
  <Field
    label={words.common.day}
    type="date"
    value={dayToIso(date)}
    onChange={({ target }) => target.value && setSearchParams({ date: target.value })}
  />
)
