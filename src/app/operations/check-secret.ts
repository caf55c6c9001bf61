// Checks that the application's secret belongs to this database. With another secret, links would fail and encrypted
// values would be unreadable. The operator would notice the mistake only when a link or value is needed.
import { addSecretCheck, readSecretCheck, replaceSecretCheck } from '../../store/operations/secret-check.ts'
import type { App } from '../context.ts'

const PURPOSE = 'secret-check'
const TEXT = 'roundsman'

/**
 * Throws unless the secret belongs to the database. While `rotating`, the previous secret may belong to it instead. The
 * database has no secret until the first call, which stores a signature by the current secret.
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

/** Makes the current secret the secret that belongs to the database. */
export const adoptSecret = ({ db, secrets }: App): Promise<void> => replaceSecretCheck(db, secrets.sign(PURPOSE, TEXT))
