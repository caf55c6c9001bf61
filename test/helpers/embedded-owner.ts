// A process that owns the database in the directory of its argument until its input ends.
import { openEmbedded } from '../../src/adapters/embedded/embedded-postgres.ts'

const embedded = await openEmbedded(process.argv[2] ?? '', {
  log: { info: () => {}, error: console.error },
  settings: { fsync: 'off' },
})
console.log(JSON.stringify({ started: embedded.started, connection: embedded.connection }))
process.stdin.resume().on('end', () => {
  void embedded.stop()
})
