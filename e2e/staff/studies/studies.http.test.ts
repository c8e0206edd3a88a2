import { cookieOf } from "#e2e/imports/send.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { tableRows } from "#e2e/staff/table-rows.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { answer, beginAt, consentTo, draftStudy, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { designPath, liveAddress, studyPath } from "#lib/paths.ts";
import { textOf } from "#lib/simulation/browser.ts";
import { addMember } from "#lib/study-members/mutations.ts";

test("where nothing has changed, the live answer is empty", async () => {
  const study = await openedStudy();
  const cookie = await cookieOf("admin");
  const look = (headers: Record<string, string> = {}) =>
    ask(`${product.url}${liveAddress(study.slug)}`, { cookie, headers });
  const first = await look();
  const known = { "if-none-match": first.headers.etag ?? "" };
  expect([first.status, (await look(known)).status]).toEqual([200, 304]);
  await consentTo(study);
  expect((await look(known)).status).toBe(200);
});

test("an admin's way to a draft leads to where it is prepared, and nobody is invited into it", async () => {
  const draft = await draftStudy();
  const reader = await Reader.as(await addPerson("admin"));
  const { status, headers } = await reader.ask(studyPath(draft.slug));
  expect([status, headers.location]).toEqual([307, designPath(draft.slug, "frame")]);
  const look = async ({ slug }: { slug: string }) => {
    await reader.goto(`/studies/${slug}/invitations`);
    return [reader.words.includes(t("invitations.draft.title")), reader.hasField("count")];
  };
  expect(await look(draft)).toEqual([true, false]);
  const recruitment = { ways: ["invitation"], cohorts: [] };
  expect(await look(await openedStudy({ recruitment }))).toEqual([false, true]);
});

test("a researcher of the study reads, interim results where the design shows them, and has no button that changes anything", async () => {
  const study = await openedStudy({ rules: { interim: true } });
  const draft = await draftStudy();
  const person = await addPerson("researcher");
  for (const { id } of [study, draft]) await addMember(operator(), { studyId: id, userId: person.id });
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  const reader = await Reader.as(person);
  await reader.goto(studyPath(study.slug));
  const totals = /<section[^>]*aria-labelledby="totals"[\s\S]*?<\/section>/.exec(reader.html)?.[0] ?? "";
  // The number comes before its name.
  const named = (totals.match(/<dd\b[\s\S]*?<\/dt>/g) ?? []).map((one) => textOf(one).trim());
  expect(named).toContainEqual(expect.stringMatching(new RegExp(`^1 +${t("live.totals.working")}$`)));
  expect(tableRows(reader.html, t("live.people.caption"))[1]).toMatch(new RegExp(`^${sitter.number}(\\D|$)`));
  const { handle } = await db.user.findUniqueOrThrow({ where: { id: sitter.viewer.userId } });
  expect(reader.html).not.toContain(handle);
  const main = /<main\b[\s\S]*<\/main>/.exec(reader.html)?.[0] ?? "";
  const buttons = (main.match(/<button\b[\s\S]*?<\/button>/g) ?? []).map((button) => textOf(button).trim());
  expect(buttons).toEqual([t("live.people.search")]);
  const frame = new RegExp(`<nav[^>]*aria-label="${t("studies.frame.label")}"[\\s\\S]*?</nav>`).exec(
    reader.html,
  )?.[0];
  const pages = (frame?.match(/<a\b[\s\S]*?<\/a>/g) ?? []).map((link) => textOf(link).trim());
  expect(pages).toEqual(
    (["live", "results", "plan", "preview"] as const).map((page) => t(`studies.frame.pages.${page}`)),
  );
  reader.expectWords(t("live.accuracy.shown", { right: "true" }));
  expect(tableRows(reader.html, t("live.accuracy.caption"))[1]).toMatch(
    new RegExp(`^Literary ?${t("live.accuracy.selected")} ?1`),
  );
  await reader.goto(studyPath(draft.slug));
  reader.expectWords(t("studies.prepared.title"));
});

test("who may not have texts translated reads so, and their browser leaves the case alone; others may", async () => {
  const arms = [
    { name: "Not", translation: false },
    { name: "Allowed", translation: true },
  ];
  const study = await openedStudy({ assignment: { people: 2, arms: { differ: "translation", arms } } });
  const allowed: boolean[] = [];
  for (const sitter of [await beginAt(study), await beginAt(study)]) {
    const reader = await Reader.as(personOf(sitter));
    await reader.goto(`/sittings/${sitter.sittingId}/instructions`);
    const isAllowed = reader.words.includes(t("sitting.instructions.translation.allowed"));
    reader.expectWords(t(`sitting.instructions.translation.${isAllowed ? "allowed" : "not"}`));
    await reader.goto(`/sittings/${sitter.sittingId}/1`);
    reader.expectHeading(t("sitting.case.place", { place: "1", count: "2" }));
    expect(reader.html.match(/<[^>]* translate="no"/g) ?? []).toHaveLength(isAllowed ? 0 : 1);
    allowed.push(isAllowed);
  }
  expect(allowed.toSorted()).toEqual([false, true]);
});
