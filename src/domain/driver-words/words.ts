// Texts for drivers in one language. Texts are whole sentences, so that each language keeps its word order. Functions
// take the values to insert; times are already formatted.
import type { Formats } from '../formats.ts'
import type { DriverText, DriverTextState } from '../messages/message.ts'
import type { TemperatureClass } from '../orders/order.ts'
import type { IdCheck, PayMethod } from '../routes/door-checks.ts'
import type { DayWords, PROBLEM_REASONS, STREET_REASONS } from './day/words.ts'
import type { DriverNotification } from '../routes/driver-notifications.ts'
import type { StopStatus } from '../routes/stop.ts'
import type { RecordedTapKind } from '../routes/tap.ts'

/** Reasons for skipping a stop, as stored and shown to the office. */
export const SKIP_REASONS = ['Closed right now', 'No time left', 'Goods not on the vehicle', 'Can’t get there'] as const

/** Default choices of a new business. A business's own choices are not translated. */
export const FIRST_REASONS = [
  'Nobody there',
  'Wrong address',
  'No access',
  'Refused',
  'Damaged',
  'Not on the vehicle',
] as const
export const FIRST_PLACES = ['Front door', 'Back door', 'Reception', 'Mailroom', 'Neighbor', 'Garage'] as const

/** Reasons for missing pieces of the load and for pieces that are not scanned, as stored and shown to the office. */
export const MISSING_REASONS = ['Not at the depot', 'Comes with another vehicle', 'No room'] as const
/** Default reasons for missing payments, delivery without the customer's code, and failure without an ID. */
export const UNPAID_REASONS = ['Paid already', 'No money there', 'Won’t pay'] as const
export const NO_CODE_REASONS = ['Customer has no code', 'The code doesn’t work'] as const
export const NO_ID_REASON = 'Age or ID not shown'

export const UNSCANNED_REASONS = ['Label damaged', 'No label', 'Scanning doesn’t work'] as const

type Choice =
  | (
      | typeof SKIP_REASONS
      | typeof FIRST_REASONS
      | typeof FIRST_PLACES
      | typeof MISSING_REASONS
      | typeof PROBLEM_REASONS
      | typeof STREET_REASONS
      | typeof UNSCANNED_REASONS
      | typeof UNPAID_REASONS
      | typeof NO_CODE_REASONS
    )[number]
  | typeof NO_ID_REASON

/** Reasons why a driver's link has ended. */
export type LinkEnd = 'CANCELLED' | 'FINISHED' | 'REPLACED' | 'HOME'

/** Proof that is required before an outcome. */
export type WantedProof = 'PHOTO' | 'SIGNATURE' | 'PHOTO_OR_SIGNATURE' | 'BOTH'

/** Actions of a driver. An outcome has its own kind. */
export type ReportedAction = Exclude<RecordedTapKind, 'OUTCOME'>

/** Actions at a stop. */
type ReportedStopAction = Exclude<
  ReportedAction,
  'LOAD' | 'START' | 'REORDER' | 'DELAY' | 'BREAK_START' | 'BREAK_END' | 'PROBLEM' | 'NOTE' | 'END'
>

/** Reasons for which the server refuses a driver's tap. Sent as `details.code` of the error. */
export type RefusalReason =
  | 'NOT_FOUND'
  | 'STOP_FINISHED'
  | 'ROUTE_CHANGED'
  | 'ROUTE_NOT_RUNNING'
  | 'NOTHING_TO_UNDO'
  | 'ORDER_MOVED_ON'
  | 'ORDER_REPEATED'
  | 'REORDER_NOT_ALLOWED'
  | 'PROOF_REQUIRED'
  | 'PROOF_FULL'
  | 'SCAN_REQUIRED'
  | 'CHECK_REQUIRED'
  | 'CODE_LOCKED'
  | 'TEXT_OUTDATED'
  | 'CUSTOMER_NOT_TEXTED'
  | 'LINK_ENDED'
  /** The link is not valid, because its route or business no longer exists. */
  | 'LINK_UNKNOWN'

export interface DriverWords {
  /** Locale for times, numbers and lists. */
  locale: string
  /** Formats of the business for times and measures. Absent: those of the language. */
  formats?: Formats
  /** Name on the phone's home screen. */
  appName: string
  language: string
  title: (route: string) => string
  yourRoute: string
  loading: string
  loadingOffline: string
  moment: string
  /** Shown instead of a screen that failed to load or to render. */
  notOpened: { title: string; text: string; again: string }
  map: string
  allStops: string
  back: string
  ok: string

  day: DayWords
  states: Record<StopStatus, string>
  /** Dry goods need no label. */
  temperatures: Record<Exclude<TemperatureClass, 'DRY'>, string>
  choices: Record<Choice, string>

  about: (time: string) => string
  from: (time: string) => string
  by: (time: string) => string
  pause: (span: string) => string
  /** Reload at the depot for the goods of this number of stops. */
  reload: (stops: number, span: string) => string
  reloadNothing: (span: string) => string
  /**
   * Hand-over of goods from another vehicle. `from` is that vehicle, with the name of the location unless the vehicle
   * stands there.
   */
  handOver: (stops: number, from: string, span: string) => string
  giveOver: (stops: number, to: string, span: string) => string
  beforeThisStop: (what: string) => string
  /** Reference of the order, as on its labels. */
  order: (reference: string) => string
  finishedAt: (state: string, time: string) => string
  expectedAt: (state: string, time: string) => string

  progress: (done: number, of: number) => string
  allDone: (done: number, of: number) => string
  until: (time: string) => string
  toSend: (what: string) => string
  stops: (count: number) => string
  photos: (count: number) => string
  signatures: (count: number) => string
  oneUpdate: string

  card: {
    nextStop: string
    stop: (sequence: number) => string
    fromCustomer: string
    navigate: string
    navigateToDepot: string
    navigateToVehicle: (name: string) => string
    call: string
    text: string
    items: (pieces: number) => string
    /** Goods that are picked up at the stop and brought back. */
    pickUp: (what: string) => string
    pieces: (count: number) => string
    cubicFeet: (count: number) => string
    /** Goods that are picked up at one stop for another stop. */
    pickUpFor: (sequence: number, address: string) => string
    goodsFrom: (sequence: number, address: string) => string
    goodsNotHere: (reference: string) => string
    alsoHere: string
    leftWhere: string
    handedOver: string
    addNote: string
    note: string
    seemsThere: (address: string) => string
    /** Hours of the day in which vehicles may enter the street of the stop. */
    streetOpen: (hours: string) => string
    streetClosed: string
    needs: Record<WantedProof, string>
    start: string
    arrived: string
    takePhoto: string
    photosTaken: (count: number) => string
    savingPhoto: string
    signature: string
    signed: string
    getSignature: string
    delivered: string
    deliveredAll: (count: number) => string
    couldNotDeliver: string
    skip: string
    goHereNext: string
    undo: (left: string) => string
    undoable: (state: string, address: string) => string
  }
  reason: {
    whyFailed: string
    whySkipped: string
    reason: string
    failed: string
    skipped: string
    needsPhoto: string
  }
  signing: {
    signFor: (address: string) => string
    signedBy: string
    drawHere: string
    clear: string
    save: string
  }
  scan: {
    checkLoad: string
    mustCheck: string
    /** Number of the load, or null if there is only one. */
    loadTitle: (load: number | null) => string
    counted: (done: number, of: number) => string
    allThere: string
    loadComplete: string
    whyMissing: (count: number) => string
    goOnWithout: (count: number) => string
    /** Label of the checkbox for one piece of a stop. */
    piece: (number: number, name: string | null) => string

    scan: string
    closeCamera: string
    camera: string
    light: string
    typeCode: string
    enter: string
    found: (sequence: number, address: string) => string
    again: string
    elsewhere: (route: string) => string
    onNoRoute: string
    unknown: (code: string) => string
    /** Message for a piece that belongs to another stop of the route. */
    otherStop: (sequence: number, address: string) => string
    starting: string
    denied: string
    noCamera: string
    notLoaded: string

    scanPieces: (count: number) => string
    scanned: (done: number, of: number) => string
    needsScan: string
    doorTitle: (address: string) => string
    whyNotScanned: string
    done: string
  }
  pictures: {
    /** Texts of the thumbnails. */
    open: (count: number) => string
    title: string
    none: string
    photo: (number: number) => string
    delete: string
    deleteOf: (photo: string) => string
    done: string
  }
  /** Checks at the door. */
  asked: {
    /** Texts of buttons. */
    checkId: Record<IdCheck, string>
    collect: (amount: string) => string
    askCode: string
    /** For several deliveries at the door. `of` is the customer of the delivery that needs the check. */
    needed: (what: string, of: string) => string
    idQuestion: Record<IdCheck, string>
    idNote: string
    yes: string
    no: string
    amount: string
    methods: Record<PayMethod, string>
    how: string
    why: string
    whyOther: string
    codeTitle: string
    codeNote: string
    code: string
    checkCode: string
    wrongCode: string
    /** Shown after too many wrong codes. */
    codeLocked: string
    withoutCode: string
    save: string
  }
  parts: {
    open: string
    title: string
    short: string
    damaged: string
    returned: string
    /** Labels of buttons, with the action and the item. */
    oneMore: (what: string, item: string) => string
    oneLess: (what: string, item: string) => string
    reason: string
    save: string
  }
  sharing: {
    question: string
    who: string
    howLong: string
    yes: string
    no: string
    setting: string
    isBlocked: string
    blocked: string
  }
  /** Themes of the page. */
  looks: { label: string; AUTO: string; LIGHT: string; DARK: string; SUN: string }
  list: {
    /** Search by name, address or reference. */
    search: string
    /** Placeholder of the search: the texts by which a stop is found. */
    searchBy: string
    noMatch: string
    dragOf: (address: string) => string
    callOffice: string
    loadOrder: string
    load: (number: number) => string
    loadAt: (number: number, time: string) => string
    added: string
    moved: string
    noItems: string
    moveUp: string
    moveUpOf: (address: string) => string
    goNext: string
    goNextOf: (address: string) => string
    startsAt: (place: string) => string
    endsAt: (place: string) => string
    endsAtLastStop: string
    backAbout: (time: string) => string
    doneAbout: (time: string) => string
    endEarly: string
    notDone: (count: number) => string
    keepDriving: string
    end: string
    /** Hint for a stop whose outcome is settled. */
    onlyOffice: string
    /** Choice of the navigation app. */
    navigateWith: string
    askEachTime: string
  }
  finished: {
    title: string
    /** Next to the button that undoes the early end. */
    endedEarly: string
    sent: string
    notSent: string
  }
  /** Ready-made texts to the customer. */
  texts: {
    title: string
    kinds: Record<DriverText, string>
    sent: (time: string) => string
    states: Record<DriverTextState, string>
    /** The phone has not sent the choice to the server. */
    waiting: string
    follows: string
    fromPhone: string
  }
  notices: {
    offline: string
    offlineWaiting: (what: string) => string
    busyWaiting: (what: string) => string
    noRoom: string
    noRoomWaiting: (what: string) => string
    added: (address: string) => string
    removed: (address: string) => string
    reordered: (addresses: string) => string
    /** Headings of the taps that the server rejected, and of the photos that it didn't delete. */
    notSaved: string
    notDeleted: string
    /** Actions of the driver. `at` is null if the stop is no longer known. */
    did: Record<ReportedStopAction, (at: string | null) => string> &
      Record<Exclude<ReportedAction, ReportedStopAction>, string>
  }
  refused: Record<RefusalReason, string>
  /** Data of a refused action that the office received anyway. */
  keptTap: string
  keptPhoto: string
  keptSignature: string
  badPhoto: string
  refusedElse: string
  onMap: {
    map: string
    sketch: string
    noMap: string
    loading: string
    here: string
    marker: string
    sources: string
  }
  ended: Record<LinkEnd, string> & {
    title: string
    call: (phone: string) => string
    notSent: (what: string) => string
  }
  /** The driver page. */
  home: {
    title: string
    today: string
    tomorrow: string
    nothing: Record<'today' | 'tomorrow', string>
    /** States of a route. `open` is the text of its link. */
    planned: string
    sent: string
    running: string
    finished: string
    open: string
    done: (done: number, stops: string) => string
    starts: (time: string) => string
    /** Without a connection: the time of the data that is shown. */
    asOf: (time: string) => string
    change: string
    install: string
    howToInstall: string
    /** Link from a route to the driver page. */
    mine: string
    /** Notifications on the phone's lock screen. */
    news: { title: Record<DriverNotification, string>; left: (stops: string) => string }
    notify: {
      on: string
      off: string
      isOn: string
      /** Reasons why this phone gets no notifications, and remedies. */
      denied: string
      cannot: string
      installFirst: string
      failed: string
    }
  }
  /** Shown instead of the page. */
  faults: {
    notFound: string
    checkLink: string
    wait: string
    tooMany: string
    notNow: string
    wentWrong: string
  }
}
