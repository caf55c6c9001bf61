// The thread on which one file is read.
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from './sheet-text.ts'

const port = parentPort!
port.postMessage(readSheet(workerData.content, workerData.mostRows))
