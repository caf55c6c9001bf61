export const team = {}
