// Filter of the unassigned deliveries, stored in the URL.
import { useMemo } from 'react'
import type { PoolOrder } from '../../../src/contract/day.ts'
import { setSearchParams, useLocation } from '../location.ts'
import { locationWarning } from '../location-warning.tsx'

export interface PoolFilter {
  temperature: string
  window: '' | 'none' | 'morning' | 'afternoon'
  zone: string
  placed: '' | 'yes' | 'no' | 'doubt'
}

export const NO_FILTER: PoolFilter = { temperature: '', window: '', zone: '', placed: '' }
const PARAMETER_NAMES = ['temperature', 'window', 'zone', 'placed'] as const satisfies (keyof PoolFilter)[]

const NOON = '12:00'
/** For deliveries outside every zone: no zone has this name, since names are trimmed. */
export const NO_ZONE = ' '

/** Returns the same object until the filter in the URL changes. */
export function usePoolFilter(): PoolFilter {
  const { searchParams } = useLocation()
  const [temperature = '', window = '', zone = '', placed = ''] = PARAMETER_NAMES.map(
    (name) => searchParams.get(name) ?? '',
  )
  return useMemo(() => {
    const filter: PoolFilter = {
      temperature,
      window: isOneOf(['none', 'morning', 'afternoon'], window) ? window : '',
      zone,
      placed: isOneOf(['yes', 'no', 'doubt'], placed) ? placed : '',
    }
    return PARAMETER_NAMES.every((name) => filter[name] === '') ? NO_FILTER : filter
  }, [temperature, window, zone, placed])
}

export const setPoolFilter = (filter: PoolFilter): void => setSearchParams({ ...filter })

/** Adds the current filter to a link to another day. */
export function withPoolFilter(address: URLSearchParams): URLSearchParams {
  const { searchParams } = new URL(window.location.href)
  for (const name of PARAMETER_NAMES) if (searchParams.has(name)) address.set(name, searchParams.get(name) ?? '')
  return address
}

const isOneOf = <T extends string>(all: readonly T[], text: string): text is T => all.some((one) => one === text)

const WINDOWS: Record<Exclude<PoolFilter['window'], ''>, (order: PoolOrder) => boolean> = {
  none: ({ window_start, window_end }) => !window_start && !window_end,
  morning: ({ window_end }) => window_end !== null && window_end <= NOON,
  afternoon: ({ window_start }) => window_start !== null && window_start >= NOON,
}

export const poolFilterPredicate =
  ({ temperature, window, zone, placed }: PoolFilter) =>
  (order: PoolOrder): boolean =>
    (!temperature || order.temperature_class === temperature) &&
    (!window || WINDOWS[window](order)) &&
    (!zone || (order.zone ?? NO_ZONE) === zone) &&
    (!placed || (placed === 'doubt' ? locationWarning(order) !== null : (placed === 'yes') === (order.lat !== null)))

/** Returns true if one of the texts contains the typed text, ignoring case. */
export const containsText = (typed: string, ...texts: string[]): boolean =>
  typed === '' || texts.some((text) => text.toLowerCase().includes(typed.toLowerCase()))
