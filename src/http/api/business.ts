// A business, its key, its settings, its test days.
import { readReport } from '../../app/business/reports/read-report.ts'
import { changeSettings, readSettings } from '../../app/business/settings/read-settings.ts'
import { readTraffic, saveTraffic } from '../../app/business/settings/traffic.ts'
import * as setUp from '../../contract/set-up.ts'
import { getHealth } from '../../app/operations/health/get-health.ts'
import { readKey } from '../../app/integrations/keys/read-key.ts'
import { listCalls } from '../../app/integrations/keys/request-log.ts'
import { readTestDay, startTestDay, stopTestDay } from '../../app/operations/test-days/start-test-day.ts'
import * as health from '../../contract/health.ts'
import * as key from '../../contract/key.ts'
import * as testDays from '../../contract/test-days.ts'
import { type Binding, bind } from '../bind.ts'
import { paged } from './answers.ts'

export const businessApi: readonly Binding[] = [
  bind(testDays.startTestDay, (ctx, { body }) => startTestDay(ctx, body)),
  bind(testDays.readTestDay, (ctx, { params }) => readTestDay(ctx, params.test_day_uuid)),
  bind(testDays.stopTestDay, (ctx, { params }) => stopTestDay(ctx, params.test_day_uuid)),
  bind(health.getHealth, getHealth),
  bind(key.readKey, readKey),
  bind(key.listCalls, (ctx, { query }) => listCalls(ctx, query), paged),
  bind(setUp.readSettings, (ctx) => readSettings(ctx)),
  bind(setUp.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  bind(setUp.readTraffic, (ctx) => readTraffic(ctx)),
  bind(setUp.saveTraffic, (ctx, { body }) => saveTraffic(ctx, body.factors)),
  bind(setUp.readReport, (ctx, { query }) => readReport(ctx, query)),
]
