import { readFileSync } from "node:fs";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const fileOf = (content: object | string) => ({
  name: "study.json",
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

async function makeBenchmark(tracks: readonly string[]): Promise<{ slug: string }> {
  const name = `Quayside ${crypto.randomUUID().slice(0, 8)}`;
  const { id, slug } = await createBenchmark(operator(), { name, description: "" });
  const data = tracks.map((track, i) => ({ benchmarkId: id, name: track, language: "en", position: i + 1 }));
  await db.track.createMany({ data });
  return { slug };
}

test("a title has to stand there; a study.json becomes a draft, or every problem in it is named with its place", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const benchmark = await makeBenchmark(["Literary", "Drama", "Expertise"]);
  const example = JSON.parse(readFileSync("docs/formats/study-example.json", "utf8")) as object;
  const title = `From a file ${benchmark.slug}`;
  const design = { ...example, title, slug: undefined, benchmark: benchmark.slug };
  await page.goto("/studies/new");
  await press(page, t("builder.create.submit"));
  await expect(page.getByText(t("builder.fieldErrors.empty"))).toBeVisible();

  const choose = page.getByLabel(t("builder.create.file.label"), { exact: true });
  const send = () => press(page, t("builder.create.file.submit"));
  const problems = page.getByRole("region", { name: t("builder.create.file.problemsCaption") });
  await expect(choose).toBeEnabled();
  await choose.setInputFiles(fileOf("{ no json"));
  await send();
  await expect(problems).toContainText(t("builder.fieldErrors.not_json"));

  await choose.setInputFiles(
    fileOf({ ...design, sample: { seed: -1 }, frame: { tracks: ["Opera"], reference: null }, colour: "red" }),
  );
  await send();
  await expect(problems.getByRole("rowheader", { name: "sample.seed" })).toBeVisible();
  await expect(problems.getByRole("rowheader", { name: "colour" })).toBeVisible();

  const frame = { tracks: ["Literary", "Opera"], reference: null };
  await choose.setInputFiles(fileOf({ ...design, frame }));
  await send();
  await expect(problems.getByRole("row", { name: /frame\.tracks\.1/ })).toContainText(
    t("builder.fieldErrors.unknown"),
  );
  expect(await db.study.count({ where: { title } })).toBe(0);

  await choose.setInputFiles(
    fileOf({ ...design, frame: { ...frame, tracks: ["Literary", "Drama", "Expertise"] } }),
  );
  await send();
  await expectRoom(page, t("builder.steps.check.title"));
  expect(await db.study.count({ where: { title } })).toBe(1);
});
