// How much longer driving takes at which hour, as the business sets it, beside what its drivers' arrivals say.
import { z } from 'zod'
import { LEAST_FACTOR, MOST_FACTOR } from '../../domain/planning/traffic.ts'
import { number } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export interface TrafficOut {
  /** 24, from midnight: what driving times are multiplied by. */
  factors: number[]
  /** 24 as measured over the last weeks; null where too few drives began in that hour. */
  measured: (number | null)[]
  /** Drives measured, by hour. */
  drives: number[]
}

export const readTraffic = officeEndpoint({ method: 'GET', path: '/traffic', role: 'VIEWER' })

export const saveTraffic = officeEndpoint({
  method: 'PATCH',
  path: '/traffic',
  role: 'DISPATCHER',
  body: z.strictObject({ factors: z.array(number(LEAST_FACTOR, MOST_FACTOR)).length(24) }),
})
