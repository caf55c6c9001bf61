// Handlers for importing orders from files.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { previewImport, uploadFile } from '../../app/orders/imports/read-file.ts'
import { findCandidatesInFile, placeAddress } from '../../app/orders/imports/place-address.ts'
import { badRowsCsv, listImports, readAdded, readImport, readProblems } from '../../app/orders/imports/read-imports.ts'
import { startImport } from '../../app/orders/imports/start-import.ts'
import { AppError } from '../../app/errors.ts'
import * as contract from '../../contract/office/imports.ts'
import { fromWireNames } from '../../contract/wire.ts'
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
    return withSheetLimit(ctx, async () => uploadFile(ctx, query.name, query.sheet, await readFile(path)))
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
  office(contract.importCandidates, (ctx, { params, body }) =>
    findCandidatesInFile(ctx, params.import_uuid, fromWireNames(body.address)),
  ),
  office(contract.placeImportAddress, (ctx, { params, body: { address, ...point } }) =>
    placeAddress(ctx, params.import_uuid, fromWireNames(address), point),
  ),
  office(contract.readAdded, (ctx, { params }) => readAdded(ctx, params.import_uuid)),
  office(contract.readProblems, (ctx, { params }) => readProblems(ctx, params.import_uuid)),
  office(contract.badRows, async (ctx, { params }, { reply }) =>
    sendCsv(reply, 'rows-not-imported', Readable.from(await badRowsCsv(ctx, params.import_uuid))),
  ),
]
