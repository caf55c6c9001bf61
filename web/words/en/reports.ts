export const reports = {}
