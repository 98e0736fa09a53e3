/**
 * Which sessions of the message formats do the laws try? Arbitraries only.
 */
import fc from 'fast-check'

/** Texts of many scripts, empty ones and ones with JSON in them; never ill-formed. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '{"a":1}', '\u2028', '<system>', '__proto__', 'Füße 🎉'),
)
const anyId = fc.oneof(
  fc.constantFrom('', 'toString', 'c1', '__proto__'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)

/** Fields nobody knows, keys that are traps included. */
const unknownFields = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constant({ cache_control: { type: 'ephemeral' } }),
  fc
    .tuple(
      fc.constantFrom('x_note', '__proto__', 'constructor', '10', 'toJSON'),
      fc.jsonValue({ maxDepth: 2 }),
    )
    .map(([key, value]) => Object.fromEntries([[key, value]])),
)

function withFields<T extends object>(known: fc.Arbitrary<T>): fc.Arbitrary<object> {
  return fc
    .tuple(known, unknownFields, fc.boolean())
    .map(([record, fields, first]) =>
      Object.fromEntries(
        first
          ? [...Object.entries(fields), ...Object.entries(record)]
          : Object.entries(record).concat(Object.entries(fields)),
      ),
    )
}

const text = withFields(fc.record({ type: fc.constant('text'), text: anyText }))
const image = withFields(
  fc.record({
    type: fc.constant('image'),
    source: fc.constant({ type: 'base64', media_type: 'image/png', data: 'AAAA' }),
  }),
)
const toolResult = withFields(
  fc.record(
    {
      type: fc.constant('tool_result'),
      tool_use_id: anyId,
      content: fc.oneof(anyText, fc.array(fc.oneof(text, image), { maxLength: 3 })),
      is_error: fc.boolean(),
    },
    { requiredKeys: ['type', 'tool_use_id'] },
  ),
)
const toolUse = withFields(
  fc.record({
    type: fc.constant('tool_use'),
    id: anyId,
    name: anyText,
    input: fc.dictionary(fc.constantFrom('a', '2', '__proto__'), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 2,
    }),
  }),
)
const thinking = withFields(
  fc.record({ type: fc.constant('thinking'), thinking: anyText, signature: fc.constant('c2ln') }),
)
const redacted = withFields(
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.constant('b3BhcXVl') }),
)

const anthropicMessage = fc.oneof(
  withFields(
    fc.record({
      role: fc.constant('user'),
      content: fc.oneof(anyText, fc.array(fc.oneof(text, image, toolResult), { maxLength: 5 })),
    }),
  ),
  withFields(
    fc.record({
      role: fc.constant('assistant'),
      content: fc.oneof(anyText, fc.array(fc.oneof(text, thinking, redacted, toolUse), { maxLength: 5 })),
    }),
  ),
)

/** A request body of the Anthropic Messages API. */
export const anthropicSession = withFields(
  fc.record(
    {
      system: fc.oneof(anyText, fc.array(text, { maxLength: 3 })),
      messages: fc.array(anthropicMessage, { maxLength: 6 }),
      tools: fc.constant([{ name: 'look', input_schema: { type: 'object' } }]),
    },
    { requiredKeys: ['messages'] },
  ),
)

const imageUrl = withFields(
  fc.record({ type: fc.constant('image_url'), image_url: fc.constant({ url: 'https://example.com/a.png' }) }),
)
const toolCall = withFields(
  fc.record({
    id: anyId,
    type: fc.constant('function'),
    function: fc.record({ name: anyText, arguments: fc.oneof(fc.constant('{ "a": 1 }'), anyText) }),
  }),
)
const openAiMessage = fc.oneof(
  withFields(
    fc.record({
      role: fc.constantFrom('system', 'developer', 'user'),
      content: fc.oneof(anyText, fc.array(fc.oneof(text, imageUrl), { maxLength: 3 })),
    }),
  ),
  withFields(
    fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.oneof(anyText, fc.constant(null)),
        refusal: fc.constant(null),
        tool_calls: fc.array(toolCall, { maxLength: 3 }),
      },
      { requiredKeys: ['role'] },
    ),
  ),
  withFields(fc.record({ role: fc.constant('tool'), tool_call_id: anyId, content: anyText })),
)

/** A request body of the OpenAI Chat Completions API, or its messages alone. */
export const openAiSession = fc.oneof(
  fc.array(openAiMessage, { maxLength: 6 }),
  withFields(fc.record({ model: fc.constant('any'), messages: fc.array(openAiMessage, { maxLength: 6 }) })),
)

const inputText = withFields(fc.record({ type: fc.constantFrom('input_text', 'output_text'), text: anyText }))
const inputImage = withFields(
  fc.record({ type: fc.constant('input_image'), image_url: fc.constant('https://example.com/a.png') }),
)
const said = fc.oneof(anyText, fc.array(fc.oneof(inputText, inputImage), { maxLength: 3 }))
const responsesItem = fc.oneof(
  withFields(
    fc.record(
      {
        type: fc.constant('message'),
        id: fc.constantFrom('msg_1', '', 'toString'),
        role: fc.constantFrom('system', 'developer', 'user', 'assistant'),
        content: said,
      },
      { requiredKeys: ['role', 'content'] },
    ),
  ),
  withFields(
    fc.record({
      type: fc.constant('function_call'),
      call_id: anyId,
      name: anyText,
      arguments: fc.oneof(fc.constant('{ "a": 1 }'), anyText),
    }),
  ),
  withFields(fc.record({ type: fc.constant('function_call_output'), call_id: anyId, output: said })),
  withFields(
    fc.record(
      {
        type: fc.constant('reasoning'),
        id: fc.constantFrom('rs_1', 'rs_2'),
        summary: fc.array(fc.record({ type: fc.constant('summary_text'), text: anyText }), { maxLength: 2 }),
        encrypted_content: fc.constantFrom<string | null>('AAAA', null),
      },
      { requiredKeys: ['type', 'id', 'summary'] },
    ),
  ),
)

/** A request body of the OpenAI Responses API, the answer to one, or its items alone. */
export const responsesSession = fc.oneof(
  fc.array(responsesItem, { maxLength: 6 }),
  withFields(fc.record({ model: fc.constant('any'), output: fc.array(responsesItem, { maxLength: 6 }) })),
  withFields(
    fc.record(
      {
        instructions: fc.oneof(anyText, fc.constant(null)),
        input: fc.array(responsesItem, { maxLength: 6 }),
      },
      { requiredKeys: ['input'] },
    ),
  ),
)

const aiSdkText = withFields(
  fc.record(
    { type: fc.constant('text'), text: anyText, providerOptions: fc.constant({ openai: { itemId: 'm' } }) },
    { requiredKeys: ['type', 'text'] },
  ),
)
const aiSdkFile = withFields(
  fc.record({
    type: fc.constant('file'),
    data: fc.constantFrom('AAAA', 'https://example.com/a.pdf', 'data:application/pdf;base64,AAAA'),
    mediaType: fc.constantFrom('application/pdf', 'image/png', 'audio/wav'),
  }),
)
const aiSdkReasoning = withFields(fc.record({ type: fc.constant('reasoning'), text: anyText }))
const aiSdkCall = withFields(
  fc.record(
    {
      type: fc.constant('tool-call'),
      toolCallId: anyId,
      toolName: anyText,
      input: fc.jsonValue({ maxDepth: 1 }),
      providerExecuted: fc.boolean(),
    },
    { requiredKeys: ['type', 'toolCallId', 'toolName', 'input'] },
  ),
)
const aiSdkOutput = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'error-text'), value: anyText }),
  fc.record({ type: fc.constantFrom('json', 'error-json'), value: fc.jsonValue({ maxDepth: 1 }) }),
  fc.record({ type: fc.constant('content'), value: fc.array(aiSdkText, { maxLength: 2 }) }),
)
const aiSdkResult = withFields(
  fc.record({
    type: fc.constant('tool-result'),
    toolCallId: anyId,
    toolName: anyText,
    output: aiSdkOutput,
  }),
)
const approval = fc.record({
  type: fc.constant('tool-approval-response'),
  approvalId: anyId,
  approved: fc.boolean(),
})

const modelMessage = fc.oneof(
  withFields(fc.record({ role: fc.constant('system'), content: anyText })),
  withFields(
    fc.record({
      role: fc.constant('user'),
      content: fc.oneof(anyText, fc.array(fc.oneof(aiSdkText, aiSdkFile), { maxLength: 3 })),
    }),
  ),
  withFields(
    fc.record({
      role: fc.constant('assistant'),
      content: fc.oneof(
        anyText,
        fc.array(fc.oneof(aiSdkText, aiSdkReasoning, aiSdkCall, aiSdkResult), { maxLength: 4 }),
      ),
    }),
  ),
  withFields(
    fc.record({
      role: fc.constant('tool'),
      content: fc.array(fc.oneof(aiSdkResult, approval), { maxLength: 3 }),
    }),
  ),
)

const shownTool = withFields(
  fc.record(
    {
      type: fc.constantFrom('tool-read', 'dynamic-tool'),
      toolName: anyText,
      toolCallId: anyId,
      state: fc.constantFrom('input-streaming', 'input-available', 'output-available', 'output-error'),
      input: fc.jsonValue({ maxDepth: 1 }),
      output: fc.jsonValue({ maxDepth: 1 }),
      errorText: anyText,
    },
    { requiredKeys: ['type', 'toolName', 'toolCallId', 'state'] },
  ),
)
const shownParts = fc.constantFrom(
  { type: 'step-start' },
  { type: 'source-url', sourceId: 's', url: 'https://example.com' },
  { type: 'data-weather', data: { at: 1 } },
  { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
)
const interfaceMessage = fc.oneof(
  withFields(
    fc.record({
      id: anyId,
      role: fc.constantFrom('system', 'user'),
      parts: fc.array(fc.oneof(aiSdkText, shownParts), { maxLength: 3 }),
    }),
  ),
  withFields(
    fc.record({
      id: anyId,
      role: fc.constant('assistant'),
      parts: fc.array(fc.oneof(aiSdkText, aiSdkReasoning, shownTool, shownParts), { maxLength: 6 }),
    }),
  ),
)
const aiSdkMessages = fc.array(fc.oneof(modelMessage, interfaceMessage), { maxLength: 6 })

/** Messages of the AI SDK: those that a model is sent, those that an interface shows, alone or with what is beside. */
export const aiSdkSession = fc.oneof(
  aiSdkMessages,
  withFields(
    fc.record(
      { id: fc.constant('chat'), system: anyText, messages: aiSdkMessages },
      { requiredKeys: ['messages'] },
    ),
  ),
)
