// How many days a business keeps each kind of data (docs/privacy.md#retention); null is for good.

export interface Retention {
  /** Whose deliveries were that are over. */
  keepOrdersDays: number | null
  /** And signatures. */
  keepPhotosDays: number | null
  /** Of drivers' phones. */
  keepPositionsDays: number | null
  /** And replies, and words of ratings. */
  keepMessagesDays: number | null
  /** The audit log for good, the others as long as they are kept anyway. */
  keepLogsDays: number | null
}

/** Less would reach what is under way or still owed; and the log of events, which names deliveries, goes back as long. */
export const LEAST_KEPT_DAYS = 30
export const MOST_KEPT_DAYS = 3_650
