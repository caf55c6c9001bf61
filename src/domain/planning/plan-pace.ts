// How real drives and visits of a business differ from plain road and service times. Plans include these differences
// once they are learned, so that the planned times are those that drivers keep.

export interface PlanPace {
  /** Actual driving time over the time on the roads in that hour's traffic. */
  driveFactor: number
  /** Seconds of parking and walking at each stop. */
  stopSeconds: number
  /** Actual service time over the planned one. */
  serviceFactor: number
}

/** Returns the planned seconds of a visit: its service, and parking and walking before it. */
export const visitSeconds = (pace: PlanPace | null | undefined, serviceMinutes: number): number =>
  pace ? Math.round(serviceMinutes * 60 * pace.serviceFactor + pace.stopSeconds) : serviceMinutes * 60

/** Returns the factor of a plan's driving times: its traffic, and how this business drives. */
export const driveFactorOf = (pace: PlanPace | null | undefined, trafficFactor: number): number =>
  trafficFactor * (pace?.driveFactor ?? 1)
