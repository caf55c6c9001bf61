// Obstacles on the way of a vehicle as text: limits on signs that its size or weight exceeds.
import { text, type Text } from '../../texts/text.ts'
import { type Formats, KILOGRAMS_A_POUND, measureInWords, METERS_A_FOOT } from '../formats.ts'
import type { Obstacle } from './road-vehicle.ts'

/** Returns the obstacle on the way to a stop or back as a part of a sentence, such as "Mill Lane, on the way there, has a limit". */
export function obstacleInWords(
  { kind, limit, street }: Obstacle,
  { units }: Pick<Formats, 'units'>,
  way: 'THERE' | 'BACK' = 'THERE',
): Text {
  const isLength = kind === 'HEIGHT' || kind === 'WIDTH' || kind === 'LENGTH'
  const members = { street: street ?? text('a road'), limit: (isLength ? meters : tonnes)(units, limit) }
  if (kind === 'HEIGHT')
    return way === 'THERE'
      ? text('{street}, on the way there, has a height limit of {limit}', members)
      : text('{street}, on the way back, has a height limit of {limit}', members)
  if (kind === 'WIDTH')
    return way === 'THERE'
      ? text('{street}, on the way there, has a width limit of {limit}', members)
      : text('{street}, on the way back, has a width limit of {limit}', members)
  if (kind === 'LENGTH')
    return way === 'THERE'
      ? text('{street}, on the way there, has a length limit of {limit}', members)
      : text('{street}, on the way back, has a length limit of {limit}', members)
  if (kind === 'WEIGHT')
    return way === 'THERE'
      ? text('{street}, on the way there, has a weight limit of {limit}', members)
      : text('{street}, on the way back, has a weight limit of {limit}', members)
  return way === 'THERE'
    ? text('{street}, on the way there, has an axle load limit of {limit}', members)
    : text('{street}, on the way back, has an axle load limit of {limit}', members)
}

const meters = (units: Formats['units'], limit: number): string =>
  measureInWords(units, 'length', limit / METERS_A_FOOT)

/** Signs have tonnes, except in the US. */
const tonnes = (units: Formats['units'], limit: number): string =>
  units === 'US'
    ? measureInWords(units, 'weight', (limit * 1_000) / KILOGRAMS_A_POUND)
    : `${Math.round(limit * 100) / 100} t`
