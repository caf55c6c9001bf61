export const reports = {
  figures: 'Figures',
  auditLog: 'Audit log',
}
