// Steps from an empty business to its first plan.

export const FIRST_STEPS = ['ADDRESSES', 'DEPOT', 'VEHICLES', 'DRIVERS', 'ORDERS', 'PLAN'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Whether each step is done. */
export type FirstStepsDone = Readonly<Record<FirstStep, boolean>>

export const stepsOf = (done: FirstStepsDone): { step: FirstStep; done: boolean }[] =>
  FIRST_STEPS.map((step) => ({ step, done: done[step] }))
