// A link to a new password, mailed to whoever says that theirs is forgotten. The answer is the same for every address:
// it tells nobody who has an account, and nothing is waited for that only happens for accounts.
import { countFailure, uncountFailures } from '../../store/sessions.ts'
import { findUserByEmail } from '../../store/users.ts'
import type { App } from '../context.ts'
import { AppError } from '../errors.ts'
import { byOperator } from '../setup/as-operator.ts'
import { makeLink } from './links.ts'

const COUNTED_SECONDS = 3_600
/** Mails to one account, and requests from one network address, before an hour without any has to pass. */
const MOST = { account: 3, address: 20 } as const
const LINK_HOURS = 1

export async function forgotPassword(app: App, email: string, address: string): Promise<void> {
  if (!(await mayAsk(app, `reset-address:${address}`, MOST.address)))
    throw new AppError('limited', 'TOO_MANY_RESETS', 'Too many links were asked for from here. Try again in an hour.', {
      retryAfterSeconds: COUNTED_SECONDS,
    })
  const may = await mayAsk(app, `reset-account:${email.toLowerCase()}`, MOST.account)
  const user = await findUserByEmail(app.db, email)
  if (!user || !may) return
  void mailLink(app, { ...user, email }).catch((error: unknown) =>
    app.log.error({ err: error }, 'a link to a new password could not be mailed'),
  )
}

/** Counts it; one that is refused does not put off the next. */
async function mayAsk(app: App, subject: string, most: number): Promise<boolean> {
  const now = app.clock()
  const before = await countFailure(app.db, subject, now, new Date(now.getTime() - COUNTED_SECONDS * 1000))
  if (!before || before.failures < most) return true
  await uncountFailures(app.db, [before])
  return false
}

async function mailLink(
  app: App,
  { businessId, userId, email }: { businessId: string; userId: string; email: string },
): Promise<void> {
  const by = { ...app, ...byOperator(app, businessId), actor: { kind: 'SYSTEM' as const, id: null } }
  const link = await makeLink(by, { email, userId, role: null, keepsTotp: true }, LINK_HOURS)
  // Without a mail server only whoever runs this one can hand the link on.
  if (app.email.name === 'log') return app.log.info({ email, link }, 'a link to a new password; no mail server is set')
  const sent = await app.email.send({
    to: email,
    subject: 'Choose a new password for Roundsman',
    text: `Someone, you we hope, asked for a new password for ${email}.\n\nChoose it here within an hour:\n${link}\n\nIf it was not you, do nothing: your password stays as it is.`,
  })
  if (sent.kind !== 'sent') app.log.warn({ result: sent.kind }, 'a link to a new password was not mailed')
}
