/**
 * What does a person read when the kernel refuses? Code, message, the items, and which flag to change.
 */
import { issueWords } from '../../contract/issue-words.js'
import type { KernelError, ProtectedItem } from '../../contract/kernel-error.js'
import { failed } from '../../contract/result.js'
import { TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import type { CliRefusal } from './cli-refusal.js'
import { counted, grouped, printable } from './printable.js'

const ITEMS_SHOWN = 8

/** A refused result of the kernel: its error, and lines for a person; `hints` stand last. */
export function refuseAs(
  error: KernelError,
  ...hints: readonly string[]
): { readonly ok: false; readonly error: CliRefusal } {
  return failed({ lines: [...refusalLines(error), ...hints], error })
}

/** Lines for standard error, the most important first. */
export function refusalLines(error: KernelError): readonly string[] {
  return [`refused ${error.code}: ${headline(error)}`, ...detailLines(error)]
}

/** In the words of the command where the message speaks of fields, or of figures that are grouped here. */
function headline(error: KernelError): string {
  switch (error._tag) {
    case 'ProtectedOverBudget':
      return (
        `${protectedCount(error.items)} ${grouped(error.smallestInputTokens)} tokens of input, ` +
        `there are ${grouped(error.inputBudgetTokens)}`
      )
    case 'ProtectedOverCeiling':
      return (
        `${protectedCount(error.items)} ${grouped(error.smallestCeilingTokens)} tokens of ${error.partition}, ` +
        `its ceiling is ${grouped(error.ceilingTokens)}`
      )
    case 'BudgetInvalid':
      return 'the reserve is larger than the window; lower --reserve or give a larger --window'
    case 'ProtectedNotAdmitted':
    case 'DocumentRefused':
    case 'DocumentNewer':
    case 'PortMissing':
    case 'PortFailed':
    case 'TranscriptRefused':
    case 'MessagesRefused':
      // A message holds no foreign text; a newline in it would still break `one line each`.
      return error.message.split('\n').join(' ')
  }
}

function protectedCount(items: readonly ProtectedItem[]): string {
  return `${counted(items.length, 'protected item')} ${items.length === 1 ? 'needs' : 'need'}`
}

function detailLines(error: KernelError): readonly string[] {
  switch (error._tag) {
    case 'ProtectedOverBudget':
      return [
        ...protectedLines(error.items),
        error.smallestWindowTokens > TOKEN_COUNT_MAX
          ? 'no window is large enough'
          : `the smallest window that would do: --window ${error.smallestWindowTokens}`,
      ]
    case 'ProtectedOverCeiling':
      return [
        ...protectedLines(error.items),
        `the smallest ceiling of ${error.partition} that would do is ${grouped(error.smallestCeilingTokens)} tokens`,
      ]
    case 'ProtectedNotAdmitted':
      return [
        ...namedLines(error.items),
        'the receiver may not see them; choose another with --sink or --local',
      ]
    case 'BudgetInvalid':
      return []
    case 'MessagesRefused':
      return messagesLines(error)
    case 'DocumentRefused':
      return error.issues
        .slice(1, ITEMS_SHOWN)
        .map((issue) => `also: ${printable(issueWords(error.document, issue))}`)
    case 'TranscriptRefused':
    case 'DocumentNewer':
    case 'PortMissing':
    case 'PortFailed':
      return []
  }
}

function protectedLines(items: readonly ProtectedItem[]): readonly string[] {
  const shown = items.slice(0, ITEMS_SHOWN)
  const lines = shown.map((item) => `  ${item.itemId}  ${item.reason}  ${counted(item.safeTokens, 'token')}`)
  return [...lines, ...moreLine(items.length)]
}

function namedLines(
  items: readonly { readonly itemId: string; readonly reason: string }[],
): readonly string[] {
  return [
    ...items.slice(0, ITEMS_SHOWN).map((item) => `  ${item.itemId}  ${item.reason}`),
    ...moreLine(items.length),
  ]
}

function moreLine(count: number): readonly string[] {
  return count > ITEMS_SHOWN ? [`  and ${grouped(count - ITEMS_SHOWN)} more`] : []
}

function messagesLines(error: Extract<KernelError, { _tag: 'MessagesRefused' }>): readonly string[] {
  const { itemIds, rule } = error
  const ids = `${itemIds.slice(0, ITEMS_SHOWN).join(', ')}${itemIds.length > ITEMS_SHOWN ? ', …' : ''}`
  const items = itemIds.length === 0 ? [] : [`items: ${ids}`]
  const isOpenCall = rule === 'call-answered'
  return isOpenCall ? [...items, '--awaiting mark writes that such a call was interrupted'] : items
}
