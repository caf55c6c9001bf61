// The clock of the playback: the shown minute, and how fast it advances.
import { useEffect, useState } from 'react'

export type PlayerClock = ReturnType<typeof usePlaying>

/** Minutes of the day that pass in each second of playback. */
export const SPEEDS = [1, 5, 10] as const

/** The shown minute of the day. During playback, it advances to `to`. */
export function usePlaying(from: number, to: number) {
  const [at, setAt] = useState(to)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(10)
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => setAt((minute) => Math.min(minute + 1, to)), 1_000 / speed)
    return () => clearInterval(timer)
  }, [playing, to, speed])
  if (playing && at >= to) setPlaying(false)
  return {
    at,
    playing,
    speed,
    setSpeed,
    toggle: () => {
      if (!playing && at >= to) setAt(from)
      setPlaying(!playing)
    },
    jumpTo: (minute: number) => {
      setPlaying(false)
      setAt(minute)
    },
  }
}
