// Sends a password link by email on request. The response is the same for every address, and doesn't wait for the
// email, so it doesn't reveal who has an account.
import { DOCUMENT_WORDS } from '../../../domain/document-words/of-language.ts'
import { type OfficeLanguage, officeLanguageFor } from '../../../domain/users/office-language.ts'
import { findUserByEmail, type FoundUser } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'
import { takeOrThrow, takeTokens } from '../users/rate-limits.ts'
import { operatorAuditContext } from '../../business/audited-change.ts'
import { makeLink } from './links.ts'
import { servedHere } from './served-here.ts'

const LINK_HOURS = 1

/**
 * Sends a password link if the account exists. Returns false if this installation sends no email, so that nobody can
 * request a link here. `asked` is the browser's Accept-Language header.
 */
export async function forgotPassword(
  app: App,
  email: string,
  { network, asked }: { network: string; asked: string | undefined },
): Promise<{ mails: boolean }> {
  if (app.email.name === 'log') return { mails: false }
  await takeOrThrow(app, ['reset_mails_of_network', network])
  const user = await servedHere(app, await findUserByEmail(app.db, email))
  const account = user?.userId ?? email.toLowerCase()
  const may = await takeTokens(
    app,
    ['reset_mails_of_network_to_account', `${network} ${account}`],
    ['reset_mails_to_account', account],
  )
  if (user && !('waitSeconds' in may))
    void mailLink(app, user, officeLanguageFor(asked, user.languages)).catch((error: unknown) =>
      app.log.error({ err: error }, 'a link to a new password could not be mailed'),
    )
  return { mails: true }
}

/**
 * Sends the link to the address that is stored in the account. The typed address may differ from it in upper and lower
 * case.
 */
async function mailLink(app: App, { businessId, userId, email }: FoundUser, language: OfficeLanguage): Promise<void> {
  const by = { ...app, ...operatorAuditContext(app, businessId), actor: { kind: 'SYSTEM' as const, id: null } }
  const { newPassword: words } = DOCUMENT_WORDS[language]
  const link = { email, userId, role: null, depots: null, keepsTotp: true, madeBy: null }
  const { url } = await makeLink(by, link, LINK_HOURS)
  const sent = await app.email.send({
    to: email,
    subject: words.subject,
    text: words.text(email, url),
  })
  if (sent.kind !== 'sent') app.log.warn({ result: sent.kind }, 'a link to a new password was not mailed')
}
