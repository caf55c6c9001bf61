// Spanish texts of the office, for Latin America. Loaded on demand.
import type { OfficeWords } from '../en/index.ts'
import { es as texts } from '../../../src/texts/es/index.ts'
import { account } from './account.ts'
import { audit } from './audit.ts'
import { build } from './build.ts'
import { common } from './common.ts'
import { day } from './day.ts'
import { exceptions } from './exceptions.ts'
import { firstSteps } from './firstSteps.ts'
import { fleet } from './fleet.ts'
import { format } from './format.ts'
import { imports } from './imports.ts'
import { integrations } from './integrations.ts'
import { loads } from './loads.ts'
import { log } from './log.ts'
import { map } from './map.ts'
import { messages } from './messages.ts'
import { orders } from './orders.ts'
import { palette } from './palette.ts'
import { playback } from './playback.ts'
import { privacy } from './privacy.ts'
import { recurring } from './recurring.ts'
import { reassign } from './reassign.ts'
import { regroup } from './regroup.ts'
import { replan } from './replan.ts'
import { replies } from './replies.ts'
import { reports } from './reports.ts'
import { selection } from './selection.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { shops } from './shops.ts'
import { signIn } from './signIn.ts'
import { singleSignOn } from './singleSignOn.ts'
import { stop } from './stop.ts'
import { team } from './team.ts'
import { undo } from './undo.ts'
import { zones } from './zones.ts'

export const es: OfficeWords = {
  locale: 'es-US',
  common,
  format,
  shell,
  signIn,
  singleSignOn,
  account,
  day,
  stop,
  map,
  build,
  exceptions,
  reassign,
  regroup,
  replan,
  orders,
  imports,
  firstSteps,
  fleet,
  team,
  undo,
  zones,
  loads,
  palette,
  playback,
  privacy,
  recurring,
  selection,
  texts,
  settings,
  messages,
  integrations,
  shops,
  reports,
  log,
  audit,
  replies,
}
