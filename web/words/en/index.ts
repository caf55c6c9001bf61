// English texts of the office. Every other language has the same keys.
import { first } from './first.ts'
import { audit } from './audit.ts'
import { fleet } from './fleet.ts'
import { imports } from './imports.ts'
import { integrations } from './integrations.ts'
import { loads } from './loads.ts'
import { log } from './log.ts'
import { privacy } from './privacy.ts'
import { recurring } from './recurring.ts'
import { reassign } from './reassign.ts'
import { replan } from './replan.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { shops } from './shops.ts'
import { singleSignOn } from './singleSignOn.ts'
import { team } from './team.ts'
import { zones } from './zones.ts'

export const en = {
  ...first,
  singleSignOn,
  reassign,
  replan,
  imports,
  fleet,
  team,
  zones,
  loads,
  privacy,
  recurring,
  settings,
  integrations,
  shops,
  reports,
  log,
  audit,
}

export type OfficeWords = typeof en
