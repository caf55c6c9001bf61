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
  /** Area of the data in nanodegrees (billionths of a degree). Null if the file doesn't contain it. */
  box: { left: number; right: number; top: number; bottom: number } | null
  /** Time of the data, in Unix seconds. Null if the file doesn't contain it. */
  timestamp: number | null
}

export type ExtractEntry = ExtractHead | ExtractNode | ExtractWay | ExtractRelation

/**
 * Reads a file block by block and yields the entries of the requested kinds. Entries of other kinds are not decoded.
 * `progress` receives the share of the file that has been read. If the file is damaged, throws an error for the
 * operator whose message names the file.
 */
export type ExtractReader = <K extends ExtractEntry['type']>(
  file: string,
  kinds: readonly K[],
  progress?: (part: number) => void,
) => AsyncIterable<Iterable<Extract<ExtractEntry, { type: K }>>>
