export const replies = {}
