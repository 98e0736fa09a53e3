/**
 * What is the digest of an item? It covers the digest of the content, so that big content is hashed once.
 */
import { digestOfCanonical, digestOfText, type Digest, type Sha256Hex } from '../../base/digest.js'
import { CONTEXT_ITEM_SCHEMA, type ContextItem } from '../../contract/context-item.js'
import { canonicalContextItemHead } from '../../contract/generated/context-item.js'

export function digestItem(sha256Hex: Sha256Hex, item: ContextItem): Digest {
  const contentDigest = item.content === undefined ? '' : digestOfText(sha256Hex, item.content)
  return digestOfCanonical(sha256Hex, CONTEXT_ITEM_SCHEMA, canonicalContextItemHead(item, contentDigest))
}
