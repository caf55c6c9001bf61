// Number of days for which a business keeps each kind of data (docs/privacy.md#retention). Null: indefinitely.

export interface Retention {
  /** Personal data of customers whose deliveries are over. */
  keepOrdersDays: number | null
  /** Photos and signatures. */
  keepPhotosDays: number | null
  /** Positions of drivers' phones. */
  keepPositionsDays: number | null
  /** Messages, replies and comments of ratings. */
  keepMessagesDays: number | null
  /** Logs. Null: the audit log is kept indefinitely, and the other logs for their standard period. */
  keepLogsDays: number | null
}

/**
 * Minimum retention. A shorter period would delete data of deliveries under way and pending messages. Equals the
 * retention of the event log, which names deliveries.
 */
export const MIN_RETENTION_DAYS = 30
export const MAX_RETENTION_DAYS = 3_650
