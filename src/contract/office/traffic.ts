// How much longer driving takes at which hour, as the business sets it, beside what its drivers' arrivals say.
import { z } from 'zod'
import { LEAST_FACTOR, MOST_FACTOR } from '../../domain/planning/traffic.ts'
import { number } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const TrafficOut = z.object({
  /** 24, from midnight: what driving times are multiplied by. */
  factors: z.array(z.number()),
  /** 24 as measured over the last weeks; null where too few drives began in that hour. */
  measured: z.array(z.number().nullable()),
  /** Drives measured, by hour. */
  drives: z.array(z.number()),
})
export type TrafficOut = z.output<typeof TrafficOut>

export const readTraffic = endpoint({
  method: 'GET',
  path: '/traffic',
  permission: 'readSettings',
  reply: TrafficOut,
  office: {},
})

export const saveTraffic = endpoint({
  method: 'PATCH',
  path: '/traffic',
  permission: 'changeTraffic',
  body: z.strictObject({
    factors: z.array(number(LEAST_FACTOR, MOST_FACTOR)).length(24, 'must be 24 numbers, one for each hour of the day'),
  }),
  reply: TrafficOut,
  audit: ['traffic.changed'],
  office: {
    wholeBusiness: true,
  },
})
