// What is in doubt about where a delivery goes: in words, and as a mark beside it.
import type { Placement } from '../../src/domain/orders/order.ts'
import { Icon } from '../ui/icon.tsx'

export interface PlaceFlags {
  placement: Placement
  far_from_road: boolean
}

const WORDS = {
  PLACED: null,
  APPROXIMATE: 'approximate location',
  PENDING: 'being looked up',
  UNPLACED: 'not found on the map',
} as const satisfies Record<Placement, string | null>

/** Null when nothing is. */
export const placeDoubt = ({ placement, far_from_road }: PlaceFlags): string | null =>
  [WORDS[placement], far_from_road ? 'far from any road' : null].filter(Boolean).join(', ') || null

export function PlaceDoubt({ place, className }: { place: PlaceFlags; className?: string | undefined }) {
  const doubt = placeDoubt(place)
  return doubt ? (
    <span className={className}>
      <Icon name="question" /> {doubt}
    </span>
  ) : null
}
