// npm run prove:depots -- [--fault depots-unwalled]
// What somebody who works for one depot sees and changes of another's: nothing. With a fault of faults.ts it fails when that is
// not caught.
import { proveCatching } from './catching.ts'

await proveCatching(async () => (await import('./depots-run.ts')).depotsRun)
