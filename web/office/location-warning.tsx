// Describes doubts about a delivery's location, as text and as an icon.
import type { Placement } from '../../src/domain/orders/order.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from '../words/locale.ts'

export interface PlaceFlags {
  placement: Placement
  far_from_road: boolean
}

/** Describes why the location may be wrong. Null if there is no reason for doubt. */
export const locationWarning = ({ placement, far_from_road }: PlaceFlags): string | null =>
  [placement === 'PLACED' ? null : words.map.doubts[placement], far_from_road ? words.map.farFromRoad : null]
    .filter(Boolean)
    .join(', ') || null

export function LocationWarning({ place, className }: { place: PlaceFlags; className?: string | undefined }) {
  const doubt = locationWarning(place)
  return doubt ? (
    <span className={className}>
      <Icon name="question" /> {doubt}
    </span>
  ) : null
}
