export const stop = {}
