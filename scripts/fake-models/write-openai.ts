import type { FakeAnswer } from "#lib/fake-models/fake-answer.ts";
import { errorTypes, type ChatRequest } from "#scripts/fake-models/chat-request.ts";

const finishes: Readonly<Record<string, string>> = { length: "length", filtered: "content_filter" };
const finishOf = ({ script }: FakeAnswer) => finishes[script ?? ""] ?? "stop";

const common = ({ model }: ChatRequest, object: string) => ({
  id: "chatcmpl-fake",
  object,
  created: 1_700_000_000,
  model: `${model}-0001`,
});

const usageOf = ({ tokens }: FakeAnswer) => ({
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: tokens.reasoning },
});

export function writeWhole(asked: ChatRequest, answer: FakeAnswer): object {
  const message = {
    role: "assistant",
    content: answer.text,
    ...(answer.reasoning && { reasoning_content: answer.reasoning }),
  };
  return {
    ...common(asked, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
    ...(answer.script !== "no-usage" && { usage: usageOf(answer) }),
  };
}

/** The events of a stream, each as it is sent. */
export function writeEvents(asked: ChatRequest, answer: FakeAnswer, pieces: readonly string[]): string[] {
  const head = common(asked, "chat.completion.chunk");
  const chunk = (delta: object, finish_reason: string | null = null) =>
    writeData({ ...head, choices: [{ index: 0, delta, finish_reason }] });
  const counts = asked.countsTokens && answer.script !== "no-usage";
  return [
    chunk({ role: "assistant", content: "" }),
    ...(answer.reasoning ? [chunk({ reasoning_content: answer.reasoning })] : []),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, finishOf(answer)),
    ...(counts ? [writeData({ ...head, choices: [], usage: usageOf(answer) })] : []),
    ...(answer.script === "no-done" ? [] : ["data: [DONE]\n\n"]),
  ];
}

const writeData = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

export const writeError = (status: number, message: string, code: string | null = null): object => ({
  error: { message, type: errorTypes[status] ?? "server_error", code },
});

export const writeErrorEvent = (message: string): string => writeData(writeError(500, message));
