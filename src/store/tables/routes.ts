// Tables of routes, their stops, and what drivers record there.
import type { PlanPace } from '../../domain/planning/plan-pace.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import type { FrozenRules } from '../../domain/routes/terms.ts'
import type { FileFault, ProofKind } from '../../domain/routes/proof.ts'
import type { DoorAnswers, DoorChecks } from '../../domain/routes/door-checks.ts'
import type { ItemDifference, ItemOutcome } from '../../domain/routes/item-outcomes.ts'
import type { HandIn } from '../../domain/routes/day-end.ts'
import type { LoadCheck, Scans } from '../../domain/routes/scanning.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { StopStatus } from '../../domain/routes/stop.ts'
import type { HandOver } from '../../domain/routes/pauses.ts'
import type { RecordedTapKind } from '../../domain/routes/tap.ts'
import type { DistanceSource } from '../../domain/planning/distance-source.ts'
import type { StoredPause } from '../../domain/routes/pauses.ts'
import { boolean, bytes, day, each, instant, json, number, ofBusiness, text, texts, time, uuid } from './table.ts'

export const routes = ofBusiness({
  key: ['routeId'],
  depots: ['vehicles'],
  findsBusiness: ['linkHash', 'previousLinkHash'],
  history: true,
  undo: 'ROUTE',
}).columns({
  ...each(uuid, 'routeId', 'vehicleId'),
  date: day,
  name: text('TEXT'),
  status: text<RouteStatus>('NONE'),
  ...each(uuid.nullable, 'driverId', 'linkNonce'),
  createdAt: instant.defaulted,
  ...each(instant.nullable, 'dispatchedAt', 'startedAt', 'completedAt', 'cancelledAt', 'endsAt', 'plannedStart'),
  ...each(
    instant.nullable,
    'etasDueAt',
    'plannedEnd',
    'delayedUntil',
    'delayToldAt',
    'positionAt',
    'phoneAt',
    'waysDueAt',
  ),
  depotName: text('NONE'),
  ...each(number, 'depotLat', 'depotLng'),
  ...each(time, 'shiftStart', 'shiftEnd'),
  costing: text<Costing>('NONE').defaulted,
  ...each(number.defaulted, 'distanceMeters', 'driveSeconds', 'trafficFactor'),
  pace: json<PlanPace>('NONE').nullable,
  distanceSource: text<DistanceSource>('NONE'),
  distancesEstimated: boolean,
  terms: json<FrozenRules>('NONE').nullable,
  pauses: json<StoredPause[]>('NONE').nullable,
  ...each(bytes('NONE').nullable, 'linkHash', 'previousLinkHash'),
  ...each(number.nullable, 'positionLat', 'positionLng', 'drivenMeters'),
  loadChecks: json<LoadCheck[]>('JSON').nullable,
  handIn: json<HandIn>('JSON').nullable,
  waysDrawnOn: texts('NONE').nullable,
})

export const endedLinks = ofBusiness({
  key: ['routeId', 'hash'],
  depots: ['routes'],
  findsBusiness: ['hash'],
}).columns({ routeId: uuid, hash: bytes('NONE'), endedAt: instant.defaulted })

export const stops = ofBusiness({ key: ['stopId'], depots: ['routes'], history: true, undo: 'STOP' }).columns({
  ...each(uuid, 'stopId', 'routeId', 'orderId'),
  ...each(number, 'sequence', 'serviceMinutes', 'legMeters', 'legSeconds'),
  status: text<StopStatus>('NONE'),
  locked: boolean.defaulted,
  ...each(instant, 'plannedArrival', 'plannedDeparture'),
  ...each(instant.nullable, 'etaFrom', 'etaTo', 'toldFrom', 'toldTo', 'noticeAt', 'nearFrom', 'nearUntil'),
  ...each(instant.nullable, 'eta', 'arrivedAt', 'finishedAt', 'deliveredAt', 'settlesAt', 'proofReducedAt'),
  ...each(number.defaulted, 'trip', 'undoCount'),
  handOver: json<HandOver>('JSON').nullable,
  onTime: boolean.nullable,
  ...each(text('TEXT').nullable, 'reason', 'driverNotes', 'leftWhere'),
  scans: json<Scans>('JSON').nullable,
  itemOutcomes: json<ItemOutcome[]>('JSON').nullable,
  checks: json<DoorChecks>('JSON').nullable,
  proofDigest: bytes('DIGEST').nullable,
  ...each(number.nullable, 'skippedLat', 'skippedLng'),
})

export const removedStops = ofBusiness({ key: ['stopId'], depots: ['orders'] }).columns({
  ...each(uuid, 'stopId', 'orderId'),
  removedAt: instant.defaulted,
})

export const driverTaps = ofBusiness({ key: ['routeId', 'tapKey'], depots: ['routes'] }).columns({
  routeId: uuid,
  tapKey: text('NONE'),
  kind: text<RecordedTapKind>('NONE'),
  stopId: uuid.nullable,
  ...each(instant, 'claimedAt', 'countedAt', 'receivedAt'),
  ...each(number.nullable, 'lat', 'lng', 'accuracyMeters'),
  refused: text('NONE').nullable,
  resolvedAt: instant.nullable,
  ...each(text('TEXT').nullable, 'reason', 'notes', 'leftWhere'),
  scans: json<Scans>('JSON').nullable,
  itemDifferences: json<ItemDifference[]>('JSON').nullable,
  checks: json<DoorAnswers>('JSON').nullable,
})

export const proofs = ofBusiness({ key: ['proofId'], depots: ['stops'], findsBusiness: ['proofId'] }).columns({
  ...each(uuid, 'proofId', 'stopId'),
  kind: text<ProofKind>('NONE'),
  fileName: text('ORDER').file,
  contentType: text('NONE'),
  sha256: bytes('DIGEST'),
  fileFault: text<FileFault>('NONE').nullable,
  ...each(text('TEXT').nullable, 'signedBy', 'itemName'),
  itemSku: text('ORDER').nullable,
  takenAt: instant,
  claimedAt: instant.nullable,
  ...each(number.nullable, 'lat', 'lng'),
  createdAt: instant.defaulted,
})

export const refusedProofs = ofBusiness({ key: ['proofId'], depots: ['routes'], findsBusiness: ['proofId'] }).columns({
  ...each(uuid, 'proofId', 'routeId', 'stopId'),
  tapKey: text('NONE').nullable,
  kind: text<ProofKind>('NONE'),
  fileName: text('ORDER').file,
  contentType: text('NONE'),
  sha256: bytes('DIGEST'),
  ...each(text('TEXT').nullable, 'signedBy', 'itemName'),
  itemSku: text('ORDER').nullable,
  takenAt: instant,
  claimedAt: instant.nullable,
  ...each(number.nullable, 'lat', 'lng'),
  createdAt: instant.defaulted,
})
