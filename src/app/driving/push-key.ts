// The key that identifies this installation to push services. Created on first use and stored encrypted. Browser
// subscriptions are bound to it, so it doesn't change when the application's secret is rotated.
import { addPushKey, deletePushKey, readPushKey } from '../../store/operations/push-key.ts'
import type { App } from '../context.ts'
import type { PushKey } from '../ports/push.ts'

/** The public part, for browsers. */
export const publicPushKey = async (app: App): Promise<string> => (await storedKey(app)).publicKey

/** Returns the whole key with its private part, to sign calls to push services. */
export async function pushKey(app: App): Promise<PushKey> {
  const { publicKey, privateKey } = await storedKey(app)
  return { publicKey, privateKey: app.secrets.decrypt(privateKey) }
}

/**
 * Deletes the key if its encryption secret was lost. A new key is then created, and drivers must turn notifications on
 * again.
 */
export async function forgetLostPushKey({ db, secrets }: App): Promise<void> {
  const kept = await readPushKey(db)
  if (!kept) return
  try {
    secrets.decrypt(kept.privateKey)
  } catch {
    await deletePushKey(db)
  }
}

async function storedKey({ db, push, secrets, clock }: App) {
  const kept = await readPushKey(db)
  if (kept) return kept
  const { publicKey, privateKey } = push.makeKey()
  await addPushKey(db, { publicKey, privateKey: secrets.encrypt(privateKey) }, clock())
  // If another process has stored its key first, that key is used.
  const first = await readPushKey(db)
  if (!first) throw new Error('the key of notifications was not stored')
  return first
}
