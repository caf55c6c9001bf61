// Everything that can be read, generated: the GET operations of openapi.json and of the office's table, each plainly and
// by each of its filters; and beside them the writes of an order and the jobs that look for work.
import type { z } from 'zod'
import { officeEndpoints } from '../../src/contract/all.ts'
import { operations } from './operations.ts'

export interface ReadCall {
  name: string
  /** Below the origin, ids still in braces. */
  path: string
  office: boolean
  /** The filter that it tries; null for the plain read. */
  filter: string | null
}

/** A day long ago and today, MM/dd/yyyy; what `size-data.ts` makes of them is alike. */
export interface Days {
  today: string
  past: string
  /** ISO instants: a little while ago, and the beginning. */
  lately: string
  first: string
}

/** Every filter by name, with values of the lists that have it: each list takes some of them. */
const filters = ({ today, past, lately, first }: Days): Record<string, string[]> => ({
  date: [today, past],
  day: [today, past],
  from: [past],
  to: [past],
  status: ['OPEN', 'DELIVERED', 'FAILED,CANCELLED', 'FAILED', '500'],
  event: ['stop.delivered', 'order.updated'],
  order: ['{order_uuid}', '{external_ref}'],
  order_uuid: ['{order_uuid}'],
  external_ref: ['{external_ref}'],
  endpoint: ['{endpoint_uuid}'],
  endpoint_uuid: ['{endpoint_uuid}'],
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

/** Where there are these, one alone says nothing. */
const NEEDED = ['lat', 'lng']

/** Their answer is as long as what they export: a day of it is asked for. */
const EXPORT = /\.(csv|pdf|xlsx|html)$/

/** Not a read with an end: what it looks at is read by a job of the proof's own. */
const STREAMS = new Set(['/changes'])

/** It asks the geocoder, which there is none of. */
const LOOK_UP = '/places'

export function readCalls(days: Days): ReadCall[] {
  const api = operations().filter(({ method, path }) => method === 'GET' && path !== LOOK_UP)
  const office = officeEndpoints.filter(({ method, path }) => method === 'GET' && !STREAMS.has(path))
  return [
    ...api.flatMap(({ path, queries, required }) => variants(`/api/v1${path}`, queries, required, false, days)),
    ...office.flatMap(({ path, query }) => {
      const { names, required } = shapeOf(query)
      return variants(`/office/api${path}`, names, required, true, days)
    }),
  ]
}

function variants(path: string, names: string[], required: string[], office: boolean, days: Days): ReadCall[] {
  const values = filters(days)
  const first = (name: string): [string, string] => [name, values[name]?.[0] ?? 'unknown']
  // Labels are of a route, of a day or of orders.
  const needed = names.includes('sheet') ? ['route_uuid'] : NEEDED.filter((name) => names.includes(name))
  const base = [...required, ...needed].map(first)
  const bounded =
    EXPORT.test(path) && names.includes('from') ? [...base, ['from', days.today], ['to', days.today]] : base
  // There it is a day in other words.
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

function shapeOf(query: z.ZodType | undefined): { names: string[]; required: string[] } {
  const shape = (query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  const names = Object.keys(shape)
  return { names, required: names.filter((name) => !shape[name]?.safeParse(undefined).success) }
}
