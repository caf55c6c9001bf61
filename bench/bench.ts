// npm run bench NAME -- [--option VALUE] measures a part of the service. Without a name, lists the benchmarks. The head
// comment of each file describes its options.
import { fileURLToPath } from 'node:url'
import { type Named, namedEntry } from './given-options.ts'

const BENCHMARKS: Record<string, Named & { file: string }> = {
  api: {
    file: 'api.ts',
    about: 'Writes, batches, reads and the webhook drain of a whole service, beside the raw rate of its database.',
  },
  availability: {
    file: 'availability/run.ts',
    about: 'Availability checks of a day of 300 stops, and how long they hold up the event loop.',
  },
  beside: { file: 'engine/beside.ts', about: 'Reads of orders without a solve and beside one.' },
  capacity: {
    file: 'capacity.ts',
    about: 'Cores, memory, connections and disk for so many businesses, from measured costs.',
  },
  distances: {
    file: 'distances/run.ts',
    about: 'How far estimates of road distances are off, and what this costs in routes.',
  },
  driver: { file: 'driver-page.ts', about: 'The driver’s page on its first visit over slow 3G.' },
  engine: { file: 'engine/run.ts', about: 'The gap of plans to the best known of a folder of instances.' },
  fleets: { file: 'engine/mixed.ts', about: 'Mixed vehicles over a real matrix: how far plans differ over seeds.' },
  'first-plan': {
    file: 'first-plan.ts',
    about: 'What a first build looks like: how even it is, and how many legs cross.',
  },
  geocoding: { file: 'geocoding/run.ts', about: 'How many known addresses are placed as people write them.' },
  office: { file: 'office.ts', about: 'The office at size, in a real browser.' },
  regions: { file: 'regions/run.ts', about: 'Time and memory of adding a region.' },
  replan: { file: 'replan.ts', about: 'Urgent deliveries in routes under way: what changes, and what it costs.' },
  roads: { file: 'roads/run.ts', about: 'Making the road file of an extract, loading it, and answering tables.' },
  screens: {
    file: 'screens/check.ts',
    about: 'axe over every screen, and the compressed script that each page loads first.',
  },
  sets: { file: 'engine/sets.ts', about: 'The gap of plans to the best plan seen of generated problems.' },
  turns: { file: 'engine/turns.ts', about: 'How long a small solve waits beside many large ones of another business.' },
  'two-tables': { file: 'engine/two-tables.ts', about: 'What a road table for each kind of vehicle costs the search.' },
  writes: { file: 'writes.ts', about: 'Order writes of this checkout and of another, in turns.' },
  zones: { file: 'availability/zones.ts', about: 'What large zones cost their own business and others.' },
}

const found = namedEntry('bench', BENCHMARKS)
if (found) {
  const file = new URL(found.entry.file, import.meta.url)
  process.argv = [process.execPath, fileURLToPath(file), ...found.rest]
  await import(file.href)
}
