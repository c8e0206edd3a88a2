import { expect, test, vi } from "vitest";
import { cardCodeFrom } from "#lib/cards/requests.ts";
import { publishCard, withdrawCard } from "#lib/cards/mutations.ts";
import { getCardState, getPublishedCard } from "#lib/cards/queries.ts";
import { readCard } from "#lib/cards/signing.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { stateDetails } from "#lib/studies/reporting/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { getStamp } from "#lib/study-results/rows/rows-queries.ts";
import { expectValue, finish, numberOf, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open, draft, benchmark } = await useTrialStudies({ cases: 14 });
const plain = { withModels: false, licence: null, contact: null };

/** Three people, twelve cases, closed. */
async function closedStudy(people = 3) {
  const study = await open({ sample: { quota: { Literary: 12 } } });
  const sitters = [];
  for (let person = 0; person < people; person++) sitters.push(await finish(study, 12, 30_000));
  expectValue(await closeStudy(viewer, study.slug));
  return { ...study, sitters };
}

async function read(code: string) {
  const found = await getPublishedCard(code);
  if (!found) throw new Error("there is no card");
  return found;
}

const listEvents = async (studyId: string) =>
  (
    await db.auditEvent.findMany({
      where: { subjectId: studyId, action: { startsWith: "study.card_" } },
      select: { action: true, details: true, origin: true },
      orderBy: { id: "asc" },
    })
  ).map(({ action, details, origin }) => ({ action, origin, ...(details as object) }));

test("a card is published of a closed study, signed, with no person, no case and no right answer in it", async () => {
  const study = await closedStudy();
  const settings = { withModels: false, licence: "CC BY 4.0", contact: "harbour@example.org" };
  const { code, issue } = expectValue(await publishCard(viewer, study.slug, settings));
  const { card, text, sha256 } = await read(code);
  expect(expectValue(readCard(text))).toEqual(card);
  expect(card).toMatchObject({ issue, licence: "CC BY 4.0", contact: "harbour@example.org", address: null });
  expect(card.people).toMatchObject({ people: 3, cases: 12, answers: 36, reason: null, chance: 0.25 });
  expect(card.people.accuracy).toBeGreaterThan(0);
  expect(card).toMatchObject({ models: null, study: { who: "people", title: "Who is speaking?" } });
  const manifest = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  expect(card.plan).toMatchObject({ hash: Buffer.from(manifest.hash).toString("hex"), isIntact: true });
  // Of points about models the state alone.
  const told = card.checklist.filter(({ found }) => found !== null).map(({ key }) => key);
  expect(told).not.toContain("pairedTests");
  expect(told).toContain("uncertainty");
  expect(text).not.toContain("model-a");

  const cases = await db.studyCase.findMany({
    where: { studyId: study.id },
    select: {
      caseVersion: { select: { original: true, optionNames: true, case: { select: { key: true } } } },
    },
  });
  const secret = [
    ...cases.flatMap(
      ({
        caseVersion: {
          original,
          optionNames,
          case: { key },
        },
      }) => [original, key, ...optionNames],
    ),
    ...study.sitters.flatMap(({ sittingId, handle }) => [sittingId, handle]),
  ];
  expect(secret.filter((word) => word !== null && word.length > 3 && text.includes(word))).toEqual([]);
  expect(await listEvents(study.id)).toEqual([
    { action: "study.card_published", origin: "web", issue: 1, sha256, withModels: false },
  ]);
  expect((await getCardState(study.id))?.stamp).toBe(await getStamp(viewer, study.slug));
});

test("who withdraws or is left out is gone with the old card, and the next request gets a new issue", async () => {
  const { sitters, ...study } = await closedStudy(4);
  const { code } = expectValue(await publishCard(viewer, study.slug, plain));
  const [first, second] = sitters;
  if (!first || !second) throw new Error("nobody came");
  expectValue(await withdrawSitting(viewer, study.id, await numberOf(first), { erase: true }));
  expect(await getCardState(study.id)).toMatchObject({ isPublished: true, stamp: null, issue: 1 });
  // Whoever asks at once gets the same one.
  const [one, other] = await Promise.all([read(code), read(code)]);
  expect(other.text).toBe(one.text);
  expect(one.card).toMatchObject({ issue: 2, people: { people: 3, answers: 36 } });
  expectValue(await excludeSitting(viewer, study.id, await numberOf(second), "Asked a friend."));
  expect((await read(code)).card).toMatchObject({
    issue: 3,
    people: { people: 2, answers: 24, accuracy: null, reason: "too_few" },
  });
  const left = await read(code);
  expect(left.text).not.toContain("Asked a friend");
  // With and without the one who was left out would say together what they answered.
  const exclusions = left.card.checklist.find(({ key }) => key === "exclusions");
  expect(exclusions?.found).toMatch(/^Withheld on cards: fewer than 5 people/);
  const renewed = { action: "study.card_renewed", origin: "system", why: "people_changed" };
  expect((await listEvents(study.id)).slice(1)).toMatchObject([renewed, renewed]);
});

test("an issue that comes by itself states what was stated when an admin published", async () => {
  const { sitters, ...study } = await closedStudy(4);
  const state = (revision: number, how: string) =>
    stateDetails(viewer, { slug: study.slug, revision, value: { how } });
  const told = async (code: string) => (await read(code)).card.study.recruitment.how;
  expectValue(await state(0, "By a poster in the library."));
  const { code } = expectValue(await publishCard(viewer, study.slug, plain));
  expectValue(await state(1, "Whatever somebody of the team writes later."));
  const number = await numberOf(sitters[0] as (typeof sitters)[number]);
  expectValue(await withdrawSitting(viewer, study.id, number, { erase: false }));
  expect((await read(code)).card).toMatchObject({ issue: 2, people: { people: 3 } });
  expect((await read(code)).text).not.toContain("Whatever somebody");
  expect(await told(code)).toBe("By a poster in the library.");
  expectValue(await publishCard(viewer, study.slug, plain));
  expect(await told(code)).toBe("Whatever somebody of the team writes later.");
});

test("where everybody has withdrawn, the card says that nobody is left", async () => {
  const { sitters, ...study } = await closedStudy(3);
  const { code } = expectValue(await publishCard(viewer, study.slug, plain));
  for (const sitter of sitters)
    expectValue(await withdrawSitting(viewer, study.id, await numberOf(sitter), { erase: true }));
  const none = { people: 0, cases: 0, answers: 0, accuracy: null, low: null, high: null };
  expect((await read(code)).card).toMatchObject({ issue: 2, people: none, tracks: [] });
});

test("somebody who withdraws while a card is made is in none that anybody gets", async () => {
  const { sitters, ...study } = await closedStudy(4);
  const number = await numberOf(sitters[0] as (typeof sitters)[number]);
  const [published] = await Promise.all([
    publishCard(viewer, study.slug, plain),
    withdrawSitting(viewer, study.id, number, { erase: true }),
  ]);
  expect((await read(expectValue(published).code)).card.people.people).toBe(3);
});

test("models stand in it where that was chosen, and none that came later by itself", async () => {
  const { sitters, ...study } = await closedStudy(4);
  const { code } = expectValue(await publishCard(viewer, study.slug, { ...plain, withModels: true }));
  expect((await read(code)).card.models).toMatchObject([{ model: "model-a", answered: 12, accuracy: 1 }]);
  const other = { benchmarkId: benchmark.id, model: "model-secret", method: "zero-shot", version: "" };
  await db.modelRun.create({ data: other });
  const number = await numberOf(sitters[0] as (typeof sitters)[number]);
  expectValue(await withdrawSitting(viewer, study.id, number, { erase: false }));
  const { card, text } = await read(code);
  expect(card).toMatchObject({ issue: 2, models: [{ model: "model-a" }] });
  expect(text).not.toContain("model-secret");
  await db.modelRun.deleteMany({ where: { model: "model-secret" } });
  expectValue(await publishCard(viewer, study.slug, plain));
  expect((await read(code)).card).toMatchObject({ issue: 3, models: null });
});

test("switched off it is gone at once, and comes back at the same address", async () => {
  const study = await closedStudy();
  expect(await withdrawCard(viewer, study.slug)).toMatchObject({ error: "not_published" });
  const { code } = expectValue(await publishCard(viewer, study.slug, plain));
  expectValue(await withdrawCard(viewer, study.slug));
  expect(await getPublishedCard(code)).toBeNull();
  expect(await db.studyCard.findUnique({ where: { code } })).toMatchObject({ document: null });
  expect(await withdrawCard(viewer, study.slug)).toMatchObject({ error: "not_published" });
  expect(expectValue(await publishCard(viewer, study.slug, plain))).toEqual({ code, issue: 2 });
  expect((await listEvents(study.id)).map(({ action }) => action)).toEqual([
    "study.card_published",
    "study.card_withdrawn",
    "study.card_published",
  ]);
});

test("with another key it is signed anew, and says where it is once the instance knows", async () => {
  const study = await closedStudy(2);
  const { code } = expectValue(await publishCard(viewer, study.slug, plain));
  const before = await read(code);
  const { cardSigningKey, publicUrl } = env;
  Object.assign(env, {
    cardSigningKey: Buffer.alloc(32, "a newer key").toString("base64"),
    publicUrl: "https://study.example.org",
  });
  const after = await read(code);
  Object.assign(env, { cardSigningKey, publicUrl });
  expect(after.card.signature.fingerprint).not.toBe(before.card.signature.fingerprint);
  expect(after.card).toMatchObject({ issue: 2, address: `https://study.example.org/cards/${code}` });
  expectValue(readCard(before.text));
  expect((await listEvents(study.id)).at(-1)).toMatchObject({ why: "key_changed" });
});

test("nothing is published of a draft, of a study that people answer, or of nobody", async () => {
  expect(await publishCard(viewer, (await draft()).slug, plain)).toMatchObject({ error: "not_found" });
  expect(await publishCard(viewer, "none", plain)).toMatchObject({ error: "not_found" });
  const study = await open();
  expect(await publishCard(viewer, study.slug, plain)).toMatchObject({ error: "not_closed" });
  expectValue(await closeStudy(viewer, study.slug));
  expect(await publishCard(viewer, study.slug, plain)).toMatchObject({ error: "no_answers" });
  expect(await getCardState(study.id)).toMatchObject({ isPublished: false });
});

test("an address that nobody was given leads nowhere, and asks the database for nothing", async () => {
  expect(await getPublishedCard(cardCodeFrom(new Uint8Array(26)))).toBeNull();
  const asked = vi.spyOn(db.studyCard, "findFirst");
  expect(await getPublishedCard("no-code\0")).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test("a card of a study with arms says what these differ in, and no other says anything of arms", async () => {
  const arms: Arms = {
    differ: "translation",
    unit: "people",
    arms: [
      { name: "Not", translation: false },
      { name: "Allowed", translation: true },
    ],
  };
  const study = await open({ assignment: { arms } });
  for (let person = 0; person < 2; person++) await finish(study, 5, 30_000);
  expectValue(await closeStudy(viewer, study.slug));
  const { code } = expectValue(await publishCard(viewer, study.slug, plain));
  const { card, text } = await read(code);
  expect(card.study.arms).toEqual({ count: 2, differ: "translation" });
  expect(text).not.toContain("Allowed");
  const without = await closedStudy();
  const other = await read(expectValue(await publishCard(viewer, without.slug, plain)).code);
  expect(other.card.study).not.toHaveProperty("arms");
});
