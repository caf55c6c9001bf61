// Hours at which vehicles may enter the street of a stop.
import { z } from 'zod'
import { streetHoursIn } from '../domain/planning/street-hours.ts'
import { faultText } from '../texts/as-string.ts'
import { MoreWindowsOut } from './windows.ts'

const STREET_FAULT = faultText('must be hours in order, such as 06:00-11:00,18:00-20:00, or 24/7')

/** Hours of a street in a request. */
export const StreetHoursText = z
  .string({ error: STREET_FAULT })
  .transform((value, context) => {
    const hours = streetHoursIn(value)
    if (hours !== null) return hours
    context.addIssue({ code: 'custom', message: STREET_FAULT })
    return z.NEVER
  })
  .meta({
    description:
      'Hours at which the street is open to the delivery, such as 06:00-11:00,18:00-20:00, or 24/7 for all hours. They replace the hours of the map. Null or absent: the hours of the map.',
    example: '06:00-11:00',
  })

export const HOURS_FROM = ['DELIVERY', 'ADDRESS', 'MAP'] as const

export const StreetOut = z
  .object({
    open: MoreWindowsOut.meta({ description: 'Hours of the day in which the street is open. Empty: closed that day.' }),
    fits: z.boolean().meta({ description: 'False if no window of the delivery lies in these hours.' }),
    message: z.string().meta({ description: 'The hours as a sentence.' }),
    hours_from: z.enum(HOURS_FROM).meta({
      description:
        'Where the hours come from. DELIVERY: `street_hours` of the delivery. ADDRESS: hours that the business set for the address. MAP: OpenStreetMap.',
    }),
    sources: z
      .array(
        z.object({
          url: z.string().meta({ description: 'The street or barrier in OpenStreetMap.' }),
          text: z.string().meta({ description: 'Its tags with the hours.' }),
        }),
      )
      .meta({
        description:
          'Streets or barriers with hours on the map. Empty if there are none, or if the hours are those of the delivery.',
      }),
  })
  .meta({ id: 'Street' })
export type StreetOut = z.output<typeof StreetOut>

export const exampleStreet = {
  open: [{ window_start: '06:00', window_end: '11:00' }],
  fits: true,
  message: 'The street is open to deliveries 6:00 AM to 11:00 AM.',
  hours_from: 'MAP' as const,
  sources: [
    {
      url: 'https://www.openstreetmap.org/way/123456789',
      text: 'motor_vehicle:conditional=delivery @ (06:00-11:00)',
    },
  ],
}

const STREET =
  'Present if the street of the address is open to vehicles only at some hours of the day. Plans keep these hours.'
export const optionalStreet = () => StreetOut.optional().meta({ description: STREET })
