import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { z } from "zod";
import { countTokens } from "#lib/fake-models/fake-answer.ts";
import { fakeScripts } from "#lib/fake-models/scripts.ts";
import { sendError, sendJson } from "#scripts/fake-models/send.ts";

export function listModels(): object {
  const names = ["fake-70", ...Object.keys(fakeScripts).map((script) => `fake-70-${script}`)];
  return {
    object: "list",
    data: names.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "benchside" })),
  };
}

const embeddings = z.object({ model: z.string(), input: z.union([z.string(), z.array(z.string()).min(1)]) });

/** Of each text a direction that its hash says, of length 1. */
export function answerEmbeddings(response: ServerResponse, sent: string, seed: number): void {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    value = null;
  }
  const read = embeddings.safeParse(value);
  if (!read.success) return sendError(response, { protocol: "openai" }, 400, z.prettifyError(read.error));
  const { model, input } = read.data;
  const texts = typeof input === "string" ? [input] : input;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  sendJson(response, 200, {
    object: "list",
    model,
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: embed(seed, model, text) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function embed(seed: number, model: string, text: string): number[] {
  const numbers = [...hash("sha256", `${seed}\n${model}\n${text}`, "buffer")].map((byte) => byte - 127.5);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
