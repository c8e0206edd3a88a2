import { expect, test, vi } from "vitest";
import { readBody } from "#lib/sittings/answers/read-body.ts";

const requestOf = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://127.0.0.1/", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    duplex: "half",
  } as RequestInit);

test("reads JSON as it was sent, in as many pieces as it came", async () => {
  const bytes = new TextEncoder().encode('{"reason":"钟 😀"}');
  const pieces = new ReadableStream({
    start(stream) {
      for (const byte of bytes) stream.enqueue(new Uint8Array([byte]));
      stream.close();
    },
  });
  expect(await readBody(requestOf(pieces))).toEqual({ reason: "钟 😀" });
});

test("stops reading what never ends", async () => {
  const cancel = vi.fn();
  const piece = new TextEncoder().encode(" ".repeat(1000));
  const endless = new ReadableStream({ pull: (stream) => stream.enqueue(piece), cancel });
  expect(await readBody(requestOf(endless))).toBeUndefined();
  expect(cancel).toHaveBeenCalledOnce();
});

test("a body that breaks off is none", async () => {
  const broken = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"position":')),
    pull: (stream) => stream.error(new Error("aborted")),
  });
  expect(await readBody(requestOf(broken))).toBeUndefined();
});

test("takes the largest there may be, and nothing larger", async () => {
  const sized = (size: number) => JSON.stringify("x".repeat(size - 2));
  expect(await readBody(requestOf(sized(65_536)))).toHaveLength(65_534);
  expect(await readBody(requestOf(sized(65_537)))).toBeUndefined();
  expect(await readBody(requestOf("{}", { "content-length": "65537" }))).toBeUndefined();
});
