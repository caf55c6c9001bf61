// npm run bench NAME -- [--option VALUE] measures a part of the service. Without a name, lists the benchmarks. The head
// comment of each file describes its options.
import { fileURLToPath } from 'node:url'
import { type Named, namedEntry } from './given-options.ts'

const BENCHMARKS: Record<string, Named & { file: string }> = {
  api: {
    file: 'api.ts',
    about:
      'Writes, batches, reads and the webhook drain of a complete service, compared with the raw rate of its database.',
  },
  availability: {
    file: 'availability/run.ts',
    about: 'Availability checks of a day of 300 stops, and how long they block the event loop.',
  },
  beside: { file: 'engine/beside.ts', about: 'Order reads without a solve and during solves.' },
  capacity: {
    file: 'capacity.ts',
    about: 'Cores, memory, connections and disk for a number of businesses, from measured costs.',
  },
  directory: {
    file: 'directory.ts',
    about: 'Processor time of a question of a proxy: the installation of a request.',
  },
  distances: {
    file: 'distances/run.ts',
    about: 'Error of estimated road distances, and its cost in routes.',
  },
  driver: { file: 'driver-page.ts', about: 'The first visit to the driver page over slow 3G.' },
  engine: { file: 'engine/run.ts', about: 'The gap to the best known plans of a folder of instances.' },
  eta: { file: 'eta.ts', about: 'Expected times and ranges on simulated days, compared with the former rule.' },
  fleets: { file: 'engine/mixed.ts', about: 'Mixed vehicles on a real matrix: spread of the plans over seeds.' },
  'first-plan': {
    file: 'first-plan.ts',
    about: 'The shape of a first build: balance and crossing legs.',
  },
  geocoding: {
    file: 'geocoding/run.ts',
    about: 'How many known addresses are geocoded if written as people write them.',
  },
  office: { file: 'office.ts', about: 'The office with much data, in a real browser.' },
  regions: { file: 'regions/run.ts', about: 'Time and memory of adding a region.' },
  'street-hours': {
    file: 'roads/hour-cases.ts',
    about: 'The reader of hours compared with the test cases of the package opening_hours.',
  },
  replan: { file: 'replan.ts', about: 'Urgent deliveries in running routes: changes and extra driving.' },
  roads: { file: 'roads/run.ts', about: 'Creating the road file of an extract, loading it, and computing tables.' },
  screens: {
    file: 'screens/check.ts',
    about: 'axe on every screen, and the compressed script that each page loads first.',
  },
  sets: { file: 'engine/sets.ts', about: 'The gap to the best known plans of generated problems.' },
  turns: {
    file: 'engine/turns.ts',
    about: 'How long a small solve waits during many large solves of another business.',
  },
  'two-tables': { file: 'engine/two-tables.ts', about: 'Cost of a road table per kind of vehicle in the search.' },
  writes: { file: 'writes.ts', about: 'Order writes of this checkout and another one, alternating.' },
  zones: { file: 'availability/zones.ts', about: 'Cost of large zones for their own business and other businesses.' },
}

const found = namedEntry('bench', BENCHMARKS)
if (found) {
  const file = new URL(found.entry.file, import.meta.url)
  process.argv = [process.execPath, fileURLToPath(file), ...found.rest]
  await import(file.href)
}
