// Handlers for a business: its settings, logo, reports and test days. Also for the server's health and regions.
import { readRegions } from '../../app/addresses/regions/read-regions.ts'
import { customersCsv, readCustomers } from '../../app/business/reports/read-customers.ts'
import { readReport, reportCsv } from '../../app/business/reports/read-report.ts'
import { putLogo, removeLogo } from '../../app/business/settings/logo.ts'
import { changeSettings, readSettings } from '../../app/business/settings/read-settings.ts'
import { readTraffic, saveTraffic } from '../../app/business/settings/traffic.ts'
import { invalid } from '../../app/errors.ts'
import { readTestDay, startTestDay, stopTestDay } from '../../app/operations/test-days/start-test-day.ts'
import { getHealth } from '../../app/operations/health/get-health.ts'
import { readFailedWork } from '../../app/operations/health/read-failed-work.ts'
import * as health from '../../contract/health.ts'
import * as failedWork from '../../contract/office/failed-work.ts'
import * as regions from '../../contract/office/regions.ts'
import * as tables from '../../contract/office/reports.ts'
import * as logo from '../../contract/office/settings.ts'
import * as reports from '../../contract/reports.ts'
import * as settings from '../../contract/settings.ts'
import * as traffic from '../../contract/traffic.ts'
import * as testDays from '../../contract/test-days.ts'
import { sendCsv } from '../office/csv.ts'
import { keyOperations } from './keys.ts'
import { bind, byKey, office, officeWithFile } from './operation.ts'

export const businessOperations = [
  byKey(testDays.startTestDay, (ctx, { body }) => startTestDay(ctx, body)),
  byKey(testDays.readTestDay, (ctx, { params }) => readTestDay(ctx, params.test_day_uuid)),
  byKey(testDays.stopTestDay, (ctx, { params }) => stopTestDay(ctx, params.test_day_uuid)),
  byKey(health.getHealth, getHealth),
  ...keyOperations,
  bind(settings.readSettings, (ctx) => readSettings(ctx)),
  bind(settings.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  bind(traffic.readTraffic, (ctx) => readTraffic(ctx)),
  bind(traffic.saveTraffic, (ctx, { body }) => saveTraffic(ctx, body)),
  bind(reports.readReport, (ctx, { query }) => readReport(ctx, query)),
  bind(reports.readCustomers, (ctx, { query }) => readCustomers(ctx, query)),
  office(tables.exportCustomers, async (ctx, { query }, { reply }) =>
    sendCsv(reply, `report-customers-${query.from}-to-${query.to}`, await customersCsv(ctx, query)),
  ),
  office(tables.exportReport, async (ctx, { query }, { reply }) =>
    sendCsv(reply, `report-${query.part}-${query.from}-to-${query.to}`, await reportCsv(ctx, query)),
  ),
  officeWithFile(logo.putLogo, async (ctx, _input, { path, size }) => {
    if (size === 0) throw invalid('logo', 'is empty')
    return putLogo(ctx, path)
  }),
  office(logo.removeLogo, (ctx) => removeLogo(ctx)),
  office(failedWork.readFailedWork, (ctx) => readFailedWork(ctx)),
  office(regions.readRegions, (ctx) => readRegions(ctx)),
]
