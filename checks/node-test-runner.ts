// Test runner for StrykerJS. It runs the tests of node:test in its own process, so that a fault takes milliseconds. A
// process for each fault takes a second. TEST_FILES has the tests' files, separated by commas. StrykerJS has an option for
// them, but with that option it doesn't load the code again for a fault in a constant.
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'

interface CollectedTest {
  id: string
  fileName: string
  run: (context: typeof TEST_CONTEXT) => unknown
}

/** The members of a test's context that pure tests use. */
const TEST_CONTEXT = {
  test: async (_name: string, run: (context: unknown) => unknown): Promise<void> => {
    await run(TEST_CONTEXT)
  },
}

const collected: CollectedTest[] = []
let loading = ''
Object.assign(globalThis, {
  collectTest(name: string, run: CollectedTest['run']): void {
    collected.push({ id: `${loading} ${name}`, fileName: loading, run })
  },
})
/** Collects the tests instead of running them. */
const NODE_TEST = `
  export const test = (name, ...rest) => collectTest(name, rest.at(-1))
  export const it = test
  export const describe = (_name, ...rest) => rest.at(-1)()
  export default test`

/** The changed code and this runner exchange the active fault here. */
const SHARED = globalThis as unknown as Record<string, InstrumenterContext | undefined>

class NodeTestRunner implements TestRunner {
  private readonly context = (SHARED[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {})
  private isLoaded = false

  /** Faults in code that runs while a module is loaded need a new process. */
  capabilities() {
    return { reloadEnvironment: false }
  }

  async dryRun(): Promise<DryRunResult> {
    await this.load()
    this.context.mutantCoverage ??= { static: {}, perTest: {} }
    const tests: TestResult[] = []
    for (const test of collected) {
      this.context.currentTestId = test.id
      tests.push(await resultOf(test))
    }
    this.context.currentTestId = undefined
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.context.mutantCoverage }
  }

  async mutantRun(run: MutantRunOptions): Promise<MutantRunResult> {
    const { context } = this
    context.activeMutant = run.mutantActivation === 'static' ? run.activeMutant.id : undefined
    try {
      await this.load()
    } catch (error) {
      const tests = [failure({ id: 'loading', fileName: '' }, error)]
      return toMutantRunResult({ status: DryRunStatus.Complete, tests })
    }
    Object.assign(context, { activeMutant: run.activeMutant.id, hitCount: 0, hitLimit: run.hitLimit })
    const tests: TestResult[] = []
    for (const test of collected) {
      if (run.testFilter && !run.testFilter.includes(test.id)) continue
      tests.push(await resultOf(test))
      if (tests.at(-1)?.status === TestStatus.Failed) break
    }
    const endless = determineHitLimitReached(context.hitCount, run.hitLimit)
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests })
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return
    this.isLoaded = true
    registerHooks({
      resolve: (name, context, next) =>
        name === 'node:test' ? { url: 'roundsman:test', shortCircuit: true } : next(name, context),
      load: (url, context, next) =>
        url === 'roundsman:test' ? { format: 'module', source: NODE_TEST, shortCircuit: true } : next(url, context),
    })
    for (const file of process.env.TEST_FILES?.split(',') ?? []) {
      loading = file
      await import(pathToFileURL(path.resolve(file)).href)
    }
  }
}

async function resultOf(test: CollectedTest): Promise<TestResult> {
  const started = performance.now()
  try {
    await test.run(TEST_CONTEXT)
  } catch (error) {
    return failure(test, error)
  }
  return { ...named(test), status: TestStatus.Success, timeSpentMs: performance.now() - started }
}

const named = ({ id, fileName }: Pick<CollectedTest, 'id' | 'fileName'>) => ({ id, name: id, fileName })

const failure = (test: Pick<CollectedTest, 'id' | 'fileName'>, error: unknown): TestResult => ({
  ...named(test),
  status: TestStatus.Failed,
  timeSpentMs: 0,
  failureMessage: String(error),
})

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'node-test', NodeTestRunner)]
