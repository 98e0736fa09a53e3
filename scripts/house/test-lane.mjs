/**
 * Runs test files in one worker process, and starts another after a crash or a hang.
 * Never prints; the caller orders the answers.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { RESULT_MARKER } from './test-protocol.mjs'

const WORKER = fileURLToPath(new URL('./test-worker.mjs', import.meta.url))

/**
 * A lane answers one file after the other.
 *
 * @param root      Where the workers run.
 * @param timeoutMs A file that takes longer is stopped and counts as a failure.
 */
export function openLane(root, timeoutMs) {
  const lane = { root, timeoutMs, worker: undefined }
  return {
    run: (path) => runFile(lane, path),
    close: () => lane.worker?.stdin.end(),
  }
}

function runFile(lane, path) {
  const worker = (lane.worker ??= startWorker(lane.root))
  return new Promise((resolve) => {
    let output = ''
    const timer = setTimeout(() => {
      output += `  stopped after ${lane.timeoutMs} ms\n`
      worker.kill('SIGKILL')
    }, lane.timeoutMs)
    const finish = (answer) => {
      clearTimeout(timer)
      worker.stdout.removeAllListeners('data')
      worker.stderr.removeAllListeners('data')
      worker.removeAllListeners('close')
      resolve({ path, output, ...answer })
    }
    worker.stderr.on('data', (text) => (output += text))
    worker.stdout.on('data', (text) => {
      output += text
      const answer = takeAnswer(output)
      if (answer === undefined) return
      output = answer.before
      finish(answer.counts)
    })
    worker.once('close', (code, signal) => {
      lane.worker = undefined
      const failures = `  the file ended its process (${signal ?? `exit code ${code}`})\n`
      finish({ passed: 0, failed: 1, skipped: 0, failures })
    })
    worker.stdin.write(`${path}\n`)
  })
}

function startWorker(root) {
  const worker = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), WORKER], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  worker.stdout.setEncoding('utf8')
  worker.stderr.setEncoding('utf8')
  worker.stdin.on('error', () => {})
  return worker
}

/** The whole answer line at the end of what a worker has printed so far, if it is there. */
function takeAnswer(output) {
  const start = output.lastIndexOf(`\n${RESULT_MARKER}`)
  if (start < 0 || !output.endsWith('\n')) return undefined
  const line = output.slice(start + 1 + RESULT_MARKER.length)
  return { before: output.slice(0, start), counts: JSON.parse(line) }
}
