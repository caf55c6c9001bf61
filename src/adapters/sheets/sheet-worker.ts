// The thread on which one file is read or written.
import '../behind-requests.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { sheetWork } from '../../app/orders/imports/sheet-work.ts'
import { SHEET_LIMITS } from '../../app/ports/sheets.ts'
import { isExcel, readExcel } from './sheet-excel.ts'
import { readSheet } from './sheet-text.ts'
import type { SheetTask } from './sheets.ts'
import { writeExcel } from './write-excel.ts'

async function runSheetTask(task: SheetTask): Promise<unknown> {
  if (task.work === 'write') return writeExcel(task.sheet)
  const { content } = task
  const number = task.work === 'open' ? task.sheet : task.reading.sheet
  const sheet = isExcel(content) ? await readExcel(content, SHEET_LIMITS, number) : readSheet(content, SHEET_LIMITS)
  if ('fault' in sheet || 'sheets' in sheet) return sheet
  return task.work === 'open' ? sheetWork.open(sheet) : sheetWork[task.work](sheet, task.reading)
}

const port = parentPort!
port.postMessage(await runSheetTask(workerData as SheetTask))
