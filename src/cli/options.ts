// The kinds of values on the command line. A message continues after the option's name: "--lat must be a number".
import { z } from 'zod'
import { boolean, integer, oneOf, TimeOfDay } from '../contract/fields.ts'
import { Email } from '../contract/office/sign-in.ts'

const Text = z.string({ error: 'is required' })

const asNumber = Text.transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))

export const decimal = (schema: z.ZodType<number, number>) => asNumber.pipe(schema)
export const whole = (min: number, max: number) => decimal(integer(min, max))

export const yesOrNo = () => Text.transform((value) => ({ true: true, false: false })[value] ?? value).pipe(boolean())

/** Like `decimal`, but `none` becomes null. */
export const orNull = (schema: z.ZodType<number, number>) =>
  z.union([z.literal('none').transform(() => null), decimal(schema)], {
    error: 'must be a whole number in range, or none',
  })

export const list = <T extends z.ZodType<unknown, string>>(entry: T) =>
  Text.transform((value) => value.split(',').map((part) => part.trim())).pipe(z.array(entry))

/** Parses a time span such as 08:00-17:00. */
export const timeSpan = () =>
  Text.transform((value) => value.split('-'))
    .pipe(z.tuple([TimeOfDay, TimeOfDay], { error: 'must be two times, such as 08:00-17:00' }))
    .refine(([start, end]) => start < end, 'must end after it starts')
    .transform(([start, end]) => ({ start, end }))

export const email = () => Email

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Parses mon,tue,… into seven booleans, starting with Monday. */
export const weekdays = () => list(oneOf(WEEKDAYS)).transform((named) => WEEKDAYS.map((day) => named.includes(day)))

/** A required option without a value. `why` is the message if it is missing. */
export const flag = (why: string) => z.literal(true, { error: why })
