import { Reader } from "#e2e/participant/without-script/reader.ts";
import { benchmarkOfTwo, close, selectedByHarbour, sitThrough } from "#e2e/support/answered-study.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";
import { answer, beginAt, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { resultsPath } from "#lib/paths.ts";
import { decode, textOf } from "#lib/simulation/browser.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { addMember } from "#lib/study-members/mutations.ts";

/** A new researcher who may see the study, and what they are given as it comes. */
async function memberOf({ id: studyId }: OpenStudy) {
  const person: Person = await addPerson("researcher");
  await addMember(operator(), { studyId, userId: person.id });
  const { cookie } = await signIn(person);
  const get = (path: string) => ask(product.url + path, { cookie: `${cookie.name}=${cookie.value}` });
  return { person, get, reader: await Reader.as(person) };
}

const attribute = (tag: string, name: string) =>
  decode(new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "");

/** Where a button of the form of all files leads, with what the form says besides. */
function addressOf({ html }: Reader, name: string, fields: Record<string, string>): string {
  const [form = ""] = /<form\b[^>]*action="[^"]*\/export\/csv\.zip"[\s\S]*?<\/form>/.exec(html) ?? [];
  expect(attribute(form.slice(0, form.indexOf(">")), "method")).toBe("get");
  const buttons = form.match(/<button\b[\s\S]*?<\/button>/g) ?? [];
  const button = buttons.find((one) => textOf(one).replace(" :", ":").trim() === name);
  if (!button) throw new Error(`no button “${name}” in ${textOf(form)}`);
  const tag = button.slice(0, button.indexOf(">"));
  const query = new URLSearchParams(fields);
  if (attribute(tag, "name")) query.set(attribute(tag, "name"), attribute(tag, "value"));
  return `${attribute(tag, "formaction") || attribute(form, "action")}?${query}`;
}

test("a researcher takes everything in one file, and a single one that fits to it", async () => {
  const study = await openedStudy();
  const sitters = [await beginAt(study), await beginAt(study)];
  for (const sitter of sitters) {
    for (const position of [1, 2]) await answer(sitter, position);
    await submitSitting(sitter.viewer, sitter.sittingId);
  }
  const { reader, get } = await memberOf(study);
  await reader.goto(resultsPath(study.slug, "export"));
  reader.expectWords(t("results.notYet.title"));
  reader.expectNoWords(t("resultsExport.all.csv"));

  await closeStudy(operator(), study.slug);
  await reader.goto(resultsPath(study.slug, "export"));
  reader.expectWords(t("resultsExport.title"));
  const fields = {
    key: reader.field("key") ?? "",
    who: "people",
    numbers: reader.field("numbers") ?? "",
    texts: "without",
  };
  const take = async (name: string) => {
    const { status, headers, bytes } = await get(addressOf(reader, name, fields));
    expect([name, status]).toEqual([name, 200]);
    const file = /^attachment; filename="([^"]+)"/.exec(headers["content-disposition"] ?? "")?.[1];
    return { file, bytes };
  };
  const zip = await take(t("resultsExport.all.csv"));
  expect(zip.file).toBe(`${study.slug}-export-csv.zip`);
  const files = readZip(zip.bytes);
  expect([...files.keys()]).toEqual([
    "answers.csv",
    "participants.csv",
    "cases.csv",
    "predictions.csv",
    "history.csv",
    "people-as-model/Literary_people.csv",
    "manifest.json",
    "codebook.md",
  ]);
  expect(files.get("answers.csv")?.split("\r\n")[0]).not.toContain("reason");
  for (const { viewer, sittingId } of sitters) {
    const { handle } = await db.user.findUniqueOrThrow({ where: { id: viewer.userId } });
    for (const text of files.values())
      for (const secret of [handle, sittingId]) expect(text).not.toContain(secret);
  }
  const single = await take(
    `${t("resultsExport.files.kinds.answers.name")}: ${t("resultsExport.files.csv")}`,
  );
  expect(single.file).toBe(`${study.slug}-answers.csv`);
  expect(single.bytes.toString("utf8")).toBe(files.get("answers.csv"));
  const asModel = await take(`${t("resultsExport.files.kinds.model.name")}: Literary`);
  expect(asModel.bytes.toString("utf8")).toBe(files.get("people-as-model/Literary_people.csv"));
  const log = "resultsExport.files.kinds.log";
  const asLog = await take(`${t(`${log}.name`)}: ${t(`${log}.participants`, { track: "Literary" })}`);
  expect(asLog.file).toMatch(/_[a-z0-9-]+-Literary_[0-9a-f]{22}\.eval$/);
  expect(readZip(asLog.bytes).get("header.json")).toContain('"model":"people"');
  const harness = await take(`${t(`${log}.name`)}: ${t(`${log}.lmEval`)}`);
  expect(readZip(harness.bytes).size).toBe(2);
});

const [people, cases] = [3, 32];

/** Cases that gpt-harbour was sure of and wrong about, answered by three people; lantern-2 has two of three right. */
async function answeredStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await benchmarkOfTwo(80);
  const sample = { seed: 7, quota: { Literary: cases } };
  const study = await openedStudy({ benchmark, frame: selectedByHarbour, sample });
  for (let person = 0; person < people; person++)
    await sitThrough(study, (position) => ({ isRight: (position + person) % 3 !== 0 }));
  return study;
}

test("a researcher reads the report, and takes it with every file in it", async () => {
  const study = await answeredStudy();
  const { reader, get } = await memberOf(study);
  const address = resultsPath(study.slug, "report");
  await reader.goto(address);
  reader.expectWords(t("results.notYet.title"));
  reader.expectNoWords(t("reportPage.download"));

  await close(study);
  await reader.goto(address);
  reader.expectWords(t("reports.title"));
  const tiles = reader.html.match(/<li\b[^>]*><details\b[\s\S]*?<\/details>/g) ?? [];
  const points = tiles.map((tile) => textOf(tile).trim());
  expect(points).toHaveLength(14);
  const point = (title: string) =>
    points.find((row) => new RegExp(`^\\d+\\. ${title}`).test(row)) ?? `no point “${title}”`;
  const titled = (name: "frozen" | "exposure") => point(t(`cards.checklist.points.${name}`));
  expect(titled("frozen")).toContain(t("reports.states.met"));
  expect(titled("frozen")).toMatch(/SHA-256 of the plan [0-9a-f]{64}/);
  reader.expectWords("gpt-harbour (zero-shot) was wrong");
  reader.expectWords("lantern-2 (zero-shot), omega");
  expect(titled("exposure")).toContain(t("reports.states.missing"));
  reader.expectWords(`${cases} cases of the benchmark`);
  // What nobody stated leads to where it is stated.
  const gap = t("reports.methods.gapsLink", { what: t("reports.methods.gaps.payment") });
  await reader.follow(gap);
  reader.expectWords(t("reporting.fields.payment"));

  await reader.goto(address);
  const { headers, bytes } = await get(reader.links(t("reportPage.download"))[0] ?? "");
  expect(headers["content-disposition"]).toContain(`filename="${study.slug}-report.zip"`);
  const files = readZip(bytes);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      "README.txt",
      "answers.csv",
      "checklist.json",
      "checklist.md",
      "codebook.md",
      "manifest.json",
      "methods.md",
      "methods.tex",
      "parity.md",
      "results.json",
      "figures/figure-1-forest-178mm.svg",
      "figures/figure-1-forest-86mm.png",
      "tables/results.csv",
      "tables/table5.tex",
    ]),
  );
  // The page and the file agree.
  const { points: written } = JSON.parse(files.get("checklist.json") ?? "") as {
    points: { title: string; value: string }[];
  };
  expect(written).toHaveLength(14);
  for (const { title, value } of written) {
    expect(point(title)).toContain(title);
    reader.expectWords(value.replace(/\s+/g, " ").trim());
  }
});
