/** Steps on the tracking page, in display order. */
export const TRACKING_STEPS = ['RECEIVED', 'SCHEDULED', 'OUT_FOR_DELIVERY', 'DONE'] as const
export type TrackingStep = (typeof TRACKING_STEPS)[number]
