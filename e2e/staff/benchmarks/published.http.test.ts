import { Reader } from "#e2e/participant/without-script/reader.ts";
import { addBenchmark } from "#e2e/imports/send.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { publishedPath } from "#lib/paths.ts";
import { papers } from "#lib/published/papers.ts";
import { listTables } from "#lib/published/tables.ts";
import { textOf } from "#lib/simulation/browser.ts";

const countOf = (html: string, part: string): number => html.split(part).length - 1;

/** A table, by what stands above it. */
function tableOf({ html }: Reader, caption: string): string {
  const tables = [...html.matchAll(/<table\b[\s\S]*?<\/table>/g)].map(([table]) => table);
  const found = tables.find((table) => table.includes(caption));
  if (!found) throw new Error(`no table “${caption}” among ${tables.length}`);
  return found;
}

test("every table that a paper published is there with its source, marked as published", async () => {
  const reader = await Reader.as(await addPerson("admin"));
  await reader.goto(publishedPath);
  for (const paper of papers) {
    const name = t(`published.papers.${paper}`);
    const [href = ""] = reader.links(name);
    if (href) await reader.goto(href);
    const heading = /<h2\b[^>]*>([\s\S]*?)<\/h2>/.exec(reader.html)?.[1] ?? "";
    expect(textOf(heading).trim()).toBe(name);
    const tables = listTables().filter((table) => table.paper === paper);
    expect(countOf(reader.html, "<table")).toBe(tables.length);
    expect(countOf(reader.html, `>${t("published.badge")}<`)).toBe(tables.length);
  }
});

test("a figure that doesn't fit leads to what is known of it", async () => {
  const reader = await Reader.as(await addPerson("admin"));
  await reader.goto(publishedPath);
  const results = tableOf(reader, "PersonaEval Table 1, Appendix D: All tracks");
  const row = results.match(/<tr\b[\s\S]*?<\/tr>/g)?.find((one) => one.includes("GLM-4.5")) ?? "";
  expect(textOf(row)).toContain("59.1");
  const [, note = ""] = /<a\b[^>]*href="[^"]*#(personaeval-table-1-note-1)"/.exec(row) ?? [];
  expect(note).not.toBe("");
  expect(reader.html).toContain(`id="${note}"`);
});

test("beside computed figures stand the paper's, where an admin declared its cases to be theirs", async () => {
  const reader = await Reader.as(await addPerson("admin"));
  const [paper, other] = [await addBenchmark(), await addBenchmark()];
  for (const [benchmarkId, name] of [
    [paper.id, "Drama"],
    [other.id, "Weather"],
  ] as const)
    await db.track.create({ data: { benchmarkId, name, language: "zh", position: 1 } });
  await db.$executeRaw`UPDATE benchmarks SET published_as = 'personaeval', published_digest = digest_of_cases(id)
    WHERE id = ${paper.id}`;
  await reader.goto(`/admin/benchmarks/${paper.slug}/runs?track=Drama`);
  reader.expectWords(t("runs.published.title"));
  expect(countOf(tableOf(reader, "PersonaEval Table 3, Appendix D: Drama"), 'scope="row"')).toBe(19);
  await reader.goto(`/admin/benchmarks/${paper.slug}/settings`);
  reader.expectWords(t("benchmarks.published.declared", { paper: "PersonaEval" }));
  await reader.goto(`/admin/benchmarks/${other.slug}/runs`);
  reader.expectWords(t("runs.title"));
  expect(reader.html).not.toContain("<table");
});
