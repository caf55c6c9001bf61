// A browser that signed in before carries a signed token of the account: it has tries of its own, so that someone who
// guesses from elsewhere can't keep it out. A new password ends every token before it.
// OWASP: Slow Down Online Guessing Attacks with Device Cookies.
import type { Credentials } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'

type Account = Pick<Credentials, 'userId' | 'passwordHash'>

const signed = ({ userId, passwordHash }: Account, id: string): string => `${userId}:${passwordHash}:${id}`

export function newBrowserToken(app: App, account: Account): string {
  const id = app.secrets.randomToken().slice(0, 22)
  return `${id}.${app.secrets.sign('browser', signed(account, id))}`
}

/** The token among these that was made for the account; null when none was. */
export function knownBrowser(app: App, account: Account, tokens: readonly string[]): string | null {
  const known = tokens.find((token) => {
    const [id = '', signature = ''] = token.split('.', 2)
    return app.secrets.verify('browser', signed(account, id), signature)
  })
  return known ?? null
}
