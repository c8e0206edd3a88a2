import { gunzipSync } from "node:zlib";
import { answerOf, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { ask } from "#e2e/support/ask.ts";
import { signIn } from "#e2e/support/people.ts";
import { beginAt, personOf } from "#e2e/support/studies.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

test("cases go out packed to whoever takes that, the same to the byte; what is short goes as it is", async () => {
  const sitter = await beginAt(await tideStudy(6));
  await (await visitorOf(product, sitter)).send();
  const { cookie: own } = await signIn(personOf(sitter));
  const cookie = `${own.name}=${own.value}`;
  const address = `${product.url}/api/sittings/${sitter.sittingId}`;
  const get = (what: string, encodings: string, method = "GET") =>
    ask(`${address}/${what}`, { method, cookie, headers: { "accept-encoding": encodings } });

  const cases = "cases?after=0&count=50";
  const plain = await get(cases, "identity");
  expect(plain.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const packed = await get(cases, "gzip, deflate, br, zstd");
  expect(packed.headers).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-encoding": "gzip",
    vary: expect.stringContaining("Accept-Encoding"),
  });
  expect(gunzipSync(packed.bytes).toString("utf8")).toBe(plain.text);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  for (const encodings of ["br", "gzip;q=0"]) {
    const other = await get(cases, encodings);
    expect([other.headers["content-encoding"], other.text]).toEqual([undefined, plain.text]);
  }
  for (const what of [cases, "state"]) {
    const head = await get(what, "gzip", "HEAD");
    const { "content-type": type, vary } = head.headers;
    expect([head.status, type, vary, head.bytes.length]).toEqual([
      200,
      "application/json",
      "Accept-Encoding",
      0,
    ]);
  }
  const state = await get("state", "gzip");
  expect([state.headers["content-encoding"], JSON.parse(state.text)]).toMatchObject([
    undefined,
    { state: "started", answers: [{ position: 1 }] },
  ]);

  // A refusal is short.
  const gone = await ask(`${product.url}/api/sittings/${crypto.randomUUID()}/cases`, {
    cookie,
    headers: { "accept-encoding": "gzip" },
  });
  expect([gone.status, gone.headers["content-encoding"], JSON.parse(gone.text)]).toEqual([
    404,
    undefined,
    { error: "not_found" },
  ]);
  const saved = await ask(`${address}/answers`, {
    method: "POST",
    cookie,
    headers: { "content-type": "application/json", "accept-encoding": "gzip" },
    body: JSON.stringify(answerOf({ revision: 2 })),
  });
  expect([saved.status, saved.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(JSON.parse(saved.text)).toMatchObject({ revision: 2 });
});
