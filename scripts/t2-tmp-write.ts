import { writeFileSync } from 'node:fs'
import { CALLER, ask, user, said, call, extra, FOREIGN } from './fixtures/fixture-item.js'
import { layOutJson } from './fixtures/lay-out-json.js'

const put = (path: string, value: unknown) => writeFileSync(`fixtures/${path}`, layOutJson(value))

// labels
const s = (kind: string, ...id: string[]) => ({ kind, id })
const pair = (a: unknown, b: unknown, same: boolean) => ({ a, b, same })
put('labels/scopes.json', {
  subject: 'when are two scopes the same',
  requirement: ['REQ-SCOPE-050', 'REQ-PEER-126'],
  cases: [
    pair(s('tenant', 'tenant', 'acme'), s('tenant', 'tenant', 'acme'), true),
    pair(s('tenant', 'tenant', 'acme'), s('tenant', 'tenant', 'acme-corp'), false),
    pair(s('tenant', 'tenant', 'acme'), s('tenant', 'tenant'), false),
    pair(s('tenant', 'tenant', 'acme'), s('tenant', 'tenant', 'acme', ''), false),
    pair(s('tenant', 'tenant', 'acme'), s('tenant', 'acme', 'tenant'), false),
    pair(s('tenant', 'tenant', 'acme'), s('user', 'tenant', 'acme'), false),
    pair(s('session', 'a:b', 'c'), s('session', 'a', 'b:c'), false),
    pair(s('session', 'a', 'b', 'c'), s('session', 'a:b:c'), false),
    pair(s('session', 'a,b'), s('session', 'a', 'b'), false),
    pair(s('session', 'a","b'), s('session', 'a', 'b'), false),
    pair(s('session', 'a\u0000b'), s('session', 'a', 'b'), false),
    pair(s('session', 'a'), s('session', 'A'), false),
    pair(s('session', 'a'), s('session', 'a '), false),
    pair(s('session', 'a'), s('session', '*'), false),
    pair(s('session', '*'), s('session', '*'), true),
    pair(s('session', 'a%'), s('session', 'ab'), false),
    pair(s('session', 'a_'), s('session', 'ab'), false),
    pair(s('session', 'a\\b'), s('session', 'a\\\\b'), false),
    pair(s('session', 'a.b'), s('session', 'a/b'), false),
    pair(s('global', ''), s('global', ''), true),
    pair(s('global', ''), s('global', '', ''), false),
    pair(s('global', ''), s('global', ' '), false),
    pair(s('user', 'caf\u00e9'), s('user', 'caf\u00e9'), true),
    pair(s('user', 'caf\u00e9'), s('user', 'cafe\u0301'), false),
    pair(s('user', '\u212b'), s('user', '\u00c5'), false),
    pair(s('user', '\uff41'), s('user', 'a'), false),
    pair(s('user', '\u{1f600}'), s('user', '\u{1f600}'), true),
    pair(s('user', 'a\u200bb'), s('user', 'ab'), false),
    pair(s('user', '1'), s('user', '01'), false),
    pair(s('agent', '1', '2', '3', '4', '5', '6', '7', '8'), s('agent', '1', '2', '3', '4', '5', '6', '7', '8'), true),
    pair(s('agent', '1', '2', '3', '4', '5', '6', '7', '8'), s('agent', '1', '2', '3', '4', '5', '6', '7', '9'), false),
    pair(s('user', '__proto__'), s('user', 'constructor'), false),
  ],
})

const home = s('session', 'acme', 's1')
const labels = (change: object = {}) => ({ scope: home, trust: 'user', sensitivity: 'internal', sinks: ['*'], ...change })
const gate = (change: object = {}) => ({ scopes: [home], sink: { sink: 'model', locality: 'remote', clearance: 'personal' }, trustCeiling: 'host', now: '2026-03-01T12:00:00.000Z', ...change })
const sink = (clearance: string, locality = 'remote', name = 'model') => ({ sink: { sink: name, locality, clearance } })
const den = (name: string, l: object, denial: string | null, g: object = {}, expiresAt?: string) => ({ name, labels: labels(l), ...(expiresAt ? { expiresAt } : {}), gate: gate(g), denial })
const levels = ['public', 'internal', 'personal', 'secret', 'restricted']
put('labels/denials.json', {
  subject: 'why may something not be shown',
  requirement: ['REQ-PLAN-241', 'REQ-SCOPE-050'],
  cases: [
    den('everything admits', {}, null),
    den('no expiry never expires', {}, null, { now: '9999-12-31T23:59:59.999Z' }),
    den('a millisecond before expiry', {}, null, {}, '2026-03-01T12:00:00.001Z'),
    den('the instant of expiry', {}, 'expired', {}, '2026-03-01T12:00:00.000Z'),
    den('after expiry', {}, 'expired', {}, '1970-01-01T00:00:00.000Z'),
    den('expiry in a later century', {}, null, {}, '2100-01-01T00:00:00.000Z'),
    den('another scope', { scope: s('session', 'acme', 's2') }, 'scope_denied'),
    den('a scope above is another scope', { scope: s('tenant', 'acme') }, 'scope_denied'),
    den('one of several scopes', { scope: s('tenant', 'acme') }, null, { scopes: [home, s('tenant', 'acme')] }),
    den('no scopes', {}, 'scope_denied', { scopes: [] }),
    den('the named sink', { sinks: ['model'] }, null),
    den('the sink among others', { sinks: ['printer', 'model'] }, null),
    den('the star among others', { sinks: ['printer', '*'] }, null),
    den('no sinks', { sinks: [] }, 'sink_denied'),
    den('another sink', { sinks: ['printer'] }, 'sink_denied'),
    den('a prefix of the sink', { sinks: ['mod'] }, 'sink_denied'),
    den('another case', { sinks: ['MODEL'] }, 'sink_denied'),
    den('a sink called like the star is admitted by its name', { sinks: ['*'] }, null, sink('personal', 'remote', '*')),
    den('a sink called like the star is no star for the label', { sinks: ['model'] }, 'sink_denied', sink('personal', 'remote', '*')),
    ...levels.flatMap((sensitivity, level) =>
      levels.flatMap((clearance, cleared) =>
        ['remote', 'local'].map((locality) =>
          den(
            `${sensitivity} for a ${locality} sink cleared for ${clearance}`,
            { sensitivity },
            level > cleared || (sensitivity === 'restricted' && locality === 'remote') ? 'sensitivity_denied' : null,
            sink(clearance, locality),
          ),
        ),
      ),
    ),
    den('trust is no reason of this table', { trust: 'untrusted' }, null),
    den('expired before scope', { scope: s('session', 'x'), sinks: [], sensitivity: 'restricted' }, 'expired', {}, '2026-03-01T12:00:00.000Z'),
    den('scope before sink', { scope: s('session', 'x'), sinks: [], sensitivity: 'restricted' }, 'scope_denied'),
    den('sink before sensitivity', { sinks: [], sensitivity: 'restricted' }, 'sink_denied'),
    den('sensitivity last', { sensitivity: 'restricted' }, 'sensitivity_denied'),
  ],
})

const der = (name: string, parents: object[], derived: object | null) => ({ name, parents, derived })
put('labels/derivations.json', {
  subject: 'which labels does something carry that is made from other things',
  requirement: ['REQ-SCOPE-052'],
  cases: [
    der('nothing is derived from nothing', [], null),
    der('one parent keeps its labels', [labels({ sinks: ['a'] })], labels({ sinks: ['a'] })),
    der('sinks are sorted by code unit and stand once', [labels({ sinks: ['b', 'B', 'a', 'b', '_'] })], labels({ sinks: ['B', '_', 'a', 'b'] })),
    der('composed and decomposed sinks are two', [labels({ sinks: ['caf\u00e9', 'cafe\u0301'] })], labels({ sinks: ['cafe\u0301', 'caf\u00e9'] })),
    der('the least trusted parent counts', [labels({ trust: 'host' }), labels({ trust: 'external' }), labels({ trust: 'user' })], labels({ trust: 'external' })),
    der('the most sensitive parent counts', [labels({ sensitivity: 'public' }), labels({ sensitivity: 'secret' }), labels()], labels({ sensitivity: 'secret' })),
    der('only common sinks stay', [labels({ sinks: ['a', 'b', 'c'] }), labels({ sinks: ['c', 'b'] }), labels({ sinks: ['b', 'd'] })], labels({ sinks: ['b'] })),
    der('no common sink is no sink', [labels({ sinks: ['a'] }), labels({ sinks: ['b'] })], labels({ sinks: [] })),
    der('the star gives way', [labels({ sinks: ['*'] }), labels({ sinks: ['a'] })], labels({ sinks: ['a'] })),
    der('two stars are a star', [labels(), labels()], labels()),
    der('no sink beside a star is no sink', [labels(), labels({ sinks: [] })], labels({ sinks: [] })),
    der('each field is tightened by itself', [labels({ trust: 'host', sensitivity: 'restricted', sinks: ['*'] }), labels({ trust: 'untrusted', sensitivity: 'public', sinks: ['a'] })], labels({ trust: 'untrusted', sensitivity: 'restricted', sinks: ['a'] })),
    der('two scopes have nothing in common', [labels(), labels({ scope: s('session', 'acme', 's2') })], null),
    der('a scope and its prefix have nothing in common', [labels({ scope: s('tenant', 'a', 'b') }), labels({ scope: s('tenant', 'a') })], null),
    der('the third parent counts as much', [labels(), labels(), labels({ scope: s('global', '') })], null),
  ],
})

const trusts = ['untrusted', 'external', 'user', 'verified', 'host']
put('labels/trust.json', {
  subject: 'how far is something trusted under the ceiling of who hands it over',
  requirement: ['REQ-PEER-102'],
  order: trusts,
  cases: trusts.flatMap((claimed, at) => trusts.map((ceiling, cap) => ({ claimed, ceiling, effective: at <= cap ? claimed : ceiling }))),
})

// canonical JSON
const ok = (json: string, canonical: string) => ({ json, canonical })
put('canonical-json/texts.json', {
  subject: 'which canonical text has the value of a JSON text',
  requirement: ['REQ-BASE-201', 'REQ-BASE-204', 'REQ-PEER-126'],
  about: 'json is the text of a value; canonical is its RFC 8785 text',
  cases: [
    ok('null', 'null'),
    ok(' [ true , false ] ', '[true,false]'),
    ok('{}', '{}'),
    ok('[]', '[]'),
    ok('{"b":1,"a":2}', '{"a":2,"b":1}'),
    ok('{"a":{"d":1,"c":[{"z":1,"y":2}]}}', '{"a":{"c":[{"y":2,"z":1}],"d":1}}'),
    ok('{"10":1,"9":2,"1":3}', '{"1":3,"10":1,"9":2}'),
    ok('{"a":1,"B":2,"_":3,"":4}', '{"":4,"B":2,"_":3,"a":1}'),
    ok('{"\\ufb33":1,"\\ud83d\\ude00":2}', '{"\u{1f600}":2,"\ufb33":1}'),
    ok('{"\\u00e9":2,"e\\u0301":1}', '{"e\u0301":1,"\u00e9":2}'),
    ok('{"__proto__":1,"constructor":2,"toString":3}', '{"__proto__":1,"constructor":2,"toString":3}'),
    ok('-0', '0'),
    ok('[0.0,-0.0,1.0,10,1e0]', '[0,0,1,10,1]'),
    ok('[1e21,1e20,123456789012345680000]', '[1e+21,100000000000000000000,123456789012345680000]'),
    ok('[0.000001,0.0000001,1.5e-7]', '[0.000001,1e-7,1.5e-7]'),
    ok('[4.50,2e-3,0.1,0.30000000000000004]', '[4.5,0.002,0.1,0.30000000000000004]'),
    ok('[9007199254740991,9007199254740993,-9007199254740991]', '[9007199254740991,9007199254740992,-9007199254740991]'),
    ok('[5e-324,1.7976931348623157e308]', '[5e-324,1.7976931348623157e+308]'),
    ok('"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
    ok('"\\u0000\\u0001\\u001f\\u007f\\u0080"', '"\\u0000\\u0001\\u001f\u007f\u0080"'),
    ok('"\\b\\t\\n\\f\\r"', '"\\b\\t\\n\\f\\r"'),
    ok('"\\u2028\\u2029"', '"\u2028\u2029"'),
    ok('"<script>&\\u003c/"', '"<script>&</"'),
    ok('"\\ud83d\\ude00"', '"\u{1f600}"'),
    ok('"\\ufeff\\uffff"', '"\ufeff\uffff"'),
    ok('"\\u65e5\\u672c"', '"\u65e5\u672c"'),
    ok('['.repeat(64) + ']'.repeat(64), '['.repeat(64) + ']'.repeat(64)),
  ],
})
const no = (json: string, pointer: string, reason: string) => ({ json, pointer, reason })
put('canonical-json/refusals.json', {
  subject: 'which JSON text has a value without canonical text',
  requirement: ['REQ-BASE-203'],
  about: 'pointer is RFC 6901; a number too large for a double counts as not finite',
  cases: [
    no('1e400', '', 'not-finite'),
    no('{"a":[0,-1e400]}', '/a/1', 'not-finite'),
    no('"\\ud800"', '', 'lone-surrogate'),
    no('["\\udc00a"]', '/0', 'lone-surrogate'),
    no('{"a":"\\ude00\\ud83d"}', '/a', 'lone-surrogate'),
    no('{"a/b":{"c~d":"\\ud800"}}', '/a~1b/c~0d', 'lone-surrogate'),
    no('{"":{"":"\\ud800"}}', '//', 'lone-surrogate'),
    no('{"x":{"\\ud800":1}}', '/x', 'lone-surrogate'),
    no('{"b":"\\ud800","a":1e400}', '/a', 'not-finite'),
    no('['.repeat(65) + ']'.repeat(65), '/0'.repeat(64), 'too-deep'),
    no('{"a":'.repeat(65) + '1' + '}'.repeat(65), '/a'.repeat(64), 'too-deep'),
  ],
})
put('canonical-json/domains.json', {
  subject: 'which digest has a value as a document of a kind',
  requirement: ['REQ-BASE-202'],
  about: 'digest is sha256: and SHA-256 of the UTF-8 of the schema, a line feed and the canonical text without the key digest of the outermost object',
  cases: [
    { schema: 'cmk/context-plan/v1', json: '{}', digest: '' },
    { schema: 'cmk/context-item/v1', json: '{}', digest: '' },
    { schema: 'cmk/context-plan/v1', json: '{"digest":"anything"}', digest: '' },
    { schema: 'cmk/context-plan/v1', json: '{"b":1,"digest":"anything","a":{"digest":"kept"}}', digest: '' },
    { schema: 'cmk/context-plan/v1', json: '{"a":{"digest":"kept"},"b":1}', digest: '' },
    { schema: 'cmk/labels/v1', json: '{"\\u00e9":"\\ud83d\\ude00","e\\u0301":-0}', digest: '' },
    { schema: 'cmk/labels/v1', json: '[]', digest: '' },
  ],
})

// errors
const SECRET = 'hunter2-do-not-repeat'
const error = (tag: string, code: string, retry: string, fields: object) => ({ _tag: tag, code, retry, ...fields })
const refused = (document: string, ...issues: [string, string][]) =>
  error('DocumentRefused', 'CMK_DOCUMENT_REFUSED', 'after-fix', { document, issues: issues.map(([pointer, expected]) => ({ pointer, expected })) })
const one = (name: string, requirement: string[], provoke: object, expect: object) => ({ name, requirement, provoke, expect })
const base = ask(100, [user(1, 10)])
const item = user(1, 10) as unknown as Record<string, unknown>
const plan = (request: unknown, more: object = {}) => ({ operation: 'planContext', request, caller: CALLER, ...more })
const withItem = (change: object) => plan({ ...base, items: [{ ...item, ...change }] })
const without = (key: string) => Object.fromEntries(Object.entries(item).filter(([k]) => k !== key))
const memory = (change: object) => plan({ ...base, items: [{ ...extra('memory', 'm'), ...change }] })
const file = (code: string, cases: object[]) =>
  put(`errors/${code.toLowerCase().replace('cmk_', '').replaceAll('_', '-')}.json`, { code, cases })
const REF = { store: 'objects', objectId: SECRET, digest: `sha256:${'0'.repeat(64)}`, byteLength: 1, summary: '', recoverable: true }

file('CMK_DOCUMENT_REFUSED', [
  one('a request that is no object', ['REQ-CON-213'], plan(null), refused('StampedPlanRequest', ['', 'StampedPlanRequest'])),
  one('a request that is a list', ['REQ-CON-213'], plan([SECRET]), refused('StampedPlanRequest', ['', 'StampedPlanRequest'])),
  one('an empty request', ['REQ-CON-213'], plan({}), refused('StampedPlanRequest', ['/budget', 'missing-key'], ['/now', 'missing-key'])),
  one('a request without items', ['REQ-CON-213'], plan({ budget: base.budget, now: base.now }), refused('StampedPlanRequest', ['/items', 'Items'])),
  one('items that are no list', ['REQ-CON-213'], plan({ ...base, items: { 0: SECRET } }), refused('StampedPlanRequest', ['/items', 'Items'])),
  one('an unknown key', ['REQ-CON-211', 'REQ-SCOPE-055'], plan({ ...base, [SECRET]: 1 }), refused('StampedPlanRequest', ['/?', 'unknown-key'])),
  one('a document of another kind', ['REQ-CON-215'], plan({ ...base, schema: 'cmk/memory/v2' }), refused('StampedPlanRequest', ['/schema', 'cmk/plan-request/v1'])),
  one('a placement nobody knows', ['REQ-CON-213'], plan({ ...base, placement: SECRET }), refused('StampedPlanRequest', ['/placement', 'Placement'])),
  one('a window that is negative', ['REQ-CON-213'], plan({ ...base, budget: { windowTokens: -1 } }), refused('StampedPlanRequest', ['/budget/windowTokens', 'TokenCount'])),
  one('a window that is no whole number', ['REQ-CON-213'], plan({ ...base, budget: { windowTokens: 0.5 } }), refused('StampedPlanRequest', ['/budget/windowTokens', 'TokenCount'])),
  one('a window of one token too many', ['REQ-PLAN-013'], plan({ ...base, budget: { windowTokens: 16777217 } }), refused('StampedPlanRequest', ['/budget/windowTokens', 'TokenCount'])),
  one('a window that is a text', ['REQ-SCOPE-055'], plan({ ...base, budget: { windowTokens: SECRET } }), refused('StampedPlanRequest', ['/budget/windowTokens', 'TokenCount'])),
  one('a partition nobody knows', ['REQ-CON-211'], plan({ ...base, partitions: { [SECRET]: {} } }), refused('StampedPlanRequest', ['/partitions/?', 'unknown-key'])),
  one('an item that is no object', ['REQ-CON-213'], plan({ ...base, items: [item, SECRET] }), refused('StampedPlanRequest', ['/items/1', 'ContextItem'])),
  one('an item without tokens', ['REQ-CON-213'], plan({ ...base, items: [without('tokens')] }), refused('StampedPlanRequest', ['/items/0/tokens', 'missing-key'])),
  one('an item with an unknown key', ['REQ-CON-211', 'REQ-SCOPE-055'], withItem({ [SECRET]: SECRET }), refused('StampedPlanRequest', ['/items/0/?', 'unknown-key'])),
  one('an unknown key inside labels', ['REQ-CON-211', 'REQ-SCOPE-055'], withItem({ labels: { ...(item['labels'] as object), [SECRET]: 1 } }), refused('StampedPlanRequest', ['/items/0/labels/?', 'unknown-key'])),
  one('a kind nobody knows', ['REQ-SCOPE-055'], withItem({ kind: SECRET }), refused('StampedPlanRequest', ['/items/0/kind', 'ItemKind'])),
  one('an id that is no identifier', ['REQ-SCOPE-055'], withItem({ itemId: ` ${SECRET}` }), refused('StampedPlanRequest', ['/items/0/itemId', 'Identifier'])),
  one('a content with a lone surrogate', ['REQ-SCOPE-055'], withItem({ content: `${SECRET}\ud800` }), refused('StampedPlanRequest', ['/items/0/content', 'Content'])),
  one('a scope without a segment', ['REQ-SCOPE-050'], withItem({ labels: { ...(item['labels'] as object), scope: { kind: 'user', id: [] } } }), refused('StampedPlanRequest', ['/items/0/labels/scope/id', 'ScopeId'])),
  one('a priority above one million', ['REQ-PLAN-013'], withItem({ priority: 1000001 }), refused('StampedPlanRequest', ['/items/0/priority', 'Priority'])),
  one('two contents', ['REQ-CON-216'], withItem({ content: SECRET, contentRef: REF }), refused('StampedPlanRequest', ['/items/0/content', 'one-content'])),
  one('no content', ['REQ-CON-216'], plan({ ...base, items: [without('content')] }), refused('StampedPlanRequest', ['/items/0/content', 'one-content'])),
  one('a message without a sequence', ['REQ-CON-216'], withItem({ source: { store: 'log', id: SECRET } }), refused('StampedPlanRequest', ['/items/0/source/sequence', 'sequence-of-conversation'])),
  one('an expected count above the safe one', ['REQ-CON-216'], withItem({ tokens: { expected: 2, safe: 1, counter: 'c' } }), refused('StampedPlanRequest', ['/items/0/tokens/safe', 'expected-within-safe'])),
  one('a memory that makes calls', ['REQ-CON-216'], memory({ binding: { calls: [{ callId: SECRET }] } }), refused('StampedPlanRequest', ['/items/0/binding/calls', 'calls-in-conversation'])),
  one('a memory that answers calls', ['REQ-CON-216'], memory({ binding: { results: [{ callId: SECRET }] } }), refused('StampedPlanRequest', ['/items/0/binding/results', 'calls-in-conversation'])),
  one('an expiry before the creation', ['REQ-CON-216'], withItem({ expiresAt: '2026-01-31T23:59:59.999Z' }), refused('StampedPlanRequest', ['/items/0/expiresAt', 'expiry-after-creation'])),
  one('two items of one id', ['REQ-PLAN-234'], plan({ ...base, items: [item, said(2, 10, { id: 'u1' })] }), refused('StampedPlanRequest', ['/items/1/itemId', 'unique-item-id'])),
  one('two messages of one sequence', ['REQ-PLAN-014'], plan({ ...base, items: [item, said(1, 10)] }), refused('StampedPlanRequest', ['/items/1/source/sequence', 'unique-sequence'])),
  one('a caller that is no object', ['REQ-CON-213'], plan(base, { caller: SECRET }), refused('Caller', ['', 'Caller'])),
  one('a caller with a locality nobody knows', ['REQ-SCOPE-055'], plan(base, { caller: { ...CALLER, sink: { ...CALLER.sink, locality: SECRET } } }), refused('Caller', ['/sink/locality', 'Locality'])),
  one('a caller without a trust ceiling', ['REQ-CON-213'], plan(base, { caller: { writer: 'w', scopes: [], sink: CALLER.sink } }), refused('Caller', ['/trustCeiling', 'missing-key'])),
  one('a host that brings a time of its own', ['REQ-PEER-107'], { ...plan(base), operation: 'kernel.planContext' }, refused('PlanRequest', ['/now', 'no time of its own'])),
  one('an item that cannot be sealed', ['REQ-PLAN-237', 'REQ-SCOPE-055'], { operation: 'sealItems', request: { items: [item, { ...item, itemId: 'u2', kind: SECRET }] }, caller: CALLER }, refused('SealRequest', ['/items/1/kind', 'ItemKind'])),
  one('a seal request with terms of a plan', ['REQ-CON-211'], { operation: 'sealItems', request: { items: [], budget: { windowTokens: 1 } }, caller: CALLER }, refused('SealRequest', ['/?', 'unknown-key'])),
  one('an option out of bounds', ['REQ-CON-213'], { operation: 'createKernel', options: { droppedDetailsMax: -1 } }, refused('KernelOptions', ['/droppedDetailsMax', 'Count'])),
  one('an option nobody knows', ['REQ-CON-211', 'REQ-SCOPE-055'], { operation: 'createKernel', options: { [SECRET]: 1 } }, refused('KernelOptions', ['/?', 'unknown-key'])),
  one('shares of which one is missing', ['REQ-CON-213'], { operation: 'createKernel', options: { softShares: { conversation: 1, memory: 1, evidence: 1, project: 1 } } }, refused('KernelOptions', ['/softShares/summary', 'missing-key'])),
])

const newer = (document: string) => error('DocumentNewer', 'CMK_DOCUMENT_NEWER', 'never', { document, supported: 1 })
file('CMK_DOCUMENT_NEWER', [
  one('a request of the next version', ['REQ-CON-215'], plan({ ...base, schema: 'cmk/plan-request/v2' }), newer('StampedPlanRequest')),
  one('a request of a far version with fields nobody knows', ['REQ-CON-215'], plan({ schema: 'cmk/plan-request/v9999', [SECRET]: SECRET }), newer('StampedPlanRequest')),
  one('options of the next version', ['REQ-CON-215'], { operation: 'createKernel', options: { schema: 'cmk/kernel-options/v2', [SECRET]: 1 } }, newer('KernelOptions')),
])

file('CMK_NOT_CANONICAL', [
  one('options that answer the digest otherwise than the check', ['REQ-BASE-203', 'REQ-CON-218'],
    { operation: 'createKernel', options: 'a conversation share that is no number when it is read again' },
    error('NotCanonical', 'CMK_NOT_CANONICAL', 'after-fix', { pointer: '/softShares/conversation', reason: 'not-finite' })),
])

const budget = (b: object) => plan({ ...base, budget: b })
const invalid = (pointer: string) => error('BudgetInvalid', 'CMK_BUDGET_INVALID', 'after-fix', { pointer })
file('CMK_BUDGET_INVALID', [
  one('reserved output above the window', ['REQ-PLAN-013'], budget({ windowTokens: 10, reservedOutputTokens: 11 }), invalid('/budget/reservedOutputTokens')),
  one('reserved output and safety margin above the window together', ['REQ-PLAN-013'], budget({ windowTokens: 10, reservedOutputTokens: 5, safetyMarginTokens: 6 }), invalid('/budget/reservedOutputTokens')),
  one('a recovery reserve above what is left of the window', ['REQ-PLAN-013'], budget({ windowTokens: 10, reservedOutputTokens: 5, recoveryReserveTokens: 6 }), invalid('/budget/recoveryReserveTokens')),
])

const secretUser = (tokens: number) => user(1, tokens, { content: SECRET })
file('CMK_PROTECTED_OVER_BUDGET', [
  one('a request larger than the input budget', ['REQ-PEER-105', 'REQ-PLAN-233'], plan(ask(100, [secretUser(91)], { budget: { windowTokens: 100, reservedOutputTokens: 10 } })),
    error('ProtectedOverBudget', 'CMK_PROTECTED_OVER_BUDGET', 'after-fix', { items: [{ itemId: 'u1', reason: 'current_request', safeTokens: 91 }], inputBudgetTokens: 90, smallestInputTokens: 91, smallestWindowTokens: 101 })),
  one('protected items that fit one by one', ['REQ-PEER-105', 'REQ-PLAN-233'], plan(ask(20, [secretUser(11), extra('pin', 'pin', { content: SECRET })])),
    error('ProtectedOverBudget', 'CMK_PROTECTED_OVER_BUDGET', 'after-fix', { items: [{ itemId: 'pin', reason: 'pinned', safeTokens: 10 }, { itemId: 'u1', reason: 'current_request', safeTokens: 11 }], inputBudgetTokens: 20, smallestInputTokens: 21, smallestWindowTokens: 21 })),
])
file('CMK_PROTECTED_OVER_CEILING', [
  one('a ceiling of zero over a request', ['REQ-PEER-101'], plan(ask(100, [secretUser(10)], { partitions: { conversation: { maxTokens: 0 } } })),
    error('ProtectedOverCeiling', 'CMK_PROTECTED_OVER_CEILING', 'after-fix', { partition: 'conversation', items: [{ itemId: 'u1', reason: 'current_request', safeTokens: 10 }], ceilingTokens: 0, smallestCeilingTokens: 10 })),
  one('a ceiling one token too low counts the overhead of each item', ['REQ-PEER-101', 'REQ-PLAN-013'],
    plan(ask(100, [secretUser(10), extra('memory', 'm', { pinned: true, content: SECRET })], { budget: { windowTokens: 100, perMessageTokens: 3 }, partitions: { memory: { maxTokens: 12 } } })),
    error('ProtectedOverCeiling', 'CMK_PROTECTED_OVER_CEILING', 'after-fix', { partition: 'memory', items: [{ itemId: 'm', reason: 'pinned', safeTokens: 10 }], ceilingTokens: 12, smallestCeilingTokens: 13 })),
])
file('CMK_PROTECTED_NOT_ADMITTED', [
  one('a request of another scope', ['REQ-PEER-104'], plan(ask(100, [user(1, 10, { content: SECRET, scope: FOREIGN })])),
    error('ProtectedNotAdmitted', 'CMK_PROTECTED_NOT_ADMITTED', 'after-fix', { items: [{ itemId: 'u1', reason: 'scope_denied' }] })),
  one('a pin that has expired and a policy for another sink', ['REQ-PEER-104'],
    plan(ask(100, [user(1, 10), extra('pin', 'pin', { expiresAt: '2026-03-01T12:00:00.000Z', content: SECRET }), extra('system-policy', 'a-policy', { sinks: [SECRET] })])),
    error('ProtectedNotAdmitted', 'CMK_PROTECTED_NOT_ADMITTED', 'after-fix', { items: [{ itemId: 'a-policy', reason: 'sink_denied' }, { itemId: 'pin', reason: 'expired' }] })),
])

const missing = (operation: string, ports: string[]) => error('PortMissing', 'CMK_PORT_MISSING', 'after-fix', { operation, ports })
const hostRequest = { items: base.items, budget: base.budget }
const facade = (ports: object) => ({ operation: 'kernel.planContext', ports, request: hostRequest, caller: CALLER })
file('CMK_PORT_MISSING', [
  one('a plan without a token counter', ['REQ-PORT-225'], plan(base, { ports: { tokenCounter: 'absent' } }), missing('planContext', ['tokenCounter'])),
  one('a plan without hash and token counter', ['REQ-PORT-225'], plan(base, { ports: { hash: 'absent', tokenCounter: 'absent' } }), missing('planContext', ['hash', 'tokenCounter'])),
  one('a plan of a host without a clock', ['REQ-PORT-225'], facade({ clock: 'absent' }), missing('planContext', ['clock'])),
  one('a plan of a host without any port', ['REQ-PORT-225'], facade({ hash: 'absent', clock: 'absent', tokenCounter: 'absent' }), missing('planContext', ['hash', 'clock', 'tokenCounter'])),
  one('seals without a hash', ['REQ-PORT-225'], { operation: 'sealItems', ports: { hash: 'absent' }, request: { items: [] }, caller: CALLER }, missing('sealItems', ['hash'])),
])

const failed = (port: string, method: string, reason: string) => error('PortFailed', 'CMK_PORT_FAILED', 'later', { port, method, reason })
const counting = (tokenCounter: string) => plan(base, { ports: { tokenCounter } })
const hashing = (hash: string) => ({ operation: 'createKernel', ports: { hash } })
file('CMK_PORT_FAILED', [
  one('a counter that throws', ['REQ-PORT-224'], counting('throws'), failed('TokenCounter', 'jointSafe', 'threw')),
  one('a counter that answers an error', ['REQ-PORT-224'], counting('answers-an-error'), failed('TokenCounter', 'jointSafe', 'VOCABULARY_MISSING')),
  one('a counter whose error has no code', ['REQ-PORT-224', 'REQ-SCOPE-055'], counting('answers-an-error-that-is-no-code'), failed('TokenCounter', 'jointSafe', 'malformed-reply')),
  one('a counter that answers nothing', ['REQ-PORT-224'], counting('answers-nothing'), failed('TokenCounter', 'jointSafe', 'malformed-reply')),
  one('a counter that answers half a token', ['REQ-PORT-224'], counting('answers-a-fraction'), failed('TokenCounter', 'jointSafe', 'malformed-reply')),
  one('a counter whose id is no identifier', ['REQ-PORT-224', 'REQ-SCOPE-055'], counting('has-an-id-that-is-no-identifier'), failed('TokenCounter', 'manifest', 'malformed-reply')),
  one('a hash that throws', ['REQ-PORT-224'], hashing('throws'), failed('Hash', 'sha256Hex', 'threw')),
  one('a hash that answers an error', ['REQ-PORT-224'], hashing('answers-an-error'), failed('Hash', 'sha256Hex', 'HASH_BUSY')),
  one('a hash of upper case', ['REQ-PORT-224'], hashing('answers-upper-case'), failed('Hash', 'sha256Hex', 'malformed-reply')),
  one('a hash of 63 digits', ['REQ-PORT-224'], hashing('answers-63-digits'), failed('Hash', 'sha256Hex', 'malformed-reply')),
  one('a hash that throws once the kernel is made', ['REQ-PORT-224'], plan(base, { ports: { hash: 'throws-after-one-answer' } }), failed('Hash', 'sha256Hex', 'threw')),
  one('a hash that throws while items are sealed', ['REQ-PORT-224'], { operation: 'sealItems', ports: { hash: 'throws-after-one-answer' }, request: { items: base.items }, caller: CALLER }, failed('Hash', 'sha256Hex', 'threw')),
  one('a clock that throws', ['REQ-PORT-224'], facade({ clock: 'throws' }), failed('Clock', 'now', 'threw')),
  one('a clock that answers 30 February', ['REQ-PORT-224', 'REQ-PEER-107'], facade({ clock: 'answers-30-february' }), failed('Clock', 'now', 'malformed-reply')),
])

const read = (format: string, text: string, options: object = {}) => ({ operation: 'readTranscript', format, text, options })
const torn = (format: string, pointer: string, expected: string) => error('TranscriptRefused', 'CMK_TRANSCRIPT_REFUSED', 'after-fix', { format, pointer, expected })
file('CMK_TRANSCRIPT_REFUSED', [
  one('a text that is no JSON document', ['REQ-HOST-257', 'REQ-SCOPE-055'], read('openai-chat', SECRET), torn('openai-chat', '', 'json-document')),
  one('a document without messages', ['REQ-HOST-257', 'REQ-SCOPE-055'], read('anthropic-messages', `{"${SECRET}":1}`), torn('anthropic-messages', '', 'messages-or-runs')),
  one('a log without an entry of its format', ['REQ-HOST-257', 'REQ-SCOPE-055'], read('pi', `{"type":"${SECRET}"}\n`), torn('pi', '', 'pi-entry')),
  one('a log of one agent read as the log of another', ['REQ-HOST-257'], read('claude-code', '{"type":"session","version":3,"id":"s","timestamp":"2026-03-01T12:00:00.000Z","cwd":"/"}\n'), torn('claude-code', '', 'claude-code-entry')),
  one('a system text that is a number', ['REQ-HOST-257'], read('anthropic-messages', '{"system":5,"messages":[]}'), torn('anthropic-messages', '/system', 'well-formed-text-blocks')),
  one('a trust nobody knows', ['REQ-HOST-257', 'REQ-SCOPE-055'], read('openai-chat', '[]', { trustCeiling: SECRET }), torn('openai-chat', '/options/trustCeiling', 'trustCeiling')),
])

const written = (request: unknown, items: 'all' | 'none', more: object = {}) => ({ operation: 'writeMessages', format: 'openai-chat', request, items, ...more })
const notWritten = (rule: string, itemIds: string[]) => error('MessagesRefused', 'CMK_MESSAGES_REFUSED', 'after-fix', { format: 'openai-chat', rule, itemIds })
const openCall = JSON.stringify([
  { role: 'user', content: 'look' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'x', type: 'function', function: { name: 'read', arguments: `{"path":"${SECRET}"}` } }] },
])
file('CMK_MESSAGES_REFUSED', [
  one('a plan without items', ['REQ-HOST-255'], written(ask(100, []), 'all'), notWritten('no-messages', [])),
  one('items that were not handed over', ['REQ-HOST-255'], written(ask(100, [secretUser(10)]), 'none'), notWritten('known-item', ['u1'])),
  one('a call of which no original says the arguments', ['REQ-HOST-255'], written(ask(100, [user(1, 10), call(2, ['x'])]), 'all'), notWritten('known-call', ['c2'])),
  one('a call that awaits its result', ['REQ-HOST-255', 'REQ-SCOPE-055'], { operation: 'writeMessages', format: 'openai-chat', text: openCall, windowTokens: 10000, items: 'all' }, notWritten('call-answered', ['m:2'])),
])
