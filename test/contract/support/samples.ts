/**
 * One document of each kind that every rule accepts; tests change what they need.
 */
const AT = '2026-03-04T05:06:07.089Z'
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`

const sink = { sink: 'model', locality: 'remote', clearance: 'personal' }

/** A message of a user, as plain data. */
export function sampleItem(): Record<string, unknown> {
  return {
    itemId: 'item-1',
    kind: 'message',
    labels: {
      scope: { kind: 'session', id: ['s-1'] },
      trust: 'user',
      sensitivity: 'internal',
      sinks: ['*'],
    },
    source: { store: 'session', id: 'entry-1', sequence: 1 },
    provenance: { origin: 'reader', observedAt: AT },
    tokens: { expected: 4, safe: 5, counter: 'features/v1' },
    priority: 500_000,
    pinned: false,
    createdAt: AT,
    content: 'hello',
    binding: { role: 'user' },
  }
}

/** A request for a plan of that message. */
export function sampleRequest(): Record<string, unknown> {
  return { items: [sampleItem()], budget: { windowTokens: 1000 }, partitions: { memory: { maxTokens: 0 } } }
}

/** A plan with one item in it and one fallen out. */
export function samplePlan(): Record<string, unknown> {
  return {
    schema: 'cmk/context-plan/v1',
    digest: DIGEST,
    plannedFor: AT,
    optionsDigest: DIGEST,
    counter: 'features/v1',
    sink,
    budget: {
      windowTokens: 1000,
      reservedOutputTokens: 0,
      safetyMarginTokens: 0,
      recoveryReserveTokens: 0,
      inputTokens: 1000,
      perMessageTokens: 4,
      perPlanTokens: 32,
    },
    placement: 'hybrid',
    conversation: 'tail',
    totalTokens: 41,
    expectedTokens: 4,
    selected: [
      { itemId: 'item-1', digest: DIGEST, segment: 'current', reason: 'current_request', tokens: 4 },
    ],
    epoch: {
      number: 2,
      requests: 3,
      grownTokens: 12,
      tailFrom: 'item-1',
      account: { savedThousandths: 0, supplements: ['item-3'], tailFrom: 'item-1' },
    },
    prefixes: [{ segment: 'current', items: 1, tokens: 4, digest: DIGEST }],
    reusablePrefixTokens: 0,
    prefixBreak: { cause: 'cut', itemId: 'item-2', costTokens: 4 },
    awaiting: [],
    explanation: {
      dropped: [{ itemId: 'item-2', reason: 'over_budget', tokens: 9, offloadable: true }],
      droppedCapped: false,
      droppedTotals: [{ reason: 'over_budget', items: 1, tokens: 9 }],
      partitions: [{ partition: 'conversation', items: 1, tokens: 9, unmetMinTokens: 0 }],
      raised: [],
    },
    sinkView: { segments: [{ segment: 'current', items: 1, tokens: 4 }], totalTokens: 41 },
  }
}

/** What was used for one request. */
export function sampleUsage(): Record<string, unknown> {
  return {
    provider: 'acme',
    model: 'm-1',
    counter: 'features/v1',
    estimatedTokens: 400,
    safeTokens: 500,
    observedTokens: 420,
  }
}

/** A calibration of that one request. */
export function sampleCalibration(): Record<string, unknown> {
  const { estimatedTokens, safeTokens, observedTokens, ...key } = sampleUsage()
  return {
    schema: 'cmk/calibration/v1',
    ...key,
    samples: 1,
    estimatedTokens,
    observedTokens,
    window: [{ estimatedTokens, safeTokens, observedTokens }],
    expectedMillionths: 1_000_000,
    safeMillionths: 1_000_000,
  }
}
