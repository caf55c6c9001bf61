// Photos of a stop or of one of its items, on the server and unsent.
import type { RunStop } from '../../src/contract/driver.ts'
import type { PhotographedItem } from '../../src/domain/routes/proof.ts'
import type { QueuedAction } from './doing.ts'

export interface Photos {
  sent: NonNullable<RunStop['photo_links']>
  unsent: QueuedAction[]
}

/** Photos of the item. If `item` is absent, photos of the delivery and of all items. */
export function photosOf(waiting: readonly QueuedAction[], stop: RunStop, item?: PhotographedItem): Photos {
  const isOf = (of: PhotographedItem | undefined): boolean =>
    item === undefined || (of?.name === item.name && of.sku === item.sku)
  return {
    sent: (stop.photo_links ?? []).filter((link) => isOf(link.item)),
    unsent: waiting.filter(
      ({ proof }) => proof?.kind === 'PHOTO' && proof.stop_uuid === stop.stop_uuid && isOf(proof.item),
    ),
  }
}
