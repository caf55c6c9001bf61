export const build = {}
