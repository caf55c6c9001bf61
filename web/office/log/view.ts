// Filters of a list, stored in the URL.
import { dayToIso, isoToDay } from '../../ui/format.ts'
import { navigate, useLocation } from '../location.ts'

/** Reads and changes the filters of the list. `names`: query parameters that are filters. All others are ignored. */
export function useView(names: readonly string[] = []) {
  const { pathname, searchParams } = useLocation()
  const filters: Record<string, string> = Object.fromEntries([...searchParams].filter(([name]) => names.includes(name)))
  const change = (changes: Record<string, string>): void => {
    const next = new URLSearchParams(searchParams)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    navigate(`${pathname}?${next}`, { replace: true })
  }
  return {
    params: searchParams,
    /** Values keyed by filter name. */
    filters,
    isFiltered: Object.keys(filters).length > 0,
    change,
    clear: () => navigate(pathname, { replace: true }),
    /** Attributes of a select or text input that is bound to the filter. */
    bound: (name: string) => ({
      value: searchParams.get(name) ?? '',
      onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    }),
    /** Attributes of a bound date input. */
    boundDay: (name: string) => ({
      type: 'date',
      value: searchParams.has(name) ? dayToIso(searchParams.get(name) ?? '') : '',
      onChange: (event: { target: { value: string } }) =>
        change({ [name]: event.target.value && isoToDay(event.target.value) }),
    }),
  }
}
