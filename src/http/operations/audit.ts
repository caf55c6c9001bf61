// Handlers for the audit log, on screen and as a file.
import { Readable } from 'node:stream'
import { exportAudit, listAudit } from '../../app/operations/audit/read-audit-log.ts'
import * as contract from '../../contract/office/audit.ts'
import { office } from './operation.ts'
import { sendCsv } from '../office/csv.ts'

export const auditOperations = [
  office(contract.readAudit, (ctx, { query }) => listAudit(ctx, query)),
  office(contract.exportAudit, (ctx, { query }, { reply }) =>
    sendCsv(reply, 'audit-log', Readable.from(exportAudit(ctx, query))),
  ),
]
