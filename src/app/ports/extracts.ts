// OpenStreetMap extracts (.osm.pbf).
export type ExtractTags = Record<string, string>

export interface ExtractNode {
  type: 'node'
  id: number
  lat: number
  lon: number
  tags: ExtractTags | undefined
}

export interface ExtractWay {
  type: 'way'
  id: number
  refs: number[]
  tags: ExtractTags | undefined
}

export interface ExtractRelation {
  type: 'relation'
  id: number
  members: { type: string; ref: number; role: string }[]
  tags: ExtractTags | undefined
}

/** The header of the file. */
export interface ExtractHead {
  type: 'head'
  /** Nanodegrees (billionths of a degree). Null if the file doesn't state its area. */
  box: { left: number; right: number; top: number; bottom: number } | null
  /** Age of the data, in Unix seconds. Null if the file doesn't state it. */
  timestamp: number | null
}

export type ExtractEntry = ExtractHead | ExtractNode | ExtractWay | ExtractRelation

/**
 * Reads a file block by block and yields the entries of the wanted kinds. Entries of other kinds are not decoded.
 * `progress` receives the share of the file that has been read. Throws a sentence for the operator that names the file
 * if the file is damaged.
 */
export type ExtractReader = <K extends ExtractEntry['type']>(
  file: string,
  kinds: readonly K[],
  progress?: (part: number) => void,
) => AsyncIterable<Iterable<Extract<ExtractEntry, { type: K }>>>
