import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { receiveFile } from "#lib/uploads/accept.ts";

const folder = mkdtempSync(path.join(tmpdir(), "receive-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => path.join(folder, `${files++}.part`);

/** A body in pieces; it notes how far it was asked for. */
function bodyOf(...pieces: (string | Error)[]) {
  const sent: string[] = [];
  async function* body() {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      sent.push(piece);
      yield Buffer.from(piece);
    }
  }
  return { sent, body: body() };
}

describe("a body becomes a file", () => {
  test("to the byte", async () => {
    const file = newFile();
    const { body } = bodyOf("abc", "\0def", "");
    expect(await receiveFile({ body, length: 7 }, { file, limit: 7 })).toEqual({ ok: true, value: 7 });
    expect(readFileSync(file, "latin1")).toBe("abc\0def");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("nothing becomes an empty file", async () => {
    const file = newFile();
    expect(await receiveFile({ body: null, length: 0 }, { file, limit: 7 })).toEqual({ ok: true, value: 0 });
    expect(statSync(file).size).toBe(0);
  });
});

describe("what goes wrong is told apart", () => {
  test("too large by its own word: not a byte is asked for", async () => {
    const { sent, body } = bodyOf("abc");
    expect(await receiveFile({ body, length: 8 }, { file: newFile(), limit: 7 })).toMatchObject({
      error: "too_large",
    });
    expect(sent).toEqual([]);
  });

  test("too large without a word: the rest is not asked for", async () => {
    const { sent, body } = bodyOf("abcd", "efgh", ..."ijklmnopqrstuvwxyz".repeat(100));
    const file = newFile();
    expect(await receiveFile({ body, length: null }, { file, limit: 7 })).toMatchObject({
      error: "too_large",
    });
    expect(sent).toEqual(["abcd", "efgh"]);
    expect(statSync(file).size).toBeLessThanOrEqual(7);
  });

  test("a connection that breaks", async () => {
    const { body } = bodyOf("abc", new Error("aborted"));
    expect(await receiveFile({ body, length: 7 }, { file: newFile(), limit: 7 })).toMatchObject({
      error: "cut_off",
    });
  });

  test("a connection that ends early without a word", async () => {
    const { body } = bodyOf("abc");
    expect(await receiveFile({ body, length: 7 }, { file: newFile(), limit: 7 })).toMatchObject({
      error: "cut_off",
    });
  });

  test("a sender who has gone and says nothing more", async () => {
    const gone = new AbortController();
    async function* body() {
      yield Buffer.from("abc");
      gone.abort();
      await new Promise(() => {});
    }
    const incoming = { body: body(), length: 7, signal: gone.signal };
    expect(await receiveFile(incoming, { file: newFile(), limit: 7 })).toMatchObject({ error: "cut_off" });
  });

  test("a sender who has gone before the next piece is asked for", async () => {
    const gone = new AbortController();
    async function* body() {
      yield Buffer.from("abc");
      yield Buffer.from("def");
    }
    const incoming = { body: body(), length: 7, signal: gone.signal };
    const received = receiveFile(incoming, { file: newFile(), limit: 7 });
    gone.abort();
    expect(await received).toMatchObject({ error: "cut_off" });
  });

  test.skipIf(process.platform !== "linux")("a full disk", async () => {
    const file = newFile();
    symlinkSync("/dev/full", file);
    const { body } = bodyOf("abc");
    expect(await receiveFile({ body, length: 3 }, { file, limit: 7 })).toMatchObject({ error: "disk_full" });
  });

  test("a folder that isn't there is a surprise", async () => {
    const file = path.join(folder, "none", "x.part");
    const { body } = bodyOf("abc");
    await expect(receiveFile({ body, length: 3 }, { file, limit: 7 })).rejects.toThrow("ENOENT");
  });
});
