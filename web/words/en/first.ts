// English texts of the first screens, which the page contains from the start. Screens that load on demand use the others, too.
import type { Dictionary } from '../../../src/texts/dictionary.ts'
import { account } from './account.ts'
import { build } from './build.ts'
import { common } from './common.ts'
import { day } from './day.ts'
import { exceptions } from './exceptions.ts'
import { firstSteps } from './firstSteps.ts'
import { format } from './format.ts'
import { map } from './map.ts'
import { messages } from './messages.ts'
import { orders } from './orders.ts'
import { palette } from './palette.ts'
import { playback } from './playback.ts'
import { regroup } from './regroup.ts'
import { replies } from './replies.ts'
import { selection } from './selection.ts'
import { shell } from './shell.ts'
import { signIn } from './signIn.ts'
import { stop } from './stop.ts'
import { undo } from './undo.ts'

export const first = {
  locale: 'en-US',
  common,
  format,
  shell,
  signIn,
  account,
  day,
  stop,
  map,
  build,
  exceptions,
  regroup,
  orders,
  firstSteps,
  undo,
  palette,
  playback,
  selection,
  messages,
  replies,
  /** Translations of the domain's messages. Empty, because the messages themselves are English. */
  texts: {} as Partial<Dictionary>,
}
