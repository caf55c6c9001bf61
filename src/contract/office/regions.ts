// Regions on the server, and the progress of regions that are being prepared.
import { z } from 'zod'
import { REGION_STAGES } from '../../domain/regions/stage.ts'
import { InstantOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

const Part = z.enum(['ADDRESSES', 'ROADS', 'MAP'])

export const RegionsOut = z.object({
  regions: z.array(
    z.object({
      name: z.string(),
      /** File name of the extract. */
      source: z.string(),
      file_date: InstantOut.nullable(),
      added_at: InstantOut,
      size_bytes: z.number(),
      /** Number of house numbers in the region. */
      addresses: z.number(),
      holds: z.array(Part),
      /** Parts that the server uses in its current configuration. */
      used: z.array(Part),
      /** Whether the region has to be added again, because this version can't read its roads. */
      outdated: z.boolean(),
      /** False if an older version built the region without the hours of streets. Adding it again reads them. */
      has_street_hours: z.boolean(),
    }),
  ),
  preparing: z.array(
    z.object({
      name: z.string(),
      source: z.string(),
      started_at: InstantOut,
      stage: z.enum(REGION_STAGES),
      /** Completed part of this stage, between 0 and 1. Null if unknown. */
      part: z.number().nullable(),
      seconds_left: z.number().nullable(),
      /** Why the preparation failed. Null while it runs. */
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
