// Geocodes an address that the office enters to set up a depot or to test a zone.
import type { PlaceOut } from '../../../contract/office/places.ts'
import { geocodeOrThrow } from '../../zones/availability/resolve-point.ts'
import type { Context } from '../../context.ts'

export async function findPlace(ctx: Context, address: string): Promise<PlaceOut> {
  const { point, label, precision } = await geocodeOrThrow(ctx, address)
  return { ...point, label, precision }
}
