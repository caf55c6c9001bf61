// Weight of an edge: its cost, and its distance to break ties, in a single number that adds up exactly. The cost in
// hundredths of a second is in the upper bits, decimeters are in the lower bits. 31 days and 3,355 km fit into the 53
// bits of a double.

const DISTANCES = 2 ** 25

/** Packs a cost (hundredths of a second) and a distance (decimeters, below 2^25) into a weight. */
export const weightOf = (cost: number, decimeters: number): number => cost * DISTANCES + decimeters

/** Returns the cost of a weight, in hundredths of a second. */
export const costOf = (weight: number): number => Math.floor(weight / DISTANCES)

/** Returns the distance of a weight, in decimeters. */
export const decimetersOf = (weight: number): number => weight - costOf(weight) * DISTANCES
