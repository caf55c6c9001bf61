export const day = {}
