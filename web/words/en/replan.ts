export const replan = {}
