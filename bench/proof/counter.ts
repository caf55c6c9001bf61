// A thread that keeps the other core busy and asks nobody for anything, until the number it is given is no longer 0.
import { workerData } from 'node:worker_threads'
import { threadToOtherMachine } from './machines.ts'

const over = workerData as Int32Array
await threadToOtherMachine()
while (Atomics.load(over, 0) === 0);
