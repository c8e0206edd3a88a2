import { Reader } from "#e2e/participant/without-script/reader.ts";
import { addBenchmark } from "#e2e/imports/send.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, csv, options, promptOf, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { casePath, casesPath } from "#lib/paths.ts";
import { decode } from "#lib/simulation/browser.ts";

const rows = someRows(4);
const sure = [0.7, 0.1, 0.1, 0.1];
const unsure = [0.2, 0.5, 0.2, 0.1];
const results = {
  "gpt-strong": resultsCsv(rows.map((row) => ({ ...row, probabilities: sure }))),
  lantern: resultsCsv(rows.map((row, n) => ({ ...row, probabilities: unsure, success: n === 3 ? -1 : 1 }))),
};
const oddNames = ["NA", "null", "=1+1", "nan"];
const odd = { ...someRows(1, "lighthouse")[0]!, gold: "null", options: oddNames };
const plain = csv([
  ["prompt", "gt", "option1", "option2"],
  ["Who rang the bell on the quay?", "Old Tamsin", "Old Tamsin", "The Pilot"],
]);

async function bringAll() {
  const benchmark = await addBenchmark();
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows), results });
  await bring(benchmark, { track: "Odd names", cases: casesCsv([odd]) });
  await bring(benchmark, { track: "Riddles", cases: plain });
  const cases = await db.case.findMany({
    where: { track: { benchmarkId: benchmark.id } },
    select: { key: true, track: { select: { name: true } } },
    orderBy: [{ trackId: "asc" }, { position: "asc" }],
  });
  const pathsOf = (name: string) =>
    cases.filter(({ track }) => track.name === name).map(({ key }) => casePath(benchmark.slug, name, key));
  return { list: casesPath(benchmark.slug), literary: pathsOf("Literary"), oddPaths: pathsOf("Odd names") };
}

/** What stands word for word in boxes. */
const boxes = ({ html }: Reader): string[] =>
  [...html.matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/g)].map(([, text = ""]) =>
    decode(text.replace(/<[^>]*>/g, "")),
  );

/** As a participant reads it. */
function conversationOf({ html }: Reader): string {
  const label = t("sitting.reading.conversation");
  const [, inside = ""] =
    new RegExp(`aria-label="${label}"[^>]*>([\\s\\S]*?)</(?:section|ol|ul)>`).exec(html) ?? [];
  return decode(inside.replace(/<[^>]*>/g, ""));
}

test("cases are browsed by track, length, options and words, the view in the address, and read with every run’s answer", async () => {
  const reader = await Reader.as(await addPerson("admin"));
  const { list, literary, oddPaths } = await bringAll();
  await reader.goto(list);
  reader.expectWords(t("cases.count", { total: 6 }));
  const [form = ""] = /<form\b[^>]*>(?:(?!<\/form>)[\s\S])*name="text"/.exec(reader.html) ?? [];
  expect(form, "a form that asks by the address").not.toMatch(/^$|^<form\b[^>]*method="post"/i);
  await reader.goto(`${list}?text=Lighthouse`);
  reader.expectWords(t("cases.count", { total: 1 }));
  expect(reader.field("text")).toBe("Lighthouse");
  await reader.goto(`${list}?track=Riddles&options=2&form=unparsed`);
  reader.expectWords(t("cases.count", { total: 1 }));
  await reader.goto(`${list}?longer=100000`);
  reader.expectWords(t("cases.noneTitle"));

  // Candidates called NA, null and =1+1 are candidates like any other.
  await reader.goto(oddPaths[0] ?? "");
  reader.expectWords("2. null");
  for (const name of oddNames) reader.expectWords(name);

  const [first = "", second = "", , last = ""] = literary;
  await reader.goto(first);
  reader.expectWords(t("cases.case.title"));
  expect(conversationOf(reader)).toContain(rows[0]!.answered);
  expect(conversationOf(reader)).not.toContain("Estimate the probability");
  reader.expectWords(`1. ${options[0]}`);
  expect(reader.links(t("cases.case.previous"))).toEqual([]);
  expect(boxes(reader)).toContain(promptOf(rows[0]!));
  await reader.follow(t("cases.case.next"));
  expect(reader.address).toBe(second);
  expect(conversationOf(reader)).toContain(rows[1]!.answered);
  expect(reader.links(t("cases.case.previous"))).toEqual([first]);

  // What every run made of one, and failed calls apart.
  await reader.goto(last);
  reader.expectWords(t("cases.predictions.summary", { right: 1, answered: 1, failed: 1 }));
  reader.expectWords("0.700");
  expect(reader.html).toContain(`>${t("cases.predictions.right")}<`);
  reader.expectWords(t("cases.predictions.failedTitle"));
});

test("an address that is none of ours is no page", async () => {
  const reader = await Reader.as(await addPerson("admin"));
  const { slug } = await addBenchmark();
  const nowhere = [
    "no-such-benchmark",
    ...["/runs/none", "/runs/99999999999", "/cases/a/b"].map((rest) => `${slug}${rest}`),
  ];
  for (const address of nowhere) {
    const { status } = await reader.ask(`/admin/benchmarks/${address}`);
    expect([address, status]).toEqual([address, 404]);
  }
});
