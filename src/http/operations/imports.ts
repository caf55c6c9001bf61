// Handlers for importing orders from files.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { previewImport, uploadFile } from '../../app/orders/imports/read-file.ts'
import { badRowsCsv, listImports, readImport, readProblems } from '../../app/orders/imports/read-imports.ts'
import { startImport } from '../../app/orders/imports/start-import.ts'
import { AppError } from '../../app/errors.ts'
import * as contract from '../../contract/office/imports.ts'
import { roleHasPermission } from '../../domain/users/permissions.ts'
import { workOwnerOf, office, officeWithFile, type OfficeContext } from './operation.ts'
import { sendCsv } from '../office/csv.ts'

/**
 * Limits concurrent work on files, because each file is read completely: up to 20 MB, and several times that as rows.
 */
const withSheetLimit = <T>(ctx: OfficeContext, work: () => Promise<T>): Promise<T> =>
  ctx.workLimiters.sheets.hold(workOwnerOf(ctx), work)

export const importOperations = [
  // The file is received first, so that a slow upload doesn't occupy a slot for reading.
  officeWithFile(contract.upload, async (ctx, { query }, { path, size }) => {
    if (size === 0) throw new AppError('unprocessable', 'NOT_A_TABLE', 'The file is empty.')
    return withSheetLimit(ctx, async () => uploadFile(ctx, query.name, await readFile(path)))
  }),
  office(contract.listImports, (ctx) => listImports(ctx)),
  office(contract.readImport, (ctx, { params }) => readImport(ctx, params.import_uuid)),
  office(contract.preview, (ctx, { params, body }) =>
    withSheetLimit(ctx, () => previewImport(ctx, params.import_uuid, body)),
  ),
  office(contract.startImport, (ctx, { params, body }) =>
    withSheetLimit(ctx, () =>
      startImport(ctx, params.import_uuid, body, roleHasPermission(ctx.session.role, 'setZonesAside')),
    ),
  ),
  office(contract.readProblems, (ctx, { params }) => readProblems(ctx, params.import_uuid)),
  office(contract.badRows, async (ctx, { params }, { reply }) =>
    sendCsv(reply, 'rows-not-imported', Readable.from(await badRowsCsv(ctx, params.import_uuid))),
  ),
]
