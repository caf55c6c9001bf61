// Returns the current time.

export type Clock = () => Date
