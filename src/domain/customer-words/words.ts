// What customers read, in one language. Functions take what is filled in; times and days come in words of that language.
import type { Formats } from '../formats.ts'
import type { NoticeKind } from '../messages/message.ts'
import type { ReceiptOutcome } from '../receipts/receipt.ts'
import type { TrackingStep } from '../routes/tracking-step.ts'

/** Why something can't be done on the page, by the code of the API. */
export type CustomerFault =
  | 'OUT_FOR_DELIVERY'
  | 'DAY_FIXED'
  | 'DAY_TAKEN'
  | 'NOT_RATABLE'
  | 'RATING_FINAL'
  | 'RECORDS_BUSY'

/** What the map says, or is said of it. */
export interface MapWords {
  title: string
  address: string
  sources: string
  twoFingers: string
  /** With which key a wheel zooms. */
  wheel: (key: string) => string
}

export interface CustomerWords {
  /** Of days, times and numbers. */
  locale: string
  /** As the business writes them; without, as the language does. */
  formats?: Formats
  /** Texts, also the body of mails; what stands in braces is filled in. */
  messages: Record<NoticeKind, string>
  /** Of mails, also their headings. */
  subjects: Record<NoticeKind, string>
  replyStop: string
  /** Answers to HELP. */
  helpAbout: (business: string) => string
  helpCall: (phone: string) => string
  /** After the text of a delivery that asks for it. */
  doorCodeText: string
  /** For `{items}` of an order without any, and for those beyond the first three. */
  yourOrder: string
  more: (count: number) => string
  duringTheDay: string
  between: (from: string, to: string) => string
  to: (from: string, to: string) => string
  from: (time: string) => string
  by: (time: string) => string
  or: string
  mail: {
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
    /** What precedes the business's name. */
    deliveryFrom: string
    checkAgain: string
    address: string
    deliveryOn: (day: string) => string
    chooseAnotherDay: string
    cancelled: string
    deliveredAt: (when: string) => string
    failedAt: (when: string) => string
    timeOn: (time: string, day: string) => string
    atYourAddress: string
    today: string
    on: (day: string) => string
    arriving: (day: string, from: string, to: string) => string
    postponed: string
    beingArranged: string
    plannedFor: (day: string) => string
    plannedAgain: string
    nothingComes: string
    leftWhere: (place: string) => string
    /** Above the items of which less came than was ordered. */
    notInFull: string
    partOf: (delivered: number, quantity: number, item: string) => string
    arrived: string
    reason: (reason: string) => string
    chooseNewDay: string
    arranging: string
    onTheRoute: string
    stopsBefore: (count: number) => string
    /** Above the code that the customer tells the driver, and what it is for. */
    doorCode: string
    doorCodeWhy: string
    orderNumber: (reference: string) => string
    yourItems: string
    /** Where the link is shared: no more than that. */
    preview: string
    yourWindow: (window: string) => string
    scheduled: string
    received: string
    again: string
    chooseForDelivery: string
    contactToArrange: string
    theDriver: string
    hasArrived: (driver: string) => string
    onTheWay: (driver: string) => string
    /** Of the map, and what stands in its place where it can't be drawn. */
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
    /** What precedes the number, and what stands in its place where it isn't known. */
    sendStart: string
    ourNumber: string
    proof: string
    /** `photo`: at least one of them is a photo. */
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
  }
  /** In place of the page. */
  /** The page of a receipt, which anyone may be shown. */
  receipt: {
    title: (business: string) => string
    outcomes: Record<ReceiptOutcome, string>
    /** Of the test side. */
    test: string
    /** Before a link, `later`. */
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
  faults: Record<CustomerFault, string> & {
    notFound: string
    checkLink: string
    ended: string
    expired: string
    wait: string
    /** After so long, such as 8 hours, it may be tried again. */
    tooMany: (wait: string) => string
    notNow: string
    /** A form with something that can't be taken, and one that was overtaken. */
    checkForm: string
    changed: string
    wentWrong: string
  }
}
