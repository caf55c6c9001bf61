// Obstacles on the way of a vehicle as text: limits on signs that its size or weight exceeds.
import { text, type Text } from '../../texts/text.ts'
import { type Formats, KILOGRAMS_A_POUND, measureInWords, METERS_A_FOOT } from '../formats.ts'
import type { Obstacle } from './road-vehicle.ts'

/** Returns the obstacle as a part of a sentence, such as "Mill Lane, on the way there, has a height limit of 3.2 m". */
export function obstacleInWords({ kind, limit, street }: Obstacle, { units }: Pick<Formats, 'units'>): Text {
  const where = { street: street ?? text('a road') }
  if (kind === 'HEIGHT')
    return text('{street}, on the way there, has a height limit of {limit}', { ...where, limit: meters(units, limit) })
  if (kind === 'WIDTH')
    return text('{street}, on the way there, has a width limit of {limit}', { ...where, limit: meters(units, limit) })
  if (kind === 'LENGTH')
    return text('{street}, on the way there, has a length limit of {limit}', { ...where, limit: meters(units, limit) })
  if (kind === 'WEIGHT')
    return text('{street}, on the way there, has a weight limit of {limit}', { ...where, limit: tonnes(units, limit) })
  return text('{street}, on the way there, has an axle load limit of {limit}', {
    ...where,
    limit: tonnes(units, limit),
  })
}

const meters = (units: Formats['units'], limit: number): string =>
  measureInWords(units, 'length', limit / METERS_A_FOOT)

/** Signs have tonnes, except in the US. */
const tonnes = (units: Formats['units'], limit: number): string =>
  units === 'US'
    ? measureInWords(units, 'weight', (limit * 1_000) / KILOGRAMS_A_POUND)
    : `${Math.round(limit * 100) / 100} t`
