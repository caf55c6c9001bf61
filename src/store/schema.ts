// The tables as Kysely sees them; migrations/ is their definition.
import type { TestDayStatus } from '../domain/test-days/test-day.ts'
import type { Language } from '../domain/customer-words/language.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { SampleData } from '../domain/settings/sample-data.ts'
import type { AuditAction, AuditSubject } from '../domain/audit.ts'
import type { KeyScope } from '../domain/users/permissions.ts'
import type { ActorKind } from '../domain/users/actor.ts'
import type { Costing, RoadsName } from '../domain/planning/costing.ts'
import type { ColumnMapping, FileUnits } from '../domain/imports/import-columns.ts'
import type { WatchedJob } from '../domain/jobs/failed-work.ts'
import type { JobName } from '../domain/jobs/job.ts'
import type { DateOrder } from '../domain/imports/import-dates.ts'
import type { ImportRowStatus } from '../domain/imports/import-rows.ts'
import type { MessageKind, MessageStatus, NoticeKind, NoticeChannels } from '../domain/messages/message.ts'
import type { Address, Order, OrderItem } from '../domain/orders/order.ts'
import type { Schedule } from '../domain/orders/recurrence.ts'
import type { OrderRules, Span, VehicleRules } from '../domain/planning/rules.ts'
import type { RouteTerms } from '../domain/routes/terms.ts'
import type { Disclosed } from '../domain/receipts/receipt.ts'
import type { FileFault, ProofKind, ProofRule } from '../domain/routes/proof.ts'
import type { DoorAnswers, DoorChecks } from '../domain/routes/door-checks.ts'
import type { ItemDifference, ItemOutcome } from '../domain/routes/item-outcomes.ts'
import type { LoadCheck, Scanning, Scans } from '../domain/routes/scanning.ts'
import type { DriverNews } from '../domain/routes/driver-news.ts'
import type { RouteStatus } from '../domain/routes/route.ts'
import type { StopStatus } from '../domain/routes/stop.ts'
import type { HandOver } from '../domain/routes/trips.ts'
import type { RecordedTapKind } from '../domain/routes/tap.ts'
import type { DistanceSource } from '../domain/planning/distance-source.ts'
import type { KnownBy } from '../domain/planning/visit.ts'
import type { EventFacts, EventName, SentEvent } from '../domain/webhooks/event.ts'
import type { OfficeLanguage } from '../domain/users/office-language.ts'
import type { Clock, DateFormat, Units } from '../domain/formats.ts'
import type { UserRole } from '../domain/users/permissions.ts'
import type { DeliveryStatus } from '../domain/webhooks/webhook.ts'
import type { ProposedPlan } from './routes/build-proposals.ts'
import type { BuildAnswer } from './routes/builds.ts'
import type { ReplanBasis, ReplanPlan } from './routes/replans.ts'
import type { UndoStep } from './undo/undo-steps.ts'
import type { PlanRow, RowKind } from '../domain/undo/take-back.ts'
import type { UndoKind } from '../domain/undo/step.ts'
import type { Permission } from '../domain/users/permissions.ts'
import type { StoredPause } from './routes/routes.ts'
import type { RoleRule } from '../domain/users/company-claims.ts'
import type { ZoneGeometry, ZoneHours } from '../domain/zones/zone.ts'

type Json<T extends object> = JSONColumnType<T, string | null, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

type ImportCounts = Partial<Record<ImportRowStatus, number>>

/** Where a phone takes notifications, as its browser gave it. */
export interface PushTargetRow {
  endpoint: string
  publicKey: string
  authSecret: string
}

export interface Schema {
  businesses: {
    businessId: string
    name: string
    timeZone: string
    undoWindowSeconds: Defaulted<number>
    firstStepsHidden: Defaulted<boolean>
    sampleData: Json<SampleData> | null
    testOf: Defaulted<string | null>
    proofRequired: Defaulted<ProofRule>
    proofRequiredFailed: Defaulted<boolean>
    notifyScheduled: Defaulted<boolean>
    notifyOutcome: Defaulted<boolean>
    smsConsentDefault: Defaulted<boolean>
    serviceMinutes: Defaulted<number>
    trafficFactors: Defaulted<number[] | null>
    notifyOnTheWay: Defaulted<boolean>
    quietStart: Defaulted<string | null>
    noticeChannels: Defaulted<NoticeChannels>
    quietEnd: Defaulted<string | null>
    messageTexts: ColumnType<Partial<Record<MessageKind, string>>, string | undefined, string>
    mailSubjects: ColumnType<Partial<Record<NoticeKind, string>>, string | undefined, string>
    failureReasons: Defaulted<string[]>
    leavingPlaces: Defaulted<string[]>
    scanLoading: Defaulted<Scanning>
    scanDoor: Defaulted<Scanning>
    currency: Defaulted<string>
    doorCode: Defaulted<boolean>
    driversMayReorder: Defaulted<boolean>
    shareProof: Defaulted<boolean>
    askRating: Defaulted<boolean>
    showItems: Defaulted<boolean>
    customerLanguage: Defaulted<Language>
    officeLanguage: Defaulted<OfficeLanguage | null>
    phoneRegion: Defaulted<string | null>
    units: Defaulted<Units>
    clock: Defaulted<Clock>
    dateFormat: Defaulted<DateFormat>
    chooseDaysAhead: Defaulted<number>
    chooseUntil: Defaulted<string>
    chooseWindows: ColumnType<Span[], string | undefined, string>
    brandName: Defaulted<string | null>
    accentColor: Defaulted<string | null>
    logoFile: Defaulted<string | null>
    logoType: Defaulted<string | null>
    noticesOff: Defaulted<MessageKind[]>
    settingsVersion: Defaulted<number>
    contactPhone: Defaulted<string | null>
    contactEmail: Defaulted<string | null>
    textPrice: Defaulted<number | null>
    textCurrency: Defaulted<string>
    keepOrdersDays: Defaulted<number | null>
    keepPhotosDays: Defaulted<number | null>
    keepPositionsDays: Defaulted<number | null>
    keepMessagesDays: Defaulted<number | null>
    keepLogsDays: Defaulted<number | null>
    /** When what is too old was last taken out. */
    retainedAt: Defaulted<Date | null>
    createdAt: Generated<Date>
  }
  apiKeys: {
    businessId: string
    keyId: string
    name: string
    prefix: string
    hash: Buffer
    createdAt: Generated<Date>
    revokedAt: Date | null
    lastUsedAt: Defaulted<Date | null>
    scopes: KeyScope[] | null
    allowedAddresses: string[] | null
    expiresAt: Date | null
    replacedBy: Defaulted<string | null>
    madeBy: Defaulted<string | null>
  }
  apiRequests: {
    businessId: string
    requestId: string
    at: Date
    keyId: string
    method: string
    path: string
    status: number
    durationMs: number
    errorCode: string | null
  }
  users: {
    businessId: string
    userId: string
    email: string
    name: string
    role: UserRole
    passwordHash: string
    totpSecret: Buffer | null
    totpLastStep: Defaulted<number>
    language: Defaulted<OfficeLanguage | null>
    depots: Defaulted<string[] | null>
    createdAt: Generated<Date>
  }
  orderViews: {
    businessId: string
    userId: string
    name: string
    filters: JSONColumnType<Record<string, string>>
  }
  recurringOrders: {
    businessId: string
    recurringOrderId: string
    externalRef: string
    template: JSONColumnType<object>
    schedule: JSONColumnType<Schedule>
    daysAhead: number
    version: Defaulted<number>
    dueAt: Date | null
    createdAt: Date
    changedAt: Date
    endedAt: Defaulted<Date | null>
  }
  recurringDates: {
    businessId: string
    recurringOrderId: string
    date: string
    skipped: Defaulted<boolean>
    movedTo: string | null
    orderId: string | null
    madeFor: string | null
  }
  sessions: {
    businessId: string
    sessionId: string
    userId: string
    tokenHash: Buffer
    createdAt: Date
    lastSeenAt: Date
    expiresAt: Date
    pendingTotp: Defaulted<Buffer | null>
    pendingTotpUntil: Defaulted<Date | null>
    onTestSide: Defaulted<boolean>
    browser: Defaulted<string | null>
    confirmedAt: Defaulted<Date | null>
  }
  passkeys: {
    businessId: string
    passkeyId: string
    userId: string
    credential: Buffer
    publicKey: Buffer
    counter: number
    transports: string[]
    synced: boolean
    name: string
    createdAt: Date
    lastUsedAt: Defaulted<Date | null>
    lastChallenge: number
  }
  singleSignOn: {
    businessId: string
    issuer: string
    client: string
    clientSecret: Buffer
    mailDomains: string[]
    roleClaim: string | null
    roleRules: Json<RoleRule[]>
    defaultRole: UserRole | null
    breakGlass: string | null
    madeBy: Defaulted<string | null>
    version: Defaulted<number>
  }
  identities: {
    businessId: string
    issuer: string
    subject: string
    userId: string | null
    linkedAt: Date
  }
  removedUsers: {
    businessId: string
    emailHash: Buffer
    removedAt: Date
  }
  userLinks: {
    businessId: string
    depots: Defaulted<string[] | null>
    linkId: string
    tokenHash: Buffer
    userId: string | null
    email: string
    role: UserRole | null
    keepsTotp: Defaulted<boolean>
    madeBy: Defaulted<string | null>
    createdAt: Date
    expiresAt: Date
  }
  recoveryCodes: { businessId: string; userId: string; codeHash: Buffer }
  depots: {
    businessId: string
    depotId: string
    name: string
    address: string | null
    lat: number
    lng: number
    isDefault: boolean
    version: Defaulted<number>
    createdAt: Generated<Date>
  }
  drivers: {
    businessId: string
    driverId: string
    name: string
    phone: string | null
    email: string | null
    language: Language | null
    active: Defaulted<boolean>
    version: Defaulted<number>
    createdAt: Generated<Date>
  }
  driverHomes: {
    businessId: string
    homeId: string
    driverId: string
    hash: Buffer
    previousHash: Defaulted<Buffer | null>
    madeAt: Date
    endedAt: Defaulted<Date | null>
  }
  pushSubscriptions: PushTargetRow & {
    businessId: string
    subscriptionId: string
    driverId: string
    madeAt: Date
  }
  driverPushes: {
    businessId: string
    subscriptionId: string
    routeId: string
    news: DriverNews
    dueAt: Date
    attempts: Defaulted<number>
    lease: string | null
  }
  vehicles: {
    businessId: string
    vehicleId: string
    name: string
    capacityLbs: number | null
    temperatureClasses: Defaulted<string[]>
    shiftStart: Defaulted<string>
    shiftEnd: Defaulted<string>
    maxStops: number | null
    costing: Defaulted<Costing>
    driverId: string | null
    depotId: string | null
    active: Defaulted<boolean>
    rules: Json<VehicleRules> | null
    version: Defaulted<number>
    createdAt: Generated<Date>
  }
  zones: {
    businessId: string
    zoneId: string
    name: string
    geometry: JSONColumnType<ZoneGeometry>
    corners: Defaulted<number>
    area: number
    west: number
    south: number
    east: number
    north: number
    hours: JSONColumnType<(ZoneHours | null)[]>
    capacity: number | null
    cutoffDays: number | null
    cutoffTime: string | null
    active: Defaulted<boolean>
    version: Defaulted<number>
    createdAt: Generated<Date>
  }
  zoneClosures: { businessId: string; zoneId: string; date: string; note: string }
  routes: {
    businessId: string
    routeId: string
    date: string
    name: string
    status: RouteStatus
    vehicleId: string
    driverId: string | null
    depotName: string
    depotLat: number
    depotLng: number
    shiftStart: string
    shiftEnd: string
    plannedStart: Date | null
    plannedEnd: Date | null
    distanceMeters: Defaulted<number>
    driveSeconds: Defaulted<number>
    trafficFactor: Defaulted<number>
    costing: Defaulted<Costing>
    distanceSource: DistanceSource
    distancesEstimated: boolean
    dispatchedAt: Date | null
    startedAt: Date | null
    completedAt: Date | null
    cancelledAt: Date | null
    endsAt: Defaulted<Date | null>
    delayedUntil: Defaulted<Date | null>
    delayToldAt: Defaulted<Date | null>
    terms: Json<RouteTerms> | null
    pauses: Json<StoredPause[]> | null
    loadChecks: ColumnType<LoadCheck[] | null, string | null | undefined, string | null>
    waysDueAt: Defaulted<Date | null>
    waysDrawnOn: string[] | null
    positionLat: Defaulted<number | null>
    positionLng: Defaulted<number | null>
    positionAt: Defaulted<Date | null>
    phoneAt: Defaulted<Date | null>
    drivenMeters: Defaulted<number | null>
    linkNonce: string | null
    linkHash: Buffer | null
    previousLinkHash: Defaulted<Buffer | null>
    createdAt: Generated<Date>
  }
  endedLinks: { businessId: string; routeId: string; hash: Buffer; endedAt: Generated<Date> }
  unnamedFiles: { businessId: string; fileName: string; since: Date }
  orders: Omit<
    Order,
    | 'address'
    | 'allowedDays'
    | 'givenPoint'
    | 'point'
    | 'items'
    | 'metadata'
    | 'rules'
    | 'attempt'
    | 'repeatOf'
    | 'customerInstructions'
  > &
    Address & {
      businessId: string
      cameOffAt: Defaulted<Date | null>
      erasedAt: Defaulted<Date | null>
      attempt: Defaulted<number>
      repeatOf: Defaulted<string | null>
      customerInstructions: Defaulted<string | null>
      firstDay: Defaulted<string | null>
      lastDay: Defaulted<string | null>
      givenLat: number | null
      givenLng: number | null
      lat: number | null
      lng: number | null
      roadMeters: Defaulted<number | null>
      items: Json<OrderItem[]> | null
      metadata: Json<Record<string, unknown>> | null
      rules: Json<OrderRules> | null
      trackingHash: Buffer
      previousTrackingHash: Defaulted<Buffer | null>
      placeAfter: Defaulted<Date | null>
      createdAt: Date
      changedAt: Date
    }
  stops: {
    businessId: string
    stopId: string
    routeId: string
    orderId: string
    sequence: number
    status: StopStatus
    locked: Defaulted<boolean>
    serviceMinutes: number
    trip: Defaulted<number>
    handOver: Defaulted<HandOver | null>
    legMeters: number
    legSeconds: number
    plannedArrival: Date
    plannedDeparture: Date
    eta: Date | null
    arrivedAt: Date | null
    finishedAt: Date | null
    deliveredAt: Date | null
    reason: string | null
    driverNotes: string | null
    leftWhere: Defaulted<string | null>
    scans: Json<Scans> | null
    itemOutcomes: Json<ItemOutcome[]> | null
    checks: Json<DoorChecks> | null
    settlesAt: Date | null
    undoCount: Defaulted<number>
    proofDigest: Defaulted<Buffer | null>
    proofReducedAt: Defaulted<Date | null>
    onTime: Defaulted<boolean | null>
    skippedLat: Defaulted<number | null>
    skippedLng: Defaulted<number | null>
  }
  buildProposals: {
    businessId: string
    depots: Defaulted<string[] | null>
    buildId: string
    createdAt: Date
    expiresAt: Date
    acceptedAt: Date | null
    body: JSONColumnType<object>
    basis: string
    plan: JSONColumnType<ProposedPlan>
  }
  builds: {
    businessId: string
    depots: Defaulted<string[] | null>
    buildId: string
    deliveryDate: string
    createdAt: Date
    madeAt: Date | null
    balance: string
    seed: number
    engine: string
    answer: JSONColumnType<BuildAnswer>
    record: Buffer
  }
  replans: {
    businessId: string
    depots: Defaulted<string[] | null>
    replanId: string
    createdAt: Date
    expiresAt: Date
    acceptedAt: Date | null
    basis: JSONColumnType<ReplanBasis>
    plans: JSONColumnType<ReplanPlan[]>
  }
  testDays: {
    businessId: string
    testDayId: string
    date: string
    status: TestDayStatus
    speed: number | null
  }
  undoSteps: {
    businessId: string
    depots: Defaulted<string[] | null>
    stepId: string
    userId: string
    kind: UndoKind
    doneAt: Date
    settlesAt: Date | null
    undoneAt: Defaulted<Date | null>
    detail: Json<UndoStep['detail']>
    isUndo: Defaulted<boolean>
    permission: Defaulted<Permission | null>
    count: Defaulted<number>
    day: Defaulted<string | null>
  }
  stepRows: {
    businessId: string
    depots: Defaulted<string[] | null>
    stepId: string
    kind: RowKind
    recordId: string
    before: Json<PlanRow> | null
    after: Json<PlanRow> | null
  }
  failedWork: {
    businessId: string
    job: WatchedJob
    itemId: string
    failures: number
    firstFailedAt: Date
    lastFailedAt: Date
    retryAt: Date
  }
  repeatedOrders: { businessId: string; repeatId: string; orderId: string; createdAt: Date }
  proofs: {
    businessId: string
    proofId: string
    stopId: string
    kind: ProofKind
    fileName: string
    contentType: string
    sha256: Buffer
    fileFault: Defaulted<FileFault | null>
    signedBy: string | null
    takenAt: Date
    claimedAt: Defaulted<Date | null>
    lat: Defaulted<number | null>
    lng: Defaulted<number | null>
    itemName: Defaulted<string | null>
    itemSku: Defaulted<string | null>
    createdAt: Generated<Date>
  }
  receipts: {
    businessId: string
    receiptId: string
    orderId: string
    stopId: string
    content: string
    disclosed: ColumnType<Disclosed | null, string | null, string | null>
    settledAt: Date
    linkHash: Buffer
    previousLinkHash: Defaulted<Buffer | null>
    sequence: Defaulted<number | null>
    digest: Defaulted<Buffer | null>
    signature: Defaulted<Buffer | null>
    kid: Defaulted<string | null>
  }
  receiptChains: { businessId: string; sequence: number; digest: Buffer | null; issuedAt: Date | null }
  receiptKeys: {
    kid: string
    publicKey: string
    privateKey: Buffer | null
    madeAt: Date
    retiredAt: Date | null
  }
  idempotencyKeys: {
    businessId: string
    scope: string
    key: string
    bodyHash: Buffer
    status: number
    reply: Buffer
    createdAt: Generated<Date>
  }
  webhookEndpoints: {
    businessId: string
    endpointId: string
    url: string
    events: EventName[]
    description: string | null
    etaChangeMinutes: Defaulted<number>
    active: Defaulted<boolean>
    secret: Buffer
    previousSecret: Buffer | null
    previousUntil: Date | null
    madeBy: Defaulted<string | null>
    lastSuccessAt: Date | null
    failingSince: Date | null
    createdAt: Defaulted<Date>
    updatedAt: Defaulted<Date>
    deletedAt: Date | null
  }
  history: {
    businessId: string
    position: Generated<string>
    at: Date
    kind: 'ORDER' | 'ROUTE' | 'STOP'
    recordId: string
    routeId: string | null
    state: JSONColumnType<Record<string, unknown> | null>
  }
  events: {
    businessId: string
    eventId: string
    position: Generated<string>
    event: EventName
    facts: JSONColumnType<EventFacts>
    at: Date
  }
  webhookDeliveries: {
    businessId: string
    deliveryId: string
    endpointId: string
    event: SentEvent
    facts: JSONColumnType<Record<string, unknown>>
    externalRef: string | null
    orderId: string | null
    stopId: string | null
    routeId: string | null
    status: Defaulted<DeliveryStatus>
    attemptCount: Defaulted<number>
    scheduleStart: Defaulted<number>
    nextAttemptAt: Date | null
    firstAttemptAt: Date | null
    leaseToken: string | null
    leasedUntil: Date | null
    settledAt: Date | null
    createdAt: Date
    position: Generated<number>
  }
  webhookAttempts: {
    businessId: string
    deliveryId: string
    number: number
    at: Date
    durationMs: number
    statusCode: number | null
    error: string | null
    responseExcerpt: string | null
  }
  ratings: {
    businessId: string
    orderId: string
    routeId: string
    stars: number
    comment: string | null
    ratedAt: Date
    changedAt: Date
  }
  textReplies: {
    businessId: string
    replyId: string
    orderId: string
    body: string
    providerId: string
    receivedAt: Date
    seenAt: Defaulted<Date | null>
  }
  messages: {
    businessId: string
    messageId: string
    channel: 'SMS' | 'EMAIL'
    kind: MessageKind
    recipient: string
    body: string
    orderId: string | null
    routeId: string | null
    driverId: Defaulted<string | null>
    status: Defaulted<MessageStatus>
    dueAt: Defaulted<Date>
    attempts: Defaulted<number>
    providerId: Defaulted<string | null>
    error: Defaulted<string | null>
    createdAt: Date
    sentAt: Date | null
    segments: Defaulted<number | null>
    textedTo: Defaulted<string | null>
    price: Defaulted<number | null>
    currency: Defaulted<string | null>
  }
  driverTaps: {
    businessId: string
    routeId: string
    tapKey: string
    kind: RecordedTapKind
    stopId: string | null
    claimedAt: Date
    countedAt: Date
    receivedAt: Date
    lat: number | null
    lng: number | null
    accuracyMeters: Defaulted<number | null>
    reason: Defaulted<string | null>
    notes: Defaulted<string | null>
    leftWhere: Defaulted<string | null>
    checks: Json<DoorAnswers> | null
    scans: Json<Scans> | null
    itemDifferences: Json<ItemDifference[]> | null
    refused: string | null
    resolvedAt: Defaulted<Date | null>
  }
  refusedProofs: {
    businessId: string
    proofId: string
    routeId: string
    stopId: string
    kind: ProofKind
    fileName: string
    contentType: string
    sha256: Buffer
    signedBy: string | null
    takenAt: Date
    claimedAt: Date | null
    lat: number | null
    lng: number | null
    itemName: Defaulted<string | null>
    itemSku: Defaulted<string | null>
    tapKey: Defaulted<string | null>
    createdAt: Generated<Date>
  }
  removedStops: { businessId: string; stopId: string; orderId: string; removedAt: Generated<Date> }
  textOptOuts: { phone: string; at: Date }
  imports: {
    businessId: string
    depots: Defaulted<string[] | null>
    importId: string
    fileName: string
    content: Buffer | null
    headers: JSONColumnType<string[]>
    lineCount: number
    status: Defaulted<'UPLOADED' | 'RUNNING' | 'DONE'>
    ignoresZones: Defaulted<boolean>
    userId: string
    createdAt: Date
    finishedAt: Defaulted<Date | null>
    counts: ColumnType<ImportCounts | null, never, ImportCounts | null>
  }
  importRows: {
    businessId: string
    importId: string
    line: number
    cells: JSONColumnType<string[][]>
    body: JSONColumnType<Record<string, unknown>> | null
    status: ImportRowStatus
    reason: string | null
    attempts: Generated<number>
    /** When a row that failed is tried again. */
    dueAt: Date | null
  }
  importMappings: {
    businessId: string
    headersHash: Buffer
    mapping: JSONColumnType<ColumnMapping>
    dateOrder: DateOrder | null
    units: FileUnits | null
  }
  auditLog: {
    businessId: string
    auditId: string
    at: Date
    actorKind: ActorKind
    actorId: string | null
    requestId: string | null
    action: ColumnType<string, AuditAction, never>
    entity: ColumnType<string, AuditSubject, never>
    entityId: string
    detail: JSONColumnType<Record<string, unknown>> | null
  }
  placeVisits: {
    businessId: string
    stopId: string
    address: string
    minutes: number
    visitedAt: Date
    lat: number | null
    lng: number | null
  }
  knownDoors: {
    businessId: string
    address: string
    lat: number
    lng: number
    knownAt: Date
    knownBy: Defaulted<KnownBy>
  }
  roadBands: {
    businessId: string
    source: RoadsName
    band: number
    legs: number
    straightMeters: number
    roadMeters: number
    roadSeconds: number
  }
  distancePairs: {
    businessId: string
    source: RoadsName
    fromLatE5: number
    fromLngE5: number
    toLatE5: number
    toLngE5: number
    seconds: number
    meters: number
    fetchedAt: Date
  }
  legWays: {
    businessId: string
    source: RoadsName
    fromLatE5: number
    fromLngE5: number
    toLatE5: number
    toLngE5: number
    way: string
    fetchedAt: Date
  }
  jobTicks: { job: JobName; lastTickAt: Date }
}
