// What was answered at the door, line by line.
import { type DoorChecks, money } from '../../../src/domain/routes/door-checks.ts'
import { words } from '../../words/locale.ts'

export function checksOf(checks: DoorChecks | undefined): [name: string, value: string][] {
  const { collected, identified, code } = checks ?? {}
  const said = words.stop.atDoor
  const because = (what: string, reason: string | null): string => (reason ? `${what}: ${reason}` : what)
  return [
    ...(collected ? [[said.collected, because(paidOf(collected), collected.reason)] satisfies [string, string]] : []),
    ...(identified === undefined
      ? []
      : [[said.ageOrId, identified ? said.shown : said.notShown] satisfies [string, string]]),
    ...(code
      ? [
          [
            said.code,
            because(code.matched ? said.matched : code.reason ? said.notGiven : said.notMatched, code.reason),
          ] satisfies [string, string],
        ]
      : []),
  ]
}

function paidOf({ amount, currency, method }: NonNullable<DoorChecks['collected']>): string {
  const said = words.stop.atDoor
  return method === 'NONE' ? said.notPaid : said.paid[method](money(amount, currency, document.documentElement.lang))
}
