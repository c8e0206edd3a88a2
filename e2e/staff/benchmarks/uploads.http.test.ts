import http from "node:http";
import { addBenchmark, cookieOf, countUploads, listReceiving, uploadUrl } from "#e2e/imports/send.ts";
import { casesCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

const listFiles = () => listReceiving(product);

test("a program whose connection breaks in the middle leaves nothing", async () => {
  const { slug, id } = await addBenchmark();
  const before = (await listFiles()).length;
  const request = http.request(uploadUrl(product.url, slug), {
    method: "POST",
    headers: { cookie: await cookieOf("admin"), "content-length": "1000000" },
  });
  const closed = new Promise((resolve) => request.on("error", () => undefined).on("close", resolve));
  request.write(casesCsv(someRows(200)));
  await expect.poll(listFiles).toHaveLength(before + 1);
  request.destroy();
  await closed;
  await expect.poll(listFiles).toHaveLength(before);
  expect(await countUploads(id)).toBe(0);
});
