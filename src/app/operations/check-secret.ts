// Checks that the application's secret belongs to this database. With another secret, links would fail and encrypted
// values would be unreadable, but the operator would notice only when they are needed.
import { addSecretCheck, readSecretCheck, replaceSecretCheck } from '../../store/operations/secret-check.ts'
import type { App } from '../context.ts'

const PURPOSE = 'secret-check'
const TEXT = 'roundsman'

/**
 * Throws unless the secret, or the previous secret while `rotating`, belongs to the database. The first secret used is
 * stored as the database's.
 */
export async function checkSecret({ db, secrets }: App, { rotating }: { rotating: boolean }): Promise<void> {
  if (!rotating) await addSecretCheck(db, secrets.sign(PURPOSE, TEXT))
  const kept = await readSecretCheck(db)
  if (kept === null || secrets.verify(PURPOSE, TEXT, kept)) return
  throw new Error(
    'The secret (APP_SECRET, or DATA_DIR/secret where APP_SECRET is not set) is not the one this database is used with.\n' +
      'Set APP_SECRET to that one. To change the secret, set APP_SECRET to the new one and APP_SECRET_PREVIOUS to the old\n' +
      'one, and run rotate-secret (docs/operating.md, Rotating the secret).',
  )
}

/** Makes the current secret the database's. */
export const adoptSecret = ({ db, secrets }: App): Promise<void> => replaceSecretCheck(db, secrets.sign(PURPOSE, TEXT))
