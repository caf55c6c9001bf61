// The thread on which one document is drawn.
import '../behind-requests.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintedDocument, PrintedLabels } from '../../app/ports/documents.ts'
import type { Drawn } from './documents.ts'
import { drawDocument } from './draw.ts'
import { drawLabels } from './labels.ts'

const port = parentPort!
const say = (drawn: Drawn): void => port.postMessage(drawn)

const asked = workerData as PrintedDocument | PrintedLabels
const pdf = 'labels' in asked ? drawLabels(asked) : await drawDocument(asked)
pdf.on('data', (chunk: Buffer) => say(new Uint8Array(chunk)))
pdf.on('end', () => say(null))
pdf.end()
