// A link to a new password, mailed on request. The answer is the same for every address:
// it tells nobody who has an account, and nothing is waited for that only happens for accounts.
import { findUserByEmail } from '../../store/users/users.ts'
import type { App } from '../context.ts'
import { take, tryTake } from '../users/rate-limits.ts'
import { byOperator } from '../businesses/acting.ts'
import { makeLink } from './links.ts'

const LINK_HOURS = 1

/** Whether this installation sends email; without it there is no link to ask for here. */
export async function forgotPassword(app: App, email: string, network: string): Promise<{ mails: boolean }> {
  if (app.email.name === 'log') return { mails: false }
  await take(app, ['reset_mails_of_network', network])
  const user = await findUserByEmail(app.db, email)
  const account = user?.userId ?? email.toLowerCase()
  const may = await tryTake(
    app,
    ['reset_mails_of_network_to_account', `${network} ${account}`],
    ['reset_mails_to_account', account],
  )
  if (user && !('waitSeconds' in may))
    void mailLink(app, user).catch((error: unknown) =>
      app.log.error({ err: error }, 'a link to a new password could not be mailed'),
    )
  return { mails: true }
}

/** To the address as the account has it: what was typed may differ from it where lower case is the same. */
async function mailLink(
  app: App,
  { businessId, userId, email }: { businessId: string; userId: string; email: string },
): Promise<void> {
  const by = { ...app, ...byOperator(app, businessId), actor: { kind: 'SYSTEM' as const, id: null } }
  const { url } = await makeLink(by, { email, userId, role: null, keepsTotp: true }, LINK_HOURS)
  const sent = await app.email.send({
    to: email,
    subject: 'Choose a new password for Roundsman',
    text: `Someone, you we hope, asked for a new password for ${email}.\n\nChoose it here within an hour:\n${url}\n\nIf it was not you, do nothing: your password stays as it is.`,
  })
  if (sent.kind !== 'sent') app.log.warn({ result: sent.kind }, 'a link to a new password was not mailed')
}
