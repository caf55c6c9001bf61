// The first start: a one-time link, printed on the server's terminal, creates the first business and its owner.
import { text } from '../../../texts/text.ts'
import { audit } from '../../../store/audit/audit.ts'
import { insertBusiness } from '../../../store/settings/businesses.ts'
import { claimSetUpLink, isSetUpLink, renewSetUpLink } from '../../../store/users/set-up-link.ts'
import { insertUser } from '../../../store/users/users.ts'
import { isTimeZone } from '../../calendar.ts'
import { type App, writeTo } from '../../context.ts'
import { AppError, conflicting, invalid } from '../../errors.ts'
import { hashPassword } from '../users/passwords.ts'
import { operatorAuditContext } from '../../business/audited-change.ts'
import { defaultFormats } from '../../business/settings/formats.ts'
import { newBrowserToken } from './known-browser.ts'
import { type Entry, openSession } from './session.ts'

/**
 * Creates a new link and ends the previous one. Returns null if a business exists, because then nobody may set up the
 * installation.
 */
export async function newSetUpLink(app: App): Promise<string | null> {
  const token = app.secrets.randomToken()
  return (await renewSetUpLink(app.db, app.secrets.hash(token))) ? `${app.publicUrl}/set-up/${token}` : null
}

export interface FirstBusiness {
  token: string
  business_name: string
  time_zone: string
  name: string
  email: string
  password: string
}

/** Creates the business and its owner, and signs the owner in. */
export async function setUp(app: App, input: FirstBusiness, userAgent?: string): Promise<Entry> {
  if (!isTimeZone(input.time_zone)) throw invalid('time_zone', 'must be an IANA time zone, such as America/New_York')
  const tokenHash = app.secrets.hash(input.token)
  // Check the link before hashing the password, because hashing is expensive.
  if (!(await isSetUpLink(app.db, tokenHash))) throw setUpLinkUsedError()
  const passwordHash = await app.workLimiters.passwords.hold({ businessId: 'none', sender: 'set-up' }, () =>
    hashPassword(input.password),
  )
  if (!(await claimSetUpLink(app.db, tokenHash))) throw setUpLinkUsedError()
  const businessId = app.newId()
  const userId = app.newId()
  const { name, email } = input
  return writeTo(app, businessId, async (tx) => {
    await insertBusiness(tx, {
      businessId,
      name: input.business_name,
      timeZone: input.time_zone,
      ...defaultFormats(input.time_zone),
    })
    const owner = { userId, name, email, role: 'OWNER' as const, depots: null, passwordHash }
    if (!(await insertUser(tx, owner)))
      throw conflicting('EMAIL_TAKEN', text('Someone signs in with {email} already.', { email }))
    audit(
      tx,
      { ...operatorAuditContext(app, businessId), actor: { kind: 'OFFICE', id: userId } },
      { action: 'business.created', entity: 'business', entityId: businessId },
      { action: 'user.created', entity: 'user', entityId: userId, detail: { role: 'OWNER' } },
    )
    return {
      session: await openSession(app, tx, userId, userAgent),
      browser: newBrowserToken(app, { userId, passwordHash }),
    }
  })
}

const setUpLinkUsedError = (): AppError =>
  new AppError(
    'gone',
    'SET_UP_LINK_USED',
    'This set-up link is no longer valid. Restart the server for a new one, or sign in if you have an account.',
  )
