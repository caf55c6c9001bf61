// Generates all reads: the GET operations of openapi.json and of the office's table, each without and with each of its
// filters. Also the writes of an order, and the jobs that look for work.
import type { z } from 'zod'
import { officeEndpoints } from '../../src/contract/all.ts'
import { operations } from './operations.ts'

export interface ReadCall {
  name: string
  /** Path below the origin, with placeholders for IDs. */
  path: string
  office: boolean
  /** Filter that the call tries. Null: a read without a filter. */
  filter: string | null
}

/** A past day and today as MM/dd/yyyy. `size-data.ts` creates similar data for both. */
export interface Days {
  today: string
  past: string
  /** ISO timestamps: a short time ago, and the beginning. */
  lately: string
  first: string
}

/** All filters by name, with values for the lists that have them. Each list accepts some of the values. */
const filters = ({ today, past, lately, first }: Days): Record<string, string[]> => ({
  date: [today, past],
  day: [today, past],
  from: [past],
  to: [past],
  status: ['OPEN', 'DELIVERED', 'FAILED,CANCELLED', 'FAILED', 'TAKEN', '500'],
  event: ['stop.delivered', 'order.updated'],
  order: ['{order_uuid}', '{external_ref}'],
  order_uuid: ['{order_uuid}'],
  external_ref: ['{external_ref}'],
  endpoint: ['{endpoint_uuid}'],
  endpoint_uuid: ['{endpoint_uuid}'],
  connector_uuid: ['{connector_uuid}'],
  key: ['{key_uuid}'],
  key_uuid: ['{key_uuid}'],
  route_uuid: ['{route_uuid}'],
  stop_uuid: ['{stop_uuid}'],
  failed: ['true', '1'],
  part: ['days', 'drivers', 'failures'],
  reference: ['{external_ref}', 'nothing like it'],
  result: ['REFUSED', 'FAILED', 'ERROR', 'OK'],
  method: ['POST', 'PATCH'],
  path: ['/orders', 'nothing like it'],
  name: ['Van'],
  q: ['oak'],
  since: [lately, first],
  limit: ['200'],
  sheet: ['A4'],
  placement: ['UNPLACED', 'PENDING,APPROXIMATE,UNPLACED', 'FAR_FROM_ROAD'],
  search: ['Ada Young', 'oak', 'ord-1-77', '2025550143', 'nothing like it'],
  lat: ['38.9'],
  lng: ['-77.03'],
  days: ['30'],
  token: ['no-such-token'],
})

/** Parameters that only have a meaning together. */
const PAIRED_PARAMETERS = ['lat', 'lng']

/** Exports are as long as their data, so only one day is exported. */
const EXPORT = /\.(csv|pdf|xlsx|html)$/

/** Endless streams. A job of the proof covers their query. */
const STREAMS = new Set(['/changes'])

/** Needs the geocoder, which is not configured. */
const GEOCODING_PATH = '/places'

export function readCalls(days: Days): ReadCall[] {
  const api = operations().filter(({ method, path }) => method === 'GET' && path !== GEOCODING_PATH)
  const office = officeEndpoints.filter(({ method, path }) => method === 'GET' && !STREAMS.has(path))
  return [
    ...api.flatMap(({ path, queries, required }) => callVariants(`/api/v1${path}`, queries, required, false, days)),
    ...office.flatMap(({ path, query }) => {
      const { names, required } = queryShapeOf(query)
      return callVariants(`/office/api${path}`, names, required, true, days)
    }),
  ]
}

function callVariants(path: string, names: string[], required: string[], office: boolean, days: Days): ReadCall[] {
  const values = filters(days)
  const first = (name: string): [string, string] => [name, values[name]?.[0] ?? 'unknown']
  // Labels need a route, a day or orders. These calls ask for the labels of a route.
  const needed = names.includes('sheet') ? ['route_uuid'] : PAIRED_PARAMETERS.filter((name) => names.includes(name))
  const base = [...required, ...needed].map(first)
  const bounded =
    EXPORT.test(path) && names.includes('from') ? [...base, ['from', days.today], ['to', days.today]] : base
  // Endpoints with `days` take `from` in another date format than in `filters`, so don't try it.
  const tried = names.includes('days') ? names.filter((name) => name !== 'from') : names
  const single = tried.flatMap((name) =>
    (values[name] ?? []).map((value) => ({ filter: name, set: { [name]: value } })),
  )
  const plain = { filter: null, set: {} }
  return (EXPORT.test(path) ? [plain] : [plain, ...single]).map(({ filter, set }) => {
    const query = new URLSearchParams({ ...(Object.fromEntries(bounded) as Record<string, string>), ...set }).toString()
    const whole = `${path}${query && `?${query.replaceAll('%7B', '{').replaceAll('%7D', '}')}`}`
    return { name: `GET ${whole}`, path: whole, office, filter }
  })
}

function queryShapeOf(query: z.ZodType | undefined): { names: string[]; required: string[] } {
  const shape = (query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  const names = Object.keys(shape)
  return { names, required: names.filter((name) => !shape[name]?.safeParse(undefined).success) }
}
