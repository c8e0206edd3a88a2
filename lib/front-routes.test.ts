import { expect, test } from "vitest";
import { readBody } from "#lib/front-routes.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const json = "application/json";

test("reads JSON as it was sent, whatever else its type says", () => {
  const body = bytesOf('{"reason":"钟 😀"}');
  for (const type of [json, "Application/JSON; charset=utf-8"])
    expect(readBody(type, body)).toEqual({ reason: "钟 😀" });
});

test("takes the largest there may be, and nothing larger", () => {
  const sized = (size: number) => bytesOf(JSON.stringify("x".repeat(size - 2)));
  expect(readBody(json, sized(65_536))).toHaveLength(65_534);
  expect(readBody(json, sized(65_537))).toBeUndefined();
});

test.each([
  ["another type", "text/plain", bytesOf("{}")],
  ["no type", null, bytesOf("{}")],
  ["half of it", json, bytesOf('{"position":')],
  ["nothing", json, bytesOf("")],
  ["what is no text", json, new Uint8Array([0x22, 0xff, 0x22])],
])("%s is no body", (_what, type, body) => {
  expect(readBody(type, body)).toBeUndefined();
});
