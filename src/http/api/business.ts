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
import { byKey, type Operation } from '../operation.ts'
import { paged } from './answers.ts'

export const businessApi: readonly Operation[] = [
  byKey(testDays.startTestDay, (ctx, { body }) => startTestDay(ctx, body)),
  byKey(testDays.readTestDay, (ctx, { params }) => readTestDay(ctx, params.test_day_uuid)),
  byKey(testDays.stopTestDay, (ctx, { params }) => stopTestDay(ctx, params.test_day_uuid)),
  byKey(health.getHealth, getHealth),
  byKey(key.readKey, readKey),
  byKey(key.listCalls, (ctx, { query }) => listCalls(ctx, query), paged),
  byKey(setUp.readSettings, (ctx) => readSettings(ctx)),
  byKey(setUp.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  byKey(setUp.readTraffic, (ctx) => readTraffic(ctx)),
  byKey(setUp.saveTraffic, (ctx, { body }) => saveTraffic(ctx, body.factors)),
  byKey(setUp.readReport, (ctx, { query }) => readReport(ctx, query)),
]
