// Traffic factors of a business by hour.
import { z } from 'zod'
import { MAX_FACTOR, MIN_FACTOR } from '../domain/planning/traffic.ts'
import { faultText } from '../texts/as-string.ts'
import { endpoint } from './endpoint.ts'
import { number } from './fields.ts'

export const TrafficOut = z.object({
  /** 24 factors for driving times, one for each hour from midnight. */
  factors: z.array(z.number()),
  /** 24 measured factors of the last weeks. Null if too few drives started in that hour. */
  measured: z.array(z.number().nullable()),
  /** Number of measured drives by hour. */
  drives: z.array(z.number()),
  ranges: z
    .object({
      deliveries: z
        .number()
        .meta({ description: 'Number of deliveries whose customers were given a range of arrival.' }),
      inside: z.number().nullable().meta({
        description:
          'Share that came inside the range that was given last, from 0 to 1. Null if there are no such deliveries.',
      }),
      minutes: z.number().nullable().meta({
        description: 'Median width of these ranges, in minutes. Null if there are no such deliveries.',
      }),
    })
    .meta({ description: 'Ranges of arrival of the last 30 days.' }),
})
export type TrafficOut = z.output<typeof TrafficOut>

const exampleTraffic = {
  factors: Array.from({ length: 24 }, () => 1),
  measured: Array.from({ length: 24 }, () => null),
  drives: Array.from({ length: 24 }, () => 0),
  ranges: { deliveries: 1840, inside: 0.91, minutes: 38 },
}
export const readTraffic = endpoint({
  method: 'GET',
  path: '/traffic',
  permission: 'readSettings',
  reply: TrafficOut,
  office: {},
  key: {
    tag: 'Settings',
    operation: 'readTraffic',
    summary: 'Read traffic by hour',
    description:
      'Returns the factors for driving times, one for each hour from midnight, and the factors measured from arrivals. The member `ranges` compares the arrivals of the last 30 days with the ranges that customers were given.',
    examples: { reply: exampleTraffic },
  },
})
export const saveTraffic = endpoint({
  method: 'PATCH',
  path: '/traffic',
  permission: 'changeTraffic',
  body: z.strictObject({
    factors: z
      .array(number(MIN_FACTOR, MAX_FACTOR))
      .length(24, faultText('must be 24 numbers, one for each hour of the day')),
  }),
  reply: TrafficOut,
  audit: ['traffic.changed'],
  office: { wholeBusiness: true },
  key: {
    tag: 'Settings',
    operation: 'changeTraffic',
    summary: 'Set traffic by hour',
    description: 'Sets the factors for driving times. They apply to plans made from now on.',
    examples: { body: { factors: exampleTraffic.factors }, reply: exampleTraffic },
  },
})
