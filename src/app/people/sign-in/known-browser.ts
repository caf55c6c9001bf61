// A browser that has signed in before has a signed token of the account. Its attempts are counted separately, so that
// failed attempts from other browsers can't lock it out. A new password ends all earlier tokens. Source: OWASP, Slow
// Down Online Guessing Attacks with Device Cookies.
import type { Credentials } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'

type Account = Pick<Credentials, 'userId' | 'passwordHash'>

const browserTokenContent = ({ userId, passwordHash }: Account, id: string): string => `${userId}:${passwordHash}:${id}`

export function newBrowserToken(app: App, account: Account): string {
  const id = app.secrets.randomToken().slice(0, 22)
  return `${id}.${app.secrets.sign('browser', browserTokenContent(account, id))}`
}

/** Returns the browser's token for the account. Null if none of its tokens is valid for the account. */
export function knownBrowser(app: App, account: Account, tokens: readonly string[]): string | null {
  const known = tokens.find((token) => {
    const [id = '', signature = ''] = token.split('.', 2)
    return app.secrets.verify('browser', browserTokenContent(account, id), signature)
  })
  return known ?? null
}
