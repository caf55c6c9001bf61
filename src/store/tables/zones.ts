// Tables of delivery zones.
import type { ZoneGeometry, ZoneHours } from '../../domain/zones/zone.ts'
import { boolean, day, each, instant, json, number, ofBusiness, text, time, uuid } from './table.ts'

export const zones = ofBusiness({ key: ['zoneId'], depots: 'SHARED' }).columns({
  zoneId: uuid,
  name: text('NONE'),
  geometry: json<ZoneGeometry>('NONE'),
  ...each(number, 'area', 'west', 'south', 'east', 'north'),
  ...each(number.defaulted, 'corners', 'version'),
  hours: json<(ZoneHours | null)[]>('NONE'),
  ...each(number.nullable, 'capacity', 'cutoffDays'),
  cutoffTime: time.nullable,
  active: boolean.defaulted,
  createdAt: instant.defaulted,
})

export const zoneClosures = ofBusiness({ key: ['zoneId', 'date'], depots: 'SHARED' }).columns({
  zoneId: uuid,
  date: day,
  note: text('TEXT'),
})
