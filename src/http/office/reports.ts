// Reports and their tables as files.
import { readReport, reportCsv } from '../../app/business/reports/read-report.ts'
import * as contract from '../../contract/office/reports.ts'
import { office } from '../operation.ts'
import { sendCsv } from './csv.ts'

export const reportBindings = [
  office(contract.readReport, (ctx, { query }) => readReport(ctx, query)),
  office(contract.exportReport, async (ctx, { query }, { reply }) =>
    sendCsv(reply, `report-${query.part}-${query.from}-to-${query.to}`, await reportCsv(ctx, query)),
  ),
]
