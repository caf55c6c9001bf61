// Whether the application's secret is the one that the database is used with. With another, links would lead nowhere
// and nothing sealed could be read, which shows only when somebody needs it.
import { addSecretCheck, readSecretCheck, replaceSecretCheck } from '../../store/operations/secret-check.ts'
import type { App } from '../context.ts'

const PURPOSE = 'secret-check'
const TEXT = 'roundsman'

/** Throws unless the secret, or the previous one while `rotating`, is the one of the database; the first secret becomes it. */
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

/** The secret in use is the one of the database from now on. */
export const adoptSecret = ({ db, secrets }: App): Promise<void> => replaceSecretCheck(db, secrets.sign(PURPOSE, TEXT))
