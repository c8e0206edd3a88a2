import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { getOwnData } from "#lib/own-data/queries.ts";
import { renderConsent, renderOwnData, renderOwnJson } from "#lib/own-data/written.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  useTrialStudies,
  type Sitter,
} from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });
const file = en.ownData.file;
const quota = { Literary: 4 };

async function read({ viewer, sittingId }: Sitter) {
  const data = await getOwnData(viewer, sittingId);
  if (!data) throw new Error("there is none");
  return data;
}

const shown = [
  "activeMs",
  "agreedAt",
  "answer",
  "background",
  "candidates",
  "cannotRead",
  "cases",
  "chosen",
  "chosenName",
  "completionCode",
  "confidence",
  "consent",
  "erasedAt",
  "externalId",
  "firstAnswerMs",
  "focusLosses",
  "form",
  "history",
  "isFlagged",
  "isPractice",
  "knowsWork",
  "language",
  "lastComment",
  "lines",
  "name",
  "number",
  "partialCode",
  "participantCode",
  "parts",
  "passage",
  "probabilities",
  "profile",
  "reason",
  "reports",
  "savedAt",
  "speaker",
  "startedAt",
  "state",
  "study",
  "submittedAt",
  "text",
  "ticks",
  "title",
  "turns",
  "type",
  "unfolded",
  "version",
  "withdrawnAt",
];

/** Every name of a field, however deep. */
const namesIn = (value: unknown): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...namesIn(inner),
      ]);

test("one's own data hold what one was shown and gave, in one's own order, with every change", async () => {
  const study = await open({ sample: { quota }, questions: { reason: "optional" } });
  const me = await begin(study);
  await answerCase(me, 1, { choice: 2, reason: "By the voice." });
  const changed = answerValue.parse({ choice: 0, reason: "By the boat." });
  const given = { sittingId: me.sittingId, position: 1, id: randomUUID(), clientAt: new Date() };
  expectValue(await saveAnswer(me.viewer, { ...given, revision: 2, value: changed }));
  await answerCase(me, 3, { choice: 1 });
  const data = await read(me);
  expect(data).toMatchObject({ participantCode: me.handle, state: "started", consent: { version: 1 } });
  expect(data.cases.map(({ number }) => number)).toEqual([1, 3]);
  const [first] = data.cases;
  expect(first?.answer).toMatchObject({ chosen: 1, reason: "By the boat." });
  const chosenName = String(first?.answer.chosenName);
  expect(first).toHaveProperty("candidates[0].name", chosenName);
  expect(first?.history.map(({ chosen, reason }) => [chosen, reason])).toEqual([
    [3, "By the voice."],
    [1, "By the boat."],
  ]);
  const text = renderOwnData(data, file);
  for (const said of ["By the boat.", `== ${file.case} 3 ==`, chosenName]) expect(text).toContain(said);
  expect(renderConsent(data.consent, file)).toContain(data.consent.text.trim());
});

test("nothing of them depends on what is right, why a case is there, or what anybody else said", async () => {
  const study = await open({
    sample: { quota, attention: { count: 1, cases: [] } },
    questions: { reason: "optional" },
  });
  const [me, other] = [await finish(study, 5, 1000), await begin(study)];
  await answerCase(other, 1, { choice: 0, reason: "Somebody else's thought." });
  const written = renderOwnJson(await read(me));
  const { served } = await db.sitting.findUniqueOrThrow({
    where: { id: me.sittingId },
    select: { served: { select: { studyCase: { select: { caseVersion: { select: { case: true } } } } } } },
  });
  const keys = served.map(({ studyCase }) => studyCase.caseVersion.case.key);
  for (const secret of ["Somebody else's", other.handle, "model-a", "Literary", study.slug, ...keys])
    expect(written).not.toContain(secret);
  // A field that is added has to be looked at before it goes to participants.
  expect([...new Set(namesIn(JSON.parse(written)))].sort()).toEqual(shown);
});

test("they are nobody else's, and of what was erased nothing is left", async () => {
  const study = await open({ sample: { quota } });
  const [me, other] = [await begin(study), await begin(study)];
  await answerCase(me, 1, { choice: 0 });
  expect(await getOwnData(other.viewer, me.sittingId)).toBeNull();
  await withdrawOwnSitting(me.viewer, me.sittingId, { erase: true });
  expect(await read(me)).toMatchObject({ state: "withdrawn", cases: [], background: [], lastComment: null });
});
