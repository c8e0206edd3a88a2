import { Reader } from "#e2e/participant/without-script/reader.ts";
import { addBenchmark } from "#e2e/imports/send.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { ask } from "#e2e/support/ask.ts";
import { exampleLines } from "#e2e/support/example-lines.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";
import { runsPath } from "#lib/paths.ts";
import { decode } from "#lib/simulation/browser.ts";

test("automatic figures over all cases are drawn, told apart by length as well, with files of the same", async () => {
  const benchmark = await addBenchmark();
  const lines = exampleLines("formats/ratings-example.jsonl").filter((line) => line.includes('"Gold"'));
  const judged = lines.map((line, at) => {
    const { id } = JSON.parse(line) as { id: string };
    return JSON.stringify({ model: "gpt-4o", track: "Gold", case: id, rating: 1 + (at % 5) });
  });
  await bring(benchmark, {
    track: "Gold",
    cases: lines.join("\n"),
    results: { "gpt-4o": judged.join("\n") },
  });
  const admin = await addPerson("admin");
  const reader = await Reader.as(admin);
  await reader.goto(`${runsPath(benchmark.slug)}?by=method&by=length`);
  reader.expectWords(t("automatic.judgedLength"));
  // A form offers the pictures, and a link the numbers.
  const [, path = "", asked = ""] =
    /<form [^>]*action="([^"]*\/figures\/automatic)"[^>]*>([\s\S]*?)<\/form>/.exec(reader.html) ?? [];
  const hidden = [...asked.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const query = new URLSearchParams(hidden.map(([, name = "", value = ""]) => [name, decode(value)]));
  const [, csv = ""] = /href="([^"]*\/figures\/automatic\?[^"]*)"/.exec(asked) ?? [];
  const { cookie } = await signIn(admin);
  const get = (path: string) => ask(product.url + path, { cookie: `${cookie.name}=${cookie.value}` });
  for (const format of ["pdf", "svg", "png"])
    expect([format, (await get(`${path}?${query}&format=${format}&theme=dark`)).status]).toEqual([
      format,
      200,
    ]);
  const numbers = await get(decode(csv));
  expect(numbers.text.replace("\uFEFF", "")).toMatch(/^method,length,all,track/);
  const unknown = await get(`/api/benchmarks/${benchmark.slug}/figures/automatic?table=automatic-9`);
  expect(unknown.status).toBe(404);
});
