import { readAllowedHosts, type AllowedHosts } from "#lib/model-calls/allowed-hosts.ts";
import { hangMs } from "#lib/testing/limits.ts";
import type { CallRequest, Protocol, Reach } from "#lib/model-calls/schema.ts";

export const prompt = `Who answers?
# Character Candidates
## 1. Ann Moor
Sells eels by the canal.
## 2. Ben Croft
Her brother; counts everything.
## 3. Cleo Hart
Their landlady.
# Response Format
A JSON object {"name": probability}.`;

export const request = (model: string, more: Partial<CallRequest> = {}): CallRequest => ({
  model,
  messages: [{ role: "user", text: prompt }],
  temperature: 0,
  maxTokens: null,
  seed: null,
  reasoningEffort: null,
  isStreamed: false,
  timeoutMs: hangMs,
  ...more,
});

export const reach = (port: number, protocol: Protocol = "openai", key: string | null = null): Reach => ({
  protocol,
  address: `http://127.0.0.1:${port}/v1`,
  key,
});

export function allow(text: string): AllowedHosts {
  const hosts = readAllowedHosts(text);
  if (!hosts) throw new Error(`no hosts: ${text}`);
  return hosts;
}

export const here = allow("127.0.0.1");

export const key = "sk-benchside-0123456789abcdef";
