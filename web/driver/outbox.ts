// What the phone keeps: the route as last known, and every tap and picture until the server has taken it.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Run, TapInput } from '../../src/contract/driver.ts'

export interface ProofToSend {
  stop_uuid: string
  kind: 'PHOTO' | 'SIGNATURE'
  picture: Blob
  signed_by: string | null
  at: string
  lat: number | null
  lng: number | null
}

export type Doing = { tap: TapInput; proof?: undefined } | { proof: ProofToSend; tap?: undefined }

/** Sent in the order of `number`, under `key`, however often it takes. */
export type Waiting = Doing & {
  number?: number
  token: string
  key: string
  /** Why the server would not have it; it waits for the driver to see that. */
  refused: string | null
}

/** A stop that the office put on the route or took off it while the driver was at work. */
export interface Change {
  stopId: string
  line1: string
  added: boolean
}

export interface KeptRun {
  run: Run
  skewMs: number
  /** Those the driver has not seen yet; absent in what an older page kept. */
  changes?: Change[]
}

interface Kept extends DBSchema {
  runs: { key: string; value: KeptRun }
  outbox: { key: number; value: Waiting; indexes: { token: string } }
}

export type Outbox = IDBPDatabase<Kept>

export const openOutbox = (): Promise<Outbox> =>
  openDB<Kept>('roundsman-driver', 1, {
    upgrade: (db) => {
      db.createObjectStore('runs')
      db.createObjectStore('outbox', { keyPath: 'number', autoIncrement: true }).createIndex('token', 'token')
    },
  })
