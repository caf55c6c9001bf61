// What a customer says of a delivery, and until when.

export const MAX_STARS = 5

export interface Rating {
  stars: number
  comment: string | null
  ratedAt: Date
}

const CHANGEABLE_MS = 24 * 60 * 60_000

/** Whether the customer may still say something else. */
export const mayRateAgain = ({ ratedAt }: Pick<Rating, 'ratedAt'>, now: Date): boolean =>
  now.getTime() - ratedAt.getTime() < CHANGEABLE_MS
