export const zones = {}
