import { answerOf, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { ask } from "#e2e/support/ask.ts";
import { beginAt } from "#e2e/support/studies.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

test("who has the token finds what was saved and refused, requests by what they are for, the pool and the queue, and no id or address", async () => {
  const sitter = await beginAt(await tideStudy(6));
  const visitor = await visitorOf(product, sitter);
  const scrape = async (token: string) =>
    ask(`${product.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const read = async () => {
    const { status, headers, text } = await scrape(product.metricsToken);
    expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining("text/plain")]);
    const valueOf = (series: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")
          .at(-1) ?? 0,
      );
    return { text, valueOf };
  };
  const series = {
    saved: 'benchside_saves_acknowledged_total{process="web"}',
    timed: 'benchside_save_duration_seconds_count{process="web"}',
    refused: 'benchside_saves_refused_total{reason="not_served",process="web"}',
    asked: 'benchside_http_requests_total{group="answers",method="POST",status="200",process="web"}',
  };
  const before = await read();
  expect((await visitor.send()).status).toBe(200);
  expect((await visitor.post(JSON.stringify(answerOf({ position: 99 })))).status).toBe(409);
  const rise = async () => {
    const { valueOf } = await read();
    return Object.values(series).map((one) => valueOf(one) - before.valueOf(one));
  };
  // A request is counted when the last of its response has gone.
  await expect.poll(async () => (await rise()).every((count) => count >= 1)).toBe(true);

  const { text, valueOf } = await read();
  expect(valueOf("benchside_ready")).toBe(1);
  expect(valueOf('benchside_pool_limit{process="web"}')).toBeGreaterThan(1);
  expect(text).toMatch(/^benchside_pool_connections\{state="idle",process="web"\} [1-9]/m);
  expect(text).toMatch(/^benchside_queue_jobs\{queue="tidy",state="waiting"\} \d+$/m);
  expect(valueOf("benchside_sittings_under_way")).toBeGreaterThan(0);
  expect(text).not.toContain(sitter.sittingId);
  expect(text).not.toContain("127.0.0.1");

  const wrong = await scrape("x".repeat(43));
  expect([wrong.status, wrong.text, wrong.headers["www-authenticate"]]).toEqual([
    401,
    "",
    'Bearer realm="metrics"',
  ]);
});
