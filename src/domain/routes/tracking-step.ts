/** The line of steps on the tracking page, in order. */
export const TRACKING_STEPS = ['RECEIVED', 'SCHEDULED', 'OUT_FOR_DELIVERY', 'DONE'] as const
export type TrackingStep = (typeof TRACKING_STEPS)[number]
