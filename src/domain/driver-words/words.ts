// What drivers read, in one language: whole sentences, so that each language keeps its own order. Functions take what is
// filled in; times come as the language has them.
import type { Formats } from '../formats.ts'
import type { TemperatureClass } from '../orders/order.ts'
import type { IdCheck, PayMethod } from '../routes/door-checks.ts'
import type { DriverNews } from '../routes/driver-news.ts'
import type { StopStatus } from '../routes/stop.ts'
import type { RecordedTapKind } from '../routes/tap.ts'

/** Why a stop is passed over for now, as the office reads it. */
export const SKIP_REASONS = ['Closed right now', 'No time left', 'Goods not on the vehicle', 'Can’t get there'] as const

/** What a business starts with to choose from. Its own words stay as it wrote them. */
export const FIRST_REASONS = [
  'Nobody there',
  'Wrong address',
  'No access',
  'Refused',
  'Damaged',
  'Not on the vehicle',
] as const
export const FIRST_PLACES = ['Front door', 'Back door', 'Reception', 'Mailroom', 'Neighbor', 'Garage'] as const

/** Why pieces of the load are not there, and why pieces are not scanned, as the office reads it. */
export const MISSING_REASONS = ['Not at the depot', 'Comes with another vehicle', 'No room'] as const
/** Why nothing was collected, why it was delivered without the customer's code, and what follows from no ID. */
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
      | typeof UNSCANNED_REASONS
      | typeof UNPAID_REASONS
      | typeof NO_CODE_REASONS
    )[number]
  | typeof NO_ID_REASON

/** Why a driver's link has ended. */
export type LinkEnd = 'CANCELLED' | 'FINISHED' | 'REPLACED' | 'HOME'

/** What is asked for before an outcome. */
export type WantedProof = 'PHOTO' | 'SIGNATURE' | 'PHOTO_OR_SIGNATURE' | 'BOTH'

/** What a driver did; an outcome by its own name. */
export type Done = Exclude<RecordedTapKind, 'OUTCOME'>

/** Those done at a stop. */
type DoneAt = Exclude<Done, 'LOAD' | 'START' | 'REORDER' | 'END'>

/** Of `details.code`. */
export type Refused =
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
  | 'LINK_ENDED'
  /** The link leads nowhere: its route or business is gone. */
  | 'LINK_UNKNOWN'

export interface DriverWords {
  /** Of times, numbers and lists. */
  locale: string
  /** As the business writes times and measures; without, as the language does. */
  formats?: Formats
  /** On the phone's home screen. */
  appName: string
  language: string
  title: (route: string) => string
  yourRoute: string
  loading: string
  loadingOffline: string
  moment: string
  /** In the place of a screen that did not come or broke. */
  notOpened: { title: string; text: string; again: string }
  map: string
  allStops: string
  back: string
  ok: string

  states: Record<StopStatus, string>
  /** What is not dry. */
  temperatures: Record<Exclude<TemperatureClass, 'DRY'>, string>
  choices: Record<Choice, string>

  about: (time: string) => string
  from: (time: string) => string
  by: (time: string) => string
  pause: (span: string) => string
  /** Back to the depot for the goods of that many stops. */
  reload: (stops: number, span: string) => string
  reloadNothing: (span: string) => string
  /** Taking goods over from another vehicle; the place has a name, or is where that one stands. */
  handOver: (stops: number, from: string, span: string) => string
  giveOver: (stops: number, to: string, span: string) => string
  beforeThisStop: (what: string) => string
  /** The order's reference, as on its labels. */
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
    /** What is taken along there, to be brought back. */
    pickUp: (what: string) => string
    pieces: (count: number) => string
    cubicFeet: (count: number) => string
    /** Goods that are picked up at one stop for another. */
    pickUpFor: (sequence: number, address: string) => string
    goodsFrom: (sequence: number, address: string) => string
    goodsNotHere: (reference: string) => string
    alsoHere: string
    leftWhere: string
    handedOver: string
    addNote: string
    note: string
    seemsThere: (address: string) => string
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
    /** Which load, where there are several. */
    loadTitle: (load: number | null) => string
    counted: (done: number, of: number) => string
    allThere: string
    loadComplete: string
    whyMissing: (count: number) => string
    goOnWithout: (count: number) => string
    /** A piece at its stop, to be ticked. */
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
    /** Of a piece for another stop of the route. */
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
    /** Of the small pictures. */
    open: (count: number) => string
    title: string
    none: string
    photo: (number: number) => string
    delete: string
    deleteOf: (photo: string) => string
    done: string
  }
  /** What is asked for at the door. */
  asked: {
    /** Of buttons. */
    checkId: Record<IdCheck, string>
    collect: (amount: string) => string
    askCode: string
    /** Of whose delivery, where there are several at the door. */
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
    /** After too many wrong ones. */
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
    /** Of buttons: what, and of which item. */
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
  /** How the page looks. */
  looks: { label: string; AUTO: string; LIGHT: string; DARK: string; SUN: string }
  list: {
    /** By name, address or reference. */
    search: string
    /** The placeholder of the search: the texts by which a stop is found. */
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
    /** Of a stop whose outcome is settled. */
    onlyOffice: string
    /** The app that gives directions. */
    navigateWith: string
    askEachTime: string
  }
  finished: {
    title: string
    /** Beside the button that takes it back. */
    endedEarly: string
    counts: (delivered: number, failed: number) => string
    countsReturned: (delivered: number, failed: number, returned: number) => string
    sent: string
    notSent: string
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
    /** Above what the server would not have, and the photos that it would not delete. */
    notSaved: string
    notDeleted: string
    /** What the driver did; `at` is null if nobody knows any more where. */
    did: Record<DoneAt, (at: string | null) => string> & Record<Exclude<Done, DoneAt>, string>
  }
  refused: Record<Refused, string>
  /** What the office took nevertheless. */
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
  /** The driver's own page. */
  home: {
    title: string
    today: string
    tomorrow: string
    nothing: Record<'today' | 'tomorrow', string>
    /** How far a route is; `open` leads to it. */
    planned: string
    sent: string
    running: string
    finished: string
    open: string
    done: (done: number, stops: string) => string
    starts: (time: string) => string
    /** No connection: what is shown is of that time. */
    asOf: (time: string) => string
    change: string
    install: string
    howToInstall: string
    /** On a route's page: back to the driver's own. */
    mine: string
    /** On the phone's lock screen. */
    news: { title: Record<DriverNews, string>; left: (stops: string) => string }
    notify: {
      on: string
      off: string
      isOn: string
      /** Why this phone is not notified, and what to do. */
      denied: string
      cannot: string
      installFirst: string
      failed: string
    }
  }
  /** In place of the page. */
  faults: {
    notFound: string
    checkLink: string
    wait: string
    tooMany: string
    notNow: string
    wentWrong: string
  }
}
