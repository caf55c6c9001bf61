// Tables of addresses, and of the roads between them.
import type { KnownBy } from '../../domain/planning/visit.ts'
import type { RoadsName } from '../../domain/planning/costing.ts'
import type { LegsName } from '../../domain/planning/road-vehicle.ts'
import { each, instant, json, number, ofBusiness, ofInstallation, text, uuid } from './table.ts'

export const knownDoors = ofBusiness({ key: ['address'], depots: 'SHARED' }).columns({
  address: text('ADDRESS'),
  ...each(number, 'lat', 'lng'),
  knownAt: instant,
  knownBy: text<KnownBy>('NONE').defaulted,
})

export const addressStreetHours = ofBusiness({ key: ['address'], depots: 'SHARED' }).columns({
  address: text('ADDRESS'),
  streetHours: text('NONE'),
  setAt: instant,
})

export const placeVisits = ofBusiness({ key: ['stopId'], depots: 'SHARED' }).columns({
  stopId: uuid,
  address: text('ADDRESS'),
  minutes: number,
  visitedAt: instant,
  ...each(number.nullable, 'lat', 'lng'),
})

export const geocodeAnswers = ofInstallation({ key: ['geocoder', 'address'], moves: false, lost: true }).columns({
  geocoder: text('NONE'),
  address: text('ADDRESS'),
  answer: json<object>('CODE'),
  expiresAt: instant,
})

export const providerTurns = ofInstallation({ key: ['provider'], moves: false, lost: true }).columns({
  provider: text('NONE'),
  nextAt: instant,
})

const ENDS = ['fromLatE5', 'fromLngE5', 'toLatE5', 'toLngE5'] as const

export const distancePairs = ofBusiness({ key: ['source', ...ENDS], depots: 'SHARED' }).columns({
  source: text<LegsName>('NONE'),
  ...each(number, ...ENDS, 'seconds', 'meters'),
  fetchedAt: instant,
})

export const legWays = ofBusiness({ key: ['source', ...ENDS], depots: 'SHARED' }).columns({
  source: text<LegsName>('NONE'),
  ...each(number, ...ENDS),
  way: text('NONE'),
  fetchedAt: instant,
})

export const roadBands = ofBusiness({ key: ['source', 'band'], depots: 'SHARED' }).columns({
  source: text<RoadsName>('NONE'),
  ...each(number, 'band', 'legs', 'straightMeters', 'roadMeters', 'roadSeconds'),
})
