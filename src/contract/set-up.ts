// Zones, settings, traffic and reports for a key, as the office has them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { integer, Uuid } from './fields.ts'
import * as exceptions from './office/exceptions.ts'
import * as reports from './office/reports.ts'
import * as settings from './office/settings.ts'
import * as traffic from './office/traffic.ts'
import * as zones from './office/zones.ts'
import { cursor } from './pages.ts'

const zoneId = '019ab3e0-0000-7000-8000-0000000000a1'
const areas = { tag: 'Zones' } as const
const figures = { tag: 'Reports' } as const

const weekday = { start: '09:00', end: '17:00' }
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-77.1, 38.85],
      [-76.95, 38.85],
      [-76.95, 38.95],
      [-77.1, 38.95],
      [-77.1, 38.85],
    ],
  ],
}
const zone = {
  name: 'Downtown',
  geometry,
  hours: [weekday, weekday, weekday, weekday, weekday, null, null],
  capacity: 80,
  cutoff_days: 1,
  cutoff_time: '17:00',
  active: true,
  closures: [{ date: '12/25/2026', note: 'Holiday' }],
}
const tooLarge = { 422: 'All zones together would be more than a business may have.' }

export const listZones = endpoint({
  permission: 'readZones',
  method: 'GET',
  path: '/zones',
  compresses: true,
  query: z.strictObject({ cursor }),
  reply: z.array(zones.ZoneOut.meta({ id: 'Zone' })),
  key: {
    tag: 'Zones',
    operation: 'listZones',
    summary: 'Zones with their areas, hours and closures',
    description: 'By name. How many make a page follows from the size of their areas.',
    success: { 200: 'A page of zones.' },
    paged: true,
    examples: { reply: [{ zone_uuid: zoneId, version: 1, ...zone, corners: 4, square_miles: 55.92 }] },
  },
})
export const createZone = endpoint({
  ...zones.createZone,
  key: {
    ...areas,
    operation: 'createZone',
    summary: 'Add a zone',
    description:
      '`geometry` is a GeoJSON Polygon or MultiPolygon, a Feature, or a FeatureCollection, whose first is taken. `hours` has seven days, Monday first, null without deliveries.',
    success: { 201: 'Added.' },
    errors: tooLarge,
    examples: { body: zone, reply: { zone_uuid: zoneId } },
  },
})
export const updateZone = endpoint({
  ...zones.updateZone,
  key: {
    ...areas,
    operation: 'updateZone',
    summary: 'Change a zone or its closures',
    description:
      'All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. `closures` are those from today on.',
    errors: { 404: 'No such zone.', 409: 'Changed since that version.', ...tooLarge },
    examples: { body: { ...zone, version: 1 }, reply: null },
  },
})
export const deleteZone = endpoint({
  permission: 'changeZones',
  method: 'DELETE',
  path: '/zones/{zone_uuid}',
  params: z.object({ zone_uuid: Uuid }),
  query: z.strictObject({
    version: z
      .string()
      .regex(/^\d{1,9}$/, 'must be a whole number')
      .transform(Number)
      .pipe(integer(1, 2 ** 31 - 1))
      .meta({ description: 'The `version` that was read.', example: '1' }),
  }),
  reply: z.null(),
  key: {
    ...areas,
    operation: 'deleteZone',
    summary: 'Remove a zone',
    description: 'Deliveries in it stay as they are.',
    success: { 200: 'Removed.' },
    errors: { 404: 'No such zone.', 409: 'Changed since that version.' },
    examples: { reply: null },
  },
})

const exampleSettings = {
  version: 1,
  name: 'Sample Deliveries',
  time_zone: 'America/New_York',
  phone_region: null,
  units: 'US',
  clock: 'H12',
  date_format: 'MONTH_FIRST',
  undo_window_seconds: 120,
  proof_required: 'NONE',
  proof_required_failed: false,
  share_proof: false,
  ask_rating: false,
  show_items: true,
  customer_language: 'en',
  office_language: null,
  choose_days_ahead: 0,
  choose_until: '18:00',
  choose_windows: [],
  service_minutes: 5,
  drivers_may_reorder: false,
  scan_loading: 'OFF',
  scan_door: 'OFF',
  currency: 'USD',
  door_code: false,
  failure_reasons: ['Nobody home', 'Wrong address'],
  leaving_places: ['Front desk'],
  sms_consent_default: true,
  notices: ['SCHEDULED', 'DELIVERED'],
  quiet_hours: { start: '20:00', end: '08:00' },
  notice_channels: 'ONE',
  message_texts: {},
  mail_subjects: {},
  brand_name: null,
  accent_color: null,
  logo_path: null,
  contact_phone: null,
  contact_email: null,
  text_price: null,
  text_currency: 'USD',
  keep_orders_days: null,
  keep_photos_days: null,
  keep_positions_days: null,
  keep_messages_days: null,
  keep_logs_days: null,
  text_provider: null,
}
const businessSettings = { tag: 'Settings' } as const

export const readSettings = endpoint({
  ...settings.readSettings,
  key: {
    ...businessSettings,
    operation: 'readSettings',
    summary: 'The settings of the business',
    description: 'With the `version` that a change names.',
    examples: { reply: exampleSettings },
  },
})
export const changeSettings = endpoint({
  ...settings.changeSettings,
  key: {
    ...businessSettings,
    operation: 'changeSettings',
    summary: 'Change settings',
    description: 'What is not named stays. 409 when someone else has changed them since the `version` that was read.',
    errors: { 409: 'Changed since that version.' },
    examples: { body: { version: 1, undo_window_seconds: 180 }, reply: { ...exampleSettings, version: 2 } },
  },
})

const exampleTraffic = {
  factors: Array.from({ length: 24 }, () => 1),
  measured: Array.from({ length: 24 }, () => null),
  drives: Array.from({ length: 24 }, () => 0),
}
export const readTraffic = endpoint({
  ...traffic.readTraffic,
  key: {
    ...businessSettings,
    operation: 'readTraffic',
    summary: 'Traffic by hour',
    description: 'What driving times are multiplied by, 24 hours from midnight, beside what arrivals say.',
    examples: { reply: exampleTraffic },
  },
})
export const saveTraffic = endpoint({
  ...traffic.saveTraffic,
  key: {
    ...businessSettings,
    operation: 'changeTraffic',
    summary: 'Set traffic by hour',
    description: 'Plans from then on count with it.',
    examples: { body: { factors: exampleTraffic.factors }, reply: exampleTraffic },
  },
})

export const readExceptions = endpoint({
  ...exceptions.readExceptions,
  key: {
    ...figures,
    operation: 'readExceptions',
    summary: 'What went wrong on a day',
    description:
      'What drivers sent too late to count and the office has not answered, failed deliveries that are not delivered again, messages that were not sent, endpoints that fail.',
    examples: { reply: { late_taps: [], failed: [], messages: [], webhooks: [] } },
  },
})

const totals = {
  routes: 0,
  delivered: 0,
  failed: 0,
  skipped: 0,
  windowed: 0,
  on_time: 0,
  timed_routes: 0,
  planned_minutes: 0,
  actual_minutes: 0,
  measured_routes: 0,
  planned_miles: 0,
  driven_miles: 0,
  rated: 0,
  stars: null,
}
export const readReport = endpoint({
  ...reports.readReport,
  key: {
    ...figures,
    operation: 'readReport',
    summary: 'The report of some days',
    description:
      'By day and by driver: outcomes, punctuality, planned and real minutes and miles, reasons of failures, messages and what drivers collected. At most 92 days.',
    examples: {
      reply: {
        from: '11/16/2026',
        to: '11/22/2026',
        days: [],
        drivers: [],
        failures: [],
        attempts: [],
        messages: [],
        collected: [],
        totals,
      },
    },
  },
})
