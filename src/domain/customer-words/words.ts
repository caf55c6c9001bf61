// Texts for customers in one language. Functions take the values to insert; times and days are already texts in that
// language.
import type { Formats } from '../formats.ts'
import type { NoticeKind } from '../messages/message.ts'
import type { ReceiptOutcome } from '../receipts/receipt.ts'
import type { TrackingStep } from '../routes/tracking-step.ts'

/** API error codes that the page explains. */
export type CustomerFault =
  | 'OUT_FOR_DELIVERY'
  | 'DAY_FIXED'
  | 'DAY_TAKEN'
  | 'NOT_RATABLE'
  | 'RATING_FINAL'
  | 'RECORDS_BUSY'

/** Texts on and about the map. */
export interface MapWords {
  title: string
  address: string
  sources: string
  twoFingers: string
  /** Text that names the key for zooming with the wheel. */
  wheel: (key: string) => string
}

export interface CustomerWords {
  /** Locale for days, times and numbers. */
  locale: string
  /** Formats of the business. Absent: those of the language. */
  formats?: Formats
  /** Text messages, which are also the bodies of emails. Placeholders in braces are replaced. */
  messages: Record<NoticeKind, string>
  /** Subjects of emails, which are also their headings. */
  subjects: Record<NoticeKind, string>
  replyStop: string
  /** Responses to HELP. */
  helpAbout: (business: string) => string
  helpCall: (phone: string) => string
  /** Appended to the message of a delivery that needs the customer's code. */
  doorCodeText: string
  /** `yourOrder` replaces `{items}` if an order has none. `more` counts the items after the first three. */
  yourOrder: string
  more: (count: number) => string
  duringTheDay: string
  between: (from: string, to: string) => string
  to: (from: string, to: string) => string
  from: (time: string) => string
  by: (time: string) => string
  or: string
  mail: {
    order: string
    items: string
    /** Note under the expected time. `time` is when the email was sent. */
    asOf: (time: string) => string
    follow: string
    trackingLink: string
    photoLink: string
    questions: string
    call: (phone: string) => string
    reply: (after: 'call' | null) => string
    why: string
    choose: string
  }
  page: {
    title: (business: string) => string
    /** Text before the business's name. */
    deliveryFrom: string
    checkAgain: string
    address: string
    deliveryOn: (day: string) => string
    chooseAnotherDay: string
    cancelled: string
    /** Text before the time. `day` is `today` or `on`. */
    deliveredAt: (day: string) => string
    failedAt: (when: string) => string
    timeOn: (time: string, day: string) => string
    atYourAddress: string
    today: string
    on: (day: string) => string
    /** Texts before the range of times. `day` is `today` or `on`. */
    arriving: (day: string) => string
    nextArriving: (day: string) => string
    nowArriving: (day: string) => string
    /** `was` is the planned range of times. */
    late: (was: string) => string
    asOf: (time: string) => string
    postponed: string
    beingArranged: string
    plannedFor: (day: string) => string
    plannedAgain: string
    nothingComes: string
    leftWhere: (place: string) => string
    /** Heading of the items that were not delivered in full. */
    notInFull: string
    partOf: (delivered: number, quantity: number, item: string) => string
    arrived: string
    chooseNewDay: string
    arranging: string
    onTheRoute: string
    rangeNarrows: string
    stopsBefore: (count: number) => string
    /** Heading of the code that the customer gives to the driver, and its purpose. */
    doorCode: string
    doorCodeWhy: string
    orderNumber: (reference: string) => string
    items: (count: number) => string
    /** Description in the preview of a shared link. Contains no data of the delivery. */
    preview: string
    /** Text below the time window that the customer booked. */
    booked: string
    yourWindow: (window: string) => string
    scheduled: string
    received: string
    tryAgain: (day: string) => string
    chooseForDelivery: string
    contactToArrange: string
    theDriver: string
    hasArrived: (driver: string) => string
    onTheWay: (driver: string) => string
    /** Texts of the map, and a text that replaces the map if it can't be drawn. */
    map: MapWords
    noMap: string
    onTheWayAway: (driver: string, away: string, time: string) => string
    lessThan: (distance: string) => string
    about: (distance: string) => string
    steps: Record<TrackingStep, string>
    notDelivered: string
    instructions: string
    moreInstructions: string
    changeable: string
    textMe: string
    mailMe: string
    save: string
    yourRating: string
    howWasIt: string
    stars: (stars: number, of: number) => string
    comment: string
    changeRating: string
    send: string
    texts: string
    noTexts: (lastDigits: string) => string
    /** Text before the phone number, and a text that replaces the number if it is unknown. */
    sendStart: string
    ourNumber: string
    proof: string
    /** `photo`: at least one of the pictures is a photo. */
    picturesChanged: (photo: boolean) => string
    photo: (number: number) => string
    signature: string
    chooseADay: string
    roomOnDays: string
    choose: string
    back: string
    noDay: string
    callUs: (phone: string) => string
    contactUs: string
    questions: (business: string) => string
    call: string
    email: string
    timesIn: (zone: string) => string
  }
  /** Page of a receipt, which anyone may see. */
  receipt: {
    title: (business: string) => string
    outcomes: Record<ReceiptOutcome, string>
    /** Shown on the test side. */
    test: string
    /** A later receipt has replaced this receipt. `later` is the text of the link to the later receipt. */
    replaced: string
    later: string
    order: string
    occurred: string
    phoneTime: string
    noPhone: string
    received: string
    settled: string
    pictures: string
    picturesIn: (photos: number, signatures: number) => string
    number: string
    timesOf: (zone: string) => string
    proven: string
    proves: readonly string[]
    notProven: string
    provesNot: readonly string[]
    check: string
    checkHow: string
    download: string
    keys: string
    program: string
    signedWith: (key: string) => string
  }
  /** Shown instead of the page. */
  faults: Record<CustomerFault, string> & {
    notFound: string
    checkLink: string
    ended: string
    expired: string
    wait: string
    /** `wait` is the time until a retry is allowed, such as 8 hours. */
    tooMany: (wait: string) => string
    notNow: string
    /** `checkForm`: the form has an invalid value. `changed`: the delivery changed after the form was opened. */
    checkForm: string
    changed: string
    wentWrong: string
  }
}
