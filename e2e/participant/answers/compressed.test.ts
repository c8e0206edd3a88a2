import { gunzipSync } from "node:zlib";
import { answerOf, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { ask } from "#e2e/support/ask.ts";
import { signIn } from "#e2e/support/people.ts";
import { beginAt, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";

test("cases and state go out packed to whoever takes that, the same to the byte; what is short goes as it is", async ({
  product,
}) => {
  const sitter = await beginAt(await tideStudy(6));
  await (await visitorOf(product, sitter)).send();
  const { cookie: own } = await signIn(personOf(sitter));
  const cookie = `${own.name}=${own.value}`;
  const address = `${product.url}/api/sittings/${sitter.sittingId}`;
  const get = (what: string, encodings: string, method = "GET") =>
    ask(`${address}/${what}`, { method, cookie, headers: { "accept-encoding": encodings } });

  for (const what of ["cases?after=0&count=50", "state"]) {
    const plain = await get(what, "identity");
    expect(plain.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const packed = await get(what, "gzip, deflate, br, zstd");
    expect(packed.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "content-encoding": "gzip",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    expect(gunzipSync(packed.bytes).toString("utf8")).toBe(plain.text);
    for (const encodings of ["br", "gzip;q=0"]) {
      const other = await get(what, encodings);
      expect([other.headers["content-encoding"], other.text]).toEqual([undefined, plain.text]);
    }
    const head = await get(what, "gzip", "HEAD");
    expect([head.status, head.headers["content-type"], head.bytes.length]).toEqual([
      200,
      "application/json",
      0,
    ]);
  }
  const cases = await get("cases?after=0&count=50", "gzip");
  expect(cases.bytes.length).toBeLessThan((await get("cases?after=0&count=50", "identity")).bytes.length / 2);

  // A refusal has the same type as what it stands for.
  const gone = await ask(`${product.url}/api/sittings/${crypto.randomUUID()}/cases`, {
    cookie,
    headers: { "accept-encoding": "gzip" },
  });
  expect([gone.status, JSON.parse(gunzipSync(gone.bytes).toString("utf8"))]).toEqual([
    404,
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
