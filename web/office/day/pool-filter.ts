// Which of the waiting deliveries are shown.
import type { PoolOrder } from '../../../src/contract/office/day.ts'
import { placeDoubt } from '../place-doubt.tsx'

export interface PoolFilter {
  temperature: string
  window: '' | 'none' | 'morning' | 'afternoon'
  zone: string
  placed: '' | 'yes' | 'no' | 'doubt'
}

export const NO_FILTER: PoolFilter = { temperature: '', window: '', zone: '', placed: '' }

const NOON = '12:00'
/** For deliveries outside every zone: no zone has this name, since names are trimmed. */
export const NO_ZONE = ' '

const WINDOWS: Record<Exclude<PoolFilter['window'], ''>, (order: PoolOrder) => boolean> = {
  none: ({ window_start, window_end }) => !window_start && !window_end,
  morning: ({ window_end }) => window_end !== null && window_end <= NOON,
  afternoon: ({ window_start }) => window_start !== null && window_start >= NOON,
}

export const inPool =
  ({ temperature, window, zone, placed }: PoolFilter) =>
  (order: PoolOrder): boolean =>
    (!temperature || order.temperature_class === temperature) &&
    (!window || WINDOWS[window](order)) &&
    (!zone || (order.zone ?? NO_ZONE) === zone) &&
    (!placed || (placed === 'doubt' ? placeDoubt(order) !== null : (placed === 'yes') === (order.lat !== null)))

/** What someone typed, anywhere in these texts. */
export const hasText = (typed: string, ...texts: string[]): boolean =>
  typed === '' || texts.some((text) => text.toLowerCase().includes(typed.toLowerCase()))
