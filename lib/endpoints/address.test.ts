import { describe, expect, test } from "vitest";
import { readAddress } from "#lib/endpoints/address.ts";

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
