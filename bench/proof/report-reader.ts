// A process that reads reports, several at a time, each reader one after the other, until it gets a message to end.
import { tomorrow } from './mixed-load.ts'

export interface ReaderData {
  /** Office URL of the process that reads from the replica. */
  office: string
  /** Cookie of a user who may read all reports. */
  cookie: string
  /** Number of past days in a report. */
  days: number
  readers: number
}

export interface Read {
  reports: number
  faults: string[]
}

const { office, cookie, days, readers } = JSON.parse(process.argv[2] ?? '') as ReaderData
const day = (before: number) => tomorrow(Date.now() - (before + 1) * 86_400_000)
const range = `from=${encodeURIComponent(day(days))}&to=${encodeURIComponent(day(0))}`
const paths = [`/report?${range}`, `/report.csv?${range}&part=days`, `/orders.csv`, `/audit.csv?${range}`]

let over = false
process.once('message', () => (over = true))
// End together with the parent process.
process.once('disconnect', () => process.exit())
const read: Read = { reports: 0, faults: [] }

async function readUntilOver(): Promise<void> {
  let n = 0
  do {
    const response = await fetch(`${office}${paths[n++ % paths.length]}`, { headers: { cookie } })
    await response.arrayBuffer()
    if (response.status === 200) read.reports++
    else read.faults.push(`a report answered ${response.status}`)
  } while (!over)
}

await Promise.all(Array.from({ length: readers }, readUntilOver))
process.send?.(read)
process.disconnect()
