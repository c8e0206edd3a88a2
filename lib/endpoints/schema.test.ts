import { describe, expect, test } from "vitest";
import { endpointChange, newEndpoint, readAddress } from "#lib/endpoints/schema.ts";

const whole = {
  name: " OpenAI ",
  protocol: "openai",
  address: "https://api.openai.com/v1",
  key: " sk-1 ",
  currency: "eur",
  priceInput: "0.15",
  priceCached: "",
  priceOutput: "0",
  callsPerMinute: "500",
  tokensPerMinute: "",
  callsAtOnce: "8",
};

const problemsOf = (changes: Record<string, string>, schema = newEndpoint) => {
  const issues = schema.safeParse({ ...whole, ...changes }).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
};

describe("what an admin says of an endpoint", () => {
  test("is read from the form, what was left empty as unsaid", () => {
    expect(newEndpoint.parse(whole)).toEqual({
      name: "OpenAI",
      protocol: "openai",
      address: "https://api.openai.com/v1",
      key: "sk-1",
      currency: "EUR",
      prices: { input: 0.15, cached: null, output: 0 },
      limits: { callsPerMinute: 500, tokensPerMinute: null, callsAtOnce: 8 },
    });
  });

  test.each([
    [{ name: " " }, "name: empty"],
    [{ name: "a".repeat(101) }, "name: too_long"],
    [{ protocol: "ollama" }, "protocol: unknown_protocol"],
    [{ address: "https://a:b@c.org" }, "address: with_password"],
    [{ key: "Bearer sk-1" }, "key: wrong_character"],
    [{ key: "密钥" }, "key: wrong_character"],
    [{ key: "a".repeat(2001) }, "key: too_long"],
    [{ currency: "euro" }, "currency: not_a_currency"],
    [{ priceInput: "-0.1" }, "priceInput: negative"],
    [{ priceCached: "0,15" }, "priceCached: not_a_price"],
    [{ priceOutput: "1e3" }, "priceOutput: not_a_price"],
    [{ priceOutput: "NaN" }, "priceOutput: not_a_price"],
    [{ priceOutput: "1000000" }, "priceOutput: price_too_large"],
    [{ callsPerMinute: "0" }, "callsPerMinute: zero"],
    [{ tokensPerMinute: "-5" }, "tokensPerMinute: not_whole"],
    [{ tokensPerMinute: "2147483648" }, "tokensPerMinute: too_large"],
    [{ callsAtOnce: "" }, "callsAtOnce: empty"],
    [{ callsAtOnce: "0" }, "callsAtOnce: zero"],
    [{ callsAtOnce: "257" }, "callsAtOnce: over_most"],
    [{ callsAtOnce: "1.5" }, "callsAtOnce: not_whole"],
  ])("%j is refused where it stands", (changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  test("a change can’t give a key and take it away", () => {
    const change = { ...whole, id: "7", revision: "2", takesKeyAway: "on" };
    expect(endpointChange.safeParse(change).error?.issues).toMatchObject([
      { path: ["key"], message: "both" },
    ]);
    expect(endpointChange.parse({ ...change, key: "" })).toMatchObject({
      id: 7,
      revision: 2,
      takesKeyAway: true,
      key: "",
    });
  });
});

describe("an endpoint’s address", () => {
  test.each([
    ["https://api.openai.com/v1", "https://api.openai.com/v1"],
    [" https://api.openai.com/v1/ ", "https://api.openai.com/v1"],
    ["HTTP://LocalHost:11434/v1", "http://localhost:11434/v1"],
    ["https://example.org", "https://example.org"],
    ["https://[::1]:8080//", "https://[::1]:8080"],
    ["https://example.org/models", "https://example.org/models"],
    ["https://模型.example.org/v1", "https://xn--xgs754b.example.org/v1"],
  ])("%j", (given, kept) => {
    expect(readAddress(given)).toEqual({ ok: true, value: kept });
  });

  test.each([
    [" ", "empty"],
    ["api.openai.com/v1", "not_an_address"],
    ["ftp://example.org/v1", "not_an_address"],
    ["https:///v1", "not_an_address"],
    ["https://exam ple.org", "not_an_address"],
    ["https://example.org:99999", "not_an_address"],
    ["https://me:hunter2@example.org/v1", "with_password"],
    ["https://me@example.org/v1", "with_password"],
    ["https://example.org/v1?key=hunter2", "with_query"],
    ["https://example.org/v1?", "with_query"],
    ["https://example.org/v1#top", "with_query"],
    ["https://api.openai.com/v1/chat/completions", "with_method"],
    ["https://api.anthropic.com/v1/messages/", "with_method"],
    [`https://example.org/${"a".repeat(500)}`, "too_long"],
  ])("%j is refused: %s", (given, error) => {
    expect(readAddress(given)).toEqual({ ok: false, error });
  });
});
