// The thread on which one document is drawn.
import '../behind-requests.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintedDocument, PrintedLabels } from '../../app/ports/documents.ts'
import type { Drawn } from './documents.ts'
import { drawDocument } from './draw.ts'
import { drawLabels } from './labels.ts'

const port = parentPort!
const postDrawn = (drawn: Drawn): void => port.postMessage(drawn)

const documentToDraw = workerData as PrintedDocument | PrintedLabels
const pdf = 'labels' in documentToDraw ? drawLabels(documentToDraw) : await drawDocument(documentToDraw)
pdf.on('data', (chunk: Buffer) => postDrawn(new Uint8Array(chunk)))
pdf.on('end', () => postDrawn(null))
pdf.end()
