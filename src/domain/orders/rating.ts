// A customer's rating of a delivery, and how long it can be changed.

export const MAX_STARS = 5

export interface Rating {
  stars: number
  comment: string | null
  ratedAt: Date
}

const CHANGEABLE_MS = 24 * 60 * 60_000

/** Returns whether the customer may still change the rating. */
export const mayRateAgain = ({ ratedAt }: Pick<Rating, 'ratedAt'>, now: Date): boolean =>
  now.getTime() - ratedAt.getTime() < CHANGEABLE_MS
