/**
 * What does a person read when the kernel refuses? Code, message, the items, and which flag to change.
 */
import type { KernelError, ProtectedItem } from '../../contract/kernel-error.js'
import { counted, grouped, printable } from './printable.js'

const ITEMS_SHOWN = 8

/** Lines for standard error, the most important first. */
export function refusalLines(error: KernelError): readonly string[] {
  return [`refused ${error.code}: ${printableMessage(error.message)}`, ...detailLines(error)]
}

/** A message of the kernel holds no foreign text; a newline in it would still break `one line each`. */
function printableMessage(message: string): string {
  return message.split('\n').join(' ')
}

function detailLines(error: KernelError): readonly string[] {
  switch (error._tag) {
    case 'ProtectedOverBudget':
      return [
        ...protectedLines(error.items),
        `the smallest window that would do: --window ${error.smallestWindowTokens}`,
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
    case 'TranscriptRefused':
      return ['leave out --format to have the format found, or look at the file there']
    case 'DocumentRefused':
      return error.issues
        .slice(0, ITEMS_SHOWN)
        .map((issue) => `at ${printable(issue.pointer)}: ${issue.expected}`)
    case 'DocumentNewer':
    case 'PortMissing':
    case 'PortFailed':
      return []
  }
}

function protectedLines(items: readonly ProtectedItem[]): readonly string[] {
  const shown = items.slice(0, ITEMS_SHOWN)
  const lines = shown.map((item) => `  ${item.itemId}  ${item.reason}  ${counted(item.safeTokens, 'token')}`)
  return [`${counted(items.length, 'item')} must be kept:`, ...lines, ...moreLine(items.length)]
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
