import type { FakeAnswer } from "#lib/fake-models/fake-answer.ts";
import { errorTypes, type ChatRequest } from "#scripts/fake-models/chat-request.ts";

const stops: Readonly<Record<string, string>> = { length: "max_tokens", filtered: "refusal" };
const stopOf = ({ script }: FakeAnswer) => stops[script ?? ""] ?? "end_turn";

const usageOf = ({ tokens }: FakeAnswer) => ({
  input_tokens: tokens.input,
  output_tokens: tokens.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

const common = ({ model }: ChatRequest) => ({
  id: "msg_fake",
  type: "message",
  role: "assistant",
  model: `${model}-0001`,
});

export function writeWhole(asked: ChatRequest, answer: FakeAnswer): object {
  return {
    ...common(asked),
    content: [
      ...(answer.reasoning ? [{ type: "thinking", thinking: answer.reasoning, signature: "fake" }] : []),
      { type: "text", text: answer.text },
    ],
    stop_reason: stopOf(answer),
    stop_sequence: null,
    usage: usageOf(answer),
  };
}

/** The events of a stream, each as it is sent. */
export function writeEvents(asked: ChatRequest, answer: FakeAnswer, pieces: readonly string[]): string[] {
  const { input_tokens, ...counted } = usageOf(answer);
  const message = {
    ...common(asked),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...counted, input_tokens, output_tokens: 1 },
  };
  const blocks = [
    ...(answer.reasoning
      ? [{ block: { type: "thinking", thinking: "", signature: "" }, deltas: [answer.reasoning].map(think) }]
      : []),
    { block: { type: "text", text: "" }, deltas: pieces.map((text) => ({ type: "text_delta", text })) },
  ];
  return [
    writeEvent("message_start", { message }),
    ...blocks.flatMap(({ block, deltas }, index) => [
      writeEvent("content_block_start", { index, content_block: block }),
      ...deltas.map((delta) => writeEvent("content_block_delta", { index, delta })),
      writeEvent("content_block_stop", { index }),
    ]),
    writeEvent("message_delta", {
      delta: { stop_reason: stopOf(answer), stop_sequence: null },
      usage: { output_tokens: answer.tokens.output },
    }),
    writeEvent("message_stop", {}),
  ];
}

const think = (thinking: string) => ({ type: "thinking_delta", thinking });

const writeEvent = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;

export const writeError = (status: number, message: string): object => ({
  type: "error",
  error: { type: errorTypes[status] ?? "api_error", message },
});

export const writeErrorEvent = (message: string): string =>
  writeEvent("error", { error: { type: "overloaded_error", message } });
