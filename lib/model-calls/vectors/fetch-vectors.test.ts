import { afterAll, beforeAll, expect, test } from "vitest";
import { answerEmbeddings } from "#scripts/fake-models/server.ts";
import { startRawServer, type RawServer } from "#lib/model-calls/testing/raw-server.ts";
import { hangMs } from "#lib/testing/limits.ts";
import { here, key, reach } from "#lib/model-calls/testing/requests.ts";
import { embedTexts } from "#lib/model-calls/vectors/embed-texts.ts";
import {
  fetchVectors,
  type FetchOutcome,
  type FetchOptions,
} from "#lib/model-calls/vectors/fetch-vectors.ts";

type EmbedRequest = { model: string; input: string[] };
type Answer = (asked: EmbedRequest, call: number) => { status?: number; body: string } | null;

/** By the name of a model: what the server says to a call of it, or null for what the fake server says. */
const answers = new Map<string, { answer: Answer; calls: number; keys: Set<string | undefined> }>();
let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((request, response) => {
    void request.toArray().then((pieces) => {
      const sent = Buffer.concat(pieces).toString();
      const asked = JSON.parse(sent) as EmbedRequest;
      const own = answers.get(asked.model);
      own?.keys.add(request.headers.authorization);
      const said = own?.answer(asked, ++own.calls);
      if (!said) return answerEmbeddings(response, sent, 1);
      response.writeHead(said.status ?? 200, { "content-type": "application/json" }).end(said.body);
    });
  });
});
afterAll(() => server.close());

const texts = Array.from({ length: 70 }, (_, at) => ({ id: `Keys/${at}`, text: `Keeps key ${at}.` }));

async function fetchBy(answer: Answer, more: Partial<FetchOptions> = {}) {
  const model = `model-${answers.size}`;
  const own = { answer, calls: 0, keys: new Set<string | undefined>() };
  answers.set(model, own);
  const kept: { id: string; vector: readonly number[] }[] = [];
  const outcome: FetchOutcome = await fetchVectors({
    texts,
    limits: { callsPerMinute: null, tokensPerMinute: null, callsAtOnce: 3 },
    signal: new AbortController().signal,
    embed: (batch, signal) =>
      embedTexts(
        reach(server.port, "openai", key),
        { model, texts: batch, timeoutMs: hangMs },
        { allowed: here, signal },
      ),
    keep: async (batch, vectors) =>
      void kept.push(...batch.map(({ id }, at) => ({ id, vector: vectors[at] ?? [] }))),
    onProgress: () => undefined,
    patience: 0,
    ...more,
  });
  return { outcome, kept, ...own };
}

const vectorsBody = (vectors: unknown[]) =>
  JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) });

test("every text gets its vector, in order, whichever call ends first and in whatever order a call has them", async () => {
  const told: number[] = [];
  const reversed: Answer = ({ input }) => ({
    body: JSON.stringify({
      data: input.map((text, index) => ({ index, embedding: [text.length, index + 1] })).reverse(),
      usage: { prompt_tokens: input.length },
    }),
  });
  const { outcome, kept, calls, keys } = await fetchBy(reversed, { onProgress: (done) => told.push(done) });
  expect(outcome).toEqual({ ok: true, length: 2, tokens: 70, calls: 3, isFake: false });
  expect(kept.map(({ id }) => id)).toEqual(texts.map(({ id }) => id));
  expect(kept[33]?.vector).toEqual([texts[33]?.text.length, 2]);
  expect([calls, [...keys]]).toEqual([3, [`Bearer ${key}`]]);
  expect(told.at(-1)).toBe(70);
});

test("what passes is tried again, and counted", async () => {
  const { outcome, kept } = await fetchBy((_, call) =>
    call <= 2 ? { status: call === 1 ? 429 : 500, body: "{}" } : null,
  );
  expect(outcome).toMatchObject({ ok: true, calls: 5, length: 32 });
  expect(kept).toHaveLength(70);
});

test("what doesn’t pass ends it after so many tries; what can’t be mended, after one", async () => {
  const { outcome, calls } = await fetchBy(() => ({ status: 500, body: '{"error":{"message":"Full."}}' }), {
    texts: texts.slice(0, 3),
  });
  const where = { first: "Keys/0", last: "Keys/2", at: null };
  expect(outcome).toEqual({
    ok: false,
    cause: "server_failed",
    status: 500,
    said: "Full.",
    tries: 5,
    ...where,
  });
  expect(calls).toBe(5);
  const hopeless = await fetchBy(() => ({ status: 404, body: "{}" }), { texts: texts.slice(0, 3) });
  expect(hopeless.outcome).toMatchObject({ cause: "not_found", tries: 1, ...where });
});

test.each([
  ["numbers left out", ({ input }) => vectorsBody(input.slice(1).map(() => [1, 2])), "vectors_missing", 2],
  ["nothing in it", () => '{"data":[]}', "no_text", null],
  [
    "one text twice",
    () => '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}',
    "vectors_missing",
    1,
  ],
  ["a vector that is text", () => vectorsBody([[1], "AAAA", [1]]), "vectors_missing", 1],
  [
    "zeros",
    () =>
      vectorsBody([
        [1, 2],
        [0, 0],
        [1, 2],
      ]),
    "vectors_zero",
    1,
  ],
  [
    "null for a number",
    () =>
      vectorsBody([
        [1, 2],
        [1, 2],
        [1, null],
      ]),
    "vectors_not_numbers",
    2,
  ],
  ["NaN", () => '{"data":[{"index":0,"embedding":[1,NaN]}]}', "vectors_not_numbers", null],
  [
    "two lengths",
    () =>
      vectorsBody([
        [1, 2],
        [1, 2, 3],
        [1, 2],
      ]),
    "vectors_unlike",
    1,
  ],
  ["no vectors", () => '{"choices":[]}', "other_protocol", null],
] as [string, (asked: EmbedRequest) => string, string, number | null][])(
  "an answer with %s is refused, with whose it is",
  async (_, body, cause, at) => {
    const { outcome, kept, calls } = await fetchBy((asked) => ({ body: body(asked) }), {
      texts: texts.slice(0, 3),
    });
    expect(outcome).toMatchObject({ ok: false, cause, at: at === null ? null : `Keys/${at}` });
    expect(kept).toEqual([]);
    expect(calls).toBe(cause === "no_text" ? 5 : 1);
  },
);

test("vectors of another call are as long as those before them", async () => {
  const { outcome } = await fetchBy(
    ({ input }, call) => ({
      body: vectorsBody(input.map(() => (call === 1 ? [1, 2] : [1, 2, 3]))),
    }),
    { limits: { callsPerMinute: null, tokensPerMinute: null, callsAtOnce: 1 } },
  );
  expect(outcome).toMatchObject({ ok: false, cause: "vectors_unlike", first: "Keys/32", at: "Keys/32" });
});

test("somebody who stops it stops what is under way", async () => {
  const stop = new AbortController();
  const fetching = fetchBy(
    (_, call) => (stop.abort(new Error("stopped")), call > 1 ? null : { status: 500, body: "{}" }),
    {
      signal: stop.signal,
    },
  );
  await expect(fetching).rejects.toThrow("stopped");
});
