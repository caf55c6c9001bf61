// The thread on which one document is drawn.
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintedDocument } from '../../app/ports/documents.ts'
import type { Drawn } from './documents.ts'
import { drawDocument } from './draw.ts'

const port = parentPort!
const say = (drawn: Drawn): void => port.postMessage(drawn)

const pdf = await drawDocument(workerData as PrintedDocument)
pdf.on('data', (chunk: Buffer) => say(new Uint8Array(chunk)))
pdf.on('end', () => say(null))
pdf.end()
