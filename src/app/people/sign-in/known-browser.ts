// A browser that has signed in before has a signed token of the account. It has its own limit of attempts, so that
// somebody who guesses passwords elsewhere can't lock it out. A new password ends all earlier tokens. OWASP: Slow Down
// Online Guessing Attacks with Device Cookies.
import type { Credentials } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'

type Account = Pick<Credentials, 'userId' | 'passwordHash'>

const signBrowserToken = ({ userId, passwordHash }: Account, id: string): string => `${userId}:${passwordHash}:${id}`

export function newBrowserToken(app: App, account: Account): string {
  const id = app.secrets.randomToken().slice(0, 22)
  return `${id}.${app.secrets.sign('browser', signBrowserToken(account, id))}`
}

/** Returns the token that was made for the account. Null if there is none. */
export function knownBrowser(app: App, account: Account, tokens: readonly string[]): string | null {
  const known = tokens.find((token) => {
    const [id = '', signature = ''] = token.split('.', 2)
    return app.secrets.verify('browser', signBrowserToken(account, id), signature)
  })
  return known ?? null
}
