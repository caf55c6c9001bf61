export const recurring = {}
