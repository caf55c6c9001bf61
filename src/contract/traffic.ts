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
  pace: z
    .object({
      used: z
        .boolean()
        .meta({ description: 'Whether plans include the measured pace. It is true until it is turned off.' }),
      routes: z.number().meta({
        description: 'Number of finished routes from which the pace was measured. Plans include it from 10 routes on.',
      }),
      drive_factor: z.number().nullable().meta({
        description: 'Actual driving time over the time on the roads in traffic. Null with fewer than 10 routes.',
      }),
      stop_minutes: z.number().nullable().meta({
        description: 'Minutes of parking and walking at each stop. Null with fewer than 10 routes.',
      }),
      service_factor: z.number().nullable().meta({
        description: 'Actual service time over the planned one. Null with fewer than 10 routes.',
      }),
    })
    .meta({
      description:
        'How the last finished routes, up to 60, differ from plain road and service times. It is measured once a day.',
    }),
})
export type TrafficOut = z.output<typeof TrafficOut>

const exampleTraffic = {
  factors: Array.from({ length: 24 }, () => 1),
  measured: Array.from({ length: 24 }, () => null),
  drives: Array.from({ length: 24 }, () => 0),
  ranges: { deliveries: 1840, inside: 0.91, minutes: 38 },
  pace: { used: true, routes: 60, drive_factor: 1.08, stop_minutes: 1.4, service_factor: 1.12 },
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
      'Returns the factors for driving times, one for each hour from midnight, and the factors measured from arrivals. The member `ranges` compares the arrivals of the last 30 days with the ranges that customers were given. The member `pace` shows how drives and visits differ from plain road and service times.',
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
      .length(24, faultText('must be 24 numbers, one for each hour of the day'))
      .optional()
      .meta({ description: '24 factors for driving times, one for each hour from midnight. Absent: unchanged.' }),
    use_pace: z
      .boolean()
      .optional()
      .meta({ description: 'Whether plans include the measured pace. Absent: unchanged.' }),
  }),
  reply: TrafficOut,
  audit: ['traffic.changed'],
  office: { wholeBusiness: true },
  key: {
    tag: 'Settings',
    operation: 'changeTraffic',
    summary: 'Set traffic by hour',
    description:
      'Sets the factors for driving times, and whether plans include the measured pace. Both apply to plans made from now on.',
    examples: { body: { factors: exampleTraffic.factors }, reply: exampleTraffic },
  },
})
