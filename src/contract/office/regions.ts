// The regions on the server, and how far those are that are being prepared.
import { z } from 'zod'
import { REGION_STAGES } from '../../domain/regions/stage.ts'
import { InstantOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

const Part = z.enum(['ADDRESSES', 'ROADS', 'MAP'])

export const RegionsOut = z.object({
  regions: z.array(
    z.object({
      name: z.string(),
      /** The extract's file name. */
      source: z.string(),
      file_date: InstantOut.nullable(),
      added_at: InstantOut,
      size_bytes: z.number(),
      /** House numbers that were imported with it. */
      addresses: z.number(),
      holds: z.array(Part),
      /** What of it the server works with, as it is configured. */
      used: z.array(Part),
      /** To be added again: this version does not read its roads. */
      outdated: z.boolean(),
    }),
  ),
  preparing: z.array(
    z.object({
      name: z.string(),
      source: z.string(),
      started_at: InstantOut,
      stage: z.enum(REGION_STAGES),
      /** Of this stage, between 0 and 1; null where it can't be told. */
      part: z.number().nullable(),
      seconds_left: z.number().nullable(),
      /** Why it failed; null while it goes on. */
      fault: z.string().nullable(),
    }),
  ),
})
export type RegionsOut = z.output<typeof RegionsOut>

export const readRegions = endpoint({
  method: 'GET',
  path: '/regions',
  permission: 'changeSettings',
  reply: RegionsOut,
  office: {},
})
