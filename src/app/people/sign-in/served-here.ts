// A database keeps the users of a business that has moved to another installation until they are deleted.
import { businessesElsewhere } from '../../../store/moves/directory.ts'
import type { App } from '../../context.ts'

/**
 * Returns the record. Null if another installation serves its business. Queries the database in any case, so that the
 * response time doesn't reveal whether there is a record.
 */
export async function servedHere<T extends { businessId: string }>(
  { directory, db }: Pick<App, 'directory' | 'db'>,
  record: T | null,
): Promise<T | null> {
  if (directory === null) return record
  const elsewhere = await businessesElsewhere(db)
  return record && !elsewhere.has(record.businessId) ? record : null
}
