// Lists the regions on this server for the office.
import type { RegionsOut } from '../../../contract/office/regions.ts'
import type { Context } from '../../context.ts'

export const readRegions = async ({ regions }: Context): Promise<RegionsOut> => ({
  regions: regions
    .added()
    .map(({ name, source, fileDate, addedAt, bytes, addresses, holds, used, outdated, hasStreetHours }) => ({
      name,
      source,
      file_date: fileDate && fileDate.toISOString(),
      added_at: addedAt.toISOString(),
      size_bytes: bytes,
      addresses,
      holds: [...holds],
      used: [...used],
      outdated,
      has_street_hours: hasStreetHours,
    })),
  preparing: regions.preparing().map(({ startedAt, ...state }) => ({ ...state, started_at: startedAt.toISOString() })),
})
