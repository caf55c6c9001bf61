// Suggests locations for an address of a file, and confirms one before the file's orders are added. The import and later
// deliveries to the address get this location.
import type { CandidatesOut } from '../../../contract/office/orders.ts'
import type { Address, Point } from '../../../domain/orders/order.ts'
import { confirmLocation } from '../../../store/addresses/confirmed-locations.ts'
import { audit } from '../../../store/audit/audit.ts'
import { uploadedFile } from '../../../store/orders/imports.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { findCandidatesOf } from '../find-candidates.ts'
import { readImport } from './read-imports.ts'

export async function findCandidatesInFile(ctx: Context, importId: string, address: Address): Promise<CandidatesOut> {
  await readImport(ctx, importId)
  return findCandidatesOf(ctx, address)
}

export const placeAddress = (ctx: Context, importId: string, address: Address, point: Point): Promise<void> =>
  ctx.write(async (tx) => {
    if (!(await uploadedFile(tx, importId))) throw missing('file waiting to be imported')
    await confirmLocation(tx, address, point, 'OFFICE', ctx.now)
    // The address isn't in the entry, because it would stay when the customer is erased.
    audit(tx, ctx, { action: 'import.placed', entity: 'import', entityId: importId })
  })
