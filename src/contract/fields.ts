// Field types of requests and responses. An error message continues the field's name: "window_end must be a time,
// HH:mm."
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { TEMPERATURE_CLASSES } from '../domain/orders/order.ts'

/** Returns the error message function of a field: 'is required' if the value is missing, else `fault`. */
export const requiredOr =
  (fault: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined ? faultText('is required') : fault

/** Text of `min` to `max` code points. Validation stops at a text that is too long. */
export const text = (min: number, max: number) =>
  z
    .string({ error: requiredOr(faultText('must be text')) })
    .refine(
      (value) => codePoints(value) >= min,
      min === 1 ? faultText('must not be empty') : faultText('must have at least {min} characters', { min }),
    )
    .refine((value) => codePoints(value) <= max, {
      error: faultText('must have at most {max} characters', { max }),
      abort: true,
    })
    .meta({ minLength: min, maxLength: max })

/** Text for people: must not consist of white space only. */
export const nonBlankText = (max: number) =>
  text(1, max).refine((value) => value === '' || /\S/.test(value), faultText('must not be blank'))

const codePoints = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

/** Optional field: absent and null are equivalent, and both become null. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/**
 * JSON Schema of `schema`, as metadata for a schema that validates the same values in another way.
 *
 * @example z.custom<Area>().meta(describing(z.looseObject({ type: z.literal('Polygon') })))
 */
export function describing(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' })
  return described
}

/** Field with a default: `value` if absent or null. */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema
    .nullish()
    .transform((given) => given ?? value)
    .meta({ description: `Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.` })

/** A number within bounds. `words` are the bounds in messages, by default their figures. */
export const number = (min: number, max: number, words: readonly [number | string, number | string] = [min, max]) =>
  z
    .number({ error: requiredOr(faultText('must be a number')) })
    .min(min, faultText('must be at least {min}', { min: words[0] }))
    .max(max, faultText('must be at most {max}', { max: words[1] }))

export const integer = (min: number, max: number) =>
  z
    .number({ error: requiredOr(faultText('must be a whole number')) })
    .int(faultText('must be a whole number'))
    .min(min, faultText('must be at least {min}', { min }))
    .max(max, faultText('must be at most {max}', { max }))

export const boolean = () => z.boolean({ error: requiredOr(faultText('must be true or false')) })

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, {
    error: requiredOr(faultText('must be one of {values}', { values: values.join(', ') })),
  })

/** Exact amount of money: a decimal as text. */
export const Amount = z
  .string({ error: faultText('must be a decimal as text, such as "24.90"') })
  .regex(/^\d{1,9}(\.\d{1,4})?$/, faultText('must be a decimal of at most 9 digits before the point, such as 24.90'))
export const TemperatureClass = oneOf(TEMPERATURE_CLASSES).meta({ id: 'TemperatureClass' })

/** Skill of a vehicle that a delivery may require, named by the business; case-insensitive. */
const Skill = nonBlankText(50)
  .transform((skill) => skill.trim().toLowerCase())
  .meta({ id: 'Skill', example: 'lift gate' })

export const Skills = z
  .array(Skill, { error: requiredOr(faultText('must be a list')) })
  .max(20, faultText('must name at most {most}', { most: 20 }))
  .transform((skills) => [...new Set(skills)])

/** Names of drivers in the fleet; case-insensitive. */
export const DriverNames = z
  .array(
    nonBlankText(200).transform((name) => name.trim()),
    { error: requiredOr(faultText('must be a list')) },
  )
  .max(20, faultText('must name at most {most}', { most: 20 }))
  .transform((names) => [...new Set(names)])

/**
 * Milliseconds from the phone's clock to the server's clock, as measured by the phone. A phone's clock may be wrong by
 * years.
 */
export const clockSkew = () => number(-1e12, 1e12)

export const latitude = () => number(-90, 90)
export const longitude = () => number(-180, 180)

const DAY_PATTERN = String.raw`^(0[1-9]|1[0-2])/(0[1-9]|[12]\d|3[01])/\d{4}$`

/** Day: MM/dd/yyyy on the wire, yyyy-MM-dd in code. */
export const Day = z
  .string({ error: requiredOr(faultText('must be a date, MM/dd/yyyy')) })
  .transform(
    (value, context) => dayFromWire(value) ?? reportFault(context, faultText('must be a date that exists, MM/dd/yyyy')),
  )
  .meta({
    id: 'Day',
    pattern: DAY_PATTERN,
    description: 'MM/dd/yyyy in the business’s time zone',
    example: '11/23/2026',
  })

/** Day: yyyy-MM-dd on the wire and in code. Only `from` of availability has this format. */
export const IsoDay = z
  .string({ error: faultText('must be a date, yyyy-MM-dd') })
  .refine(
    (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDay(value),
    faultText('must be a date that exists, yyyy-MM-dd'),
  )
  .meta({ id: 'IsoDay', format: 'date', description: 'yyyy-MM-dd', example: '2026-11-23' })

/** Whether plans can use the day. The limit keeps all later days of a plan at four-digit years. */
export const isPlannableDay = (day: string): boolean => day <= '9998-12-31'

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

export const TimeOfDay = z
  .string({ error: requiredOr(faultText('must be a time, HH:mm')) })
  .regex(TIME_OF_DAY, faultText('must be a time, HH:mm from 00:00 to 23:59'))
  .meta({ id: 'TimeOfDay', description: 'HH:mm', example: '09:30' })

/** Whether a time span ends at or before its start. False if a time is malformed, which is reported separately. */
export const spanEndsBeforeStart = (start: string, end: string): boolean =>
  TIME_OF_DAY.test(start) && TIME_OF_DAY.test(end) && end <= start

const INSTANT_FAULT = faultText('must be a date and time such as 2026-11-23T14:30:00Z')

/** Instant: ISO 8601 with an offset or Z, a Date in code. */
export const Instant = z
  .string({ error: requiredOr(INSTANT_FAULT) })
  .transform((value, context) => instantFromWire(value) ?? reportFault(context, INSTANT_FAULT))
  .meta({ id: 'Instant', format: 'date-time', example: '2026-11-23T14:30:00.000Z' })

/** Instant in responses. */
export const InstantOut = z
  .string()
  .meta({ id: 'InstantOut', format: 'date-time', description: 'ISO 8601, UTC', example: '2026-11-23T14:30:00.000Z' })
export const DayOut = z
  .string()
  .meta({ id: 'DayOut', pattern: DAY_PATTERN, description: 'MM/dd/yyyy', example: '11/23/2026' })
export const TimeOut = z
  .string()
  .meta({ id: 'TimeOut', pattern: TIME_OF_DAY.source, description: 'HH:mm', example: '09:30' })

const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/

export const Uuid = z
  .string({ error: requiredOr(faultText('must be a uuid')) })
  .regex(UUID, faultText('must be a uuid'))
  .transform((value) => value.toLowerCase())
  .meta({ id: 'Uuid', format: 'uuid' })
/**
 * List of 1 to `most` UUIDs. Only the first invalid entry is reported, because nested errors would make the message too
 * long.
 */
export const uuids = (most: number) =>
  z
    .array(z.unknown().meta({ type: 'string', format: 'uuid', pattern: UUID.source }), {
      error: requiredOr(faultText('must be a list')),
    })
    .min(1, faultText('must not be empty'))
    .max(most, faultText('must name at most {most}', { most }))
    .transform((ids, context) => {
      const wrong = ids.findIndex((id) => typeof id !== 'string' || !UUID.test(id))
      if (wrong < 0) return ids.map((id) => String(id).toLowerCase())
      context.addIssue({ code: 'custom', path: [wrong], message: faultText('must be a uuid') })
      return z.NEVER
    })

export const UuidOut = z.string().meta({ id: 'UuidOut', format: 'uuid' })

const isRealDay = (iso: string): boolean => {
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && iso >= '1970-01-01'
}

/** Converts MM/dd/yyyy to yyyy-MM-dd. Returns null if the day doesn't exist. */
export function dayFromWire(value: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) ?? []
  const iso = `${year}-${month}-${day}`
  return year && isRealDay(iso) ? iso : null
}

/** Converts yyyy-MM-dd to MM/dd/yyyy. */
export const dayToWire = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

function instantFromWire(value: string): Date | null {
  const shape = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
  const day = shape.exec(value)?.[1]
  if (!day || !isRealDay(day)) return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

const reportFault = (context: z.core.$RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
