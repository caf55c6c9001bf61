import type { reports as English } from '../en/reports.ts'

export const reports: typeof English = {
  figures: 'Cifras',
  auditLog: 'Registro de cambios',
}
