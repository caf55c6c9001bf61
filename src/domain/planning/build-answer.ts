// The result of a build, in its stored format.
import { type Text } from '../../texts/text.ts'
import type { DistanceSource, EstimateReason } from './distance-source.ts'

export interface BuildAnswer {
  routes: BuildRoute[]
  unassigned: UnassignedAnswer[]
  distances: { source: DistanceSource; estimated: boolean; estimateReason: EstimateReason | null }
  figures: BuildFigures
}

export interface UnassignedAnswer {
  orderId: string
  externalRef: string
  code: string
  message: Text
  nearestFix: Text | null
  /** Structured suggestion for the office. Absent in builds that were stored by earlier versions. */
  fix?: { kind: string; vehicle_uuid: string | null; amount: number | string } | null
}

export interface BuildRoute {
  vehicleId: string
  vehicleName: string
  depot: { name: string; lat: number; lng: number }
  plannedStart: string
  plannedEnd: string | null
  distanceMeters: number
  driveSeconds: number
  stops: {
    orderId: string
    externalRef: string
    lat: number
    lng: number
    arrival: string
    /** Present if the vehicle reloads at the depot before this stop. */
    reloads?: true
  }[]
}

export interface BuildFigures {
  routes: number
  stops: number
  unassigned: number
  meters: number
  driveSeconds: number
  shortestSeconds: number
  longestSeconds: number
  fewestStops: number
  mostStops: number
  crossings: number
}
