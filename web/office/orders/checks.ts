// Recorded checks at the door, one line each.
import { checksInWords, type DoorChecks } from '../../../src/domain/routes/door-checks.ts'
import { words } from '../../words/locale.ts'

export const checksOf = (checks: DoorChecks | undefined): [name: string, value: string][] =>
  checks ? checksInWords(checks, { locale: words.locale, atDoor: words.stop.atDoor }) : []
