// State of a connected shop: orders that failed, or outcomes that can't be written back.
import type { ConnectorOut } from '../../../src/contract/office/connectors.ts'
import { Badge } from '../../ui/badge.tsx'
import { timeAndDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'

export const SHOPS_GUIDE = '/docs/guides/shops'

export function ShopState({ connector: { failed, shop } }: { connector: ConnectorOut }) {
  const zone = useSession().business.time_zone
  if (failed > 0)
    return (
      <Badge icon="warning" tone="bad">
        {words.shops.toSolve(failed)}
      </Badge>
    )
  if (shop?.failing_since)
    return (
      <Badge icon="cross" tone="bad">
        {words.shops.writingFails(timeAndDay(shop.failing_since, zone))}
      </Badge>
    )
  return (
    <Badge icon="check" tone="good">
      {words.shops.ok}
    </Badge>
  )
}
