import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { inviteSimulated, reissueInvitation } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { makePeople, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { takePart, type ParticipationOptions, type ParticipationResult } from "#lib/simulation/take-part.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";

const need = <T>(value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error("it is missing");
  return value;
};
const attentive = (): SimulatedPerson => ({
  ...need(makePeople(5, 20).find(({ habit }) => habit === "attentive")),
  leavesAfter: null,
});

async function studyWithEverything(changes: Record<string, unknown> = {}): Promise<OpenStudy> {
  const { slug } = await importBenchmark({ Literary: 30 });
  return openedStudy({
    benchmark: slug,
    sample: { seed: 7, quota: { Literary: 6 }, practice: { count: 1 } },
    questions: {
      confidence: { ask: "required", form: "options" },
      reason: "required",
      knowsWork: "required",
      background: [
        {
          key: "education",
          kind: "choice",
          label: { en: "Education", "zh-CN": "学历" },
          options: ["master", "doctorate"].map((value) => ({ value, label: { en: value, "zh-CN": value } })),
          need: "required",
        },
      ],
    },
    ...changes,
  });
}

async function invite({ id }: OpenStudy): Promise<{ id: string; link: string }> {
  const made = await inviteSimulated(operator(), id, { count: 1, seed: 5 });
  const [one] = made.ok ? made.value : [];
  return { id: need(one).id, link: joinPath(need(one).code) };
}

const readSitting = (studyId: string) =>
  db.sitting.findFirstOrThrow({
    where: { studyId },
    include: {
      user: true,
      study: true,
      served: { include: { answer: true, revisions: true, studyCase: true }, orderBy: { position: "asc" } },
    },
  });

type Sitting = Awaited<ReturnType<typeof readSitting>>;
type SendOptions = Pick<ParticipationOptions, "baseUrl" | "pace" | "knows" | "onSaved">;

/** At once, knowing what is right; every answer that was acknowledged is written down. */
function sendToProduct(): { sending: SendOptions; saved: SentAnswer[] } {
  const saved: SentAnswer[] = [];
  const knows = (sittingId: string) => listRights(operator(), sittingId);
  const sending = {
    baseUrl: product.url,
    pace: "at_once",
    knows,
    onSaved: (one: SentAnswer) => void saved.push(one),
  } as const;
  return { sending, saved };
}

function expectWhole(sitting: Sitting, took: ParticipationResult, saved: readonly SentAnswer[]): void {
  expect(sitting).toMatchObject({
    id: took.sittingId,
    state: "submitted",
    completionCode: need(took.completionCode),
    isSimulated: true,
    user: { isSimulated: true },
    study: { hasSimulated: true },
  });
  const counted = sitting.served.filter(({ studyCase }) => studyCase.stratum !== "practice");
  expect(counted).toHaveLength(6);
  // Every answer that was acknowledged is there, once.
  const stored = counted.flatMap(({ revisions }) => revisions.map(({ id }) => id));
  expect(stored.sort()).toEqual(saved.map(({ id }) => id).sort());
  for (const { answer, revisions } of counted) {
    expect(answer).toMatchObject({ decision: expect.any(String), reason: expect.stringMatching(/\S/) });
    expect(answer?.revision).toBe(revisions.length);
    expect(revisions.map(({ revision }) => revision).sort()).toEqual(revisions.map((_, at) => at + 1));
  }
  const times = counted.map(({ answer }) => answer?.activeMs ?? 0);
  expect(sitting.activeMs).toBe(times.reduce((sum, one) => sum + one, 0));
}

test("one goes the whole way as a browser does, never back", async () => {
  const study = await studyWithEverything({
    questions: { mayGoBack: false, reason: "required", flag: "off" },
  });
  const { link } = await invite(study);
  const { sending, saved } = sendToProduct();
  const took = await takePart(attentive(), { ...sending, link });
  expectWhole(await readSitting(study.id), took, saved);
});

test("one who goes back and was interrupted goes on by a new link of their own, and nothing is given twice", async () => {
  const study = await studyWithEverything();
  const person = attentive();
  const { id, link } = await invite(study);
  const { sending, saved } = sendToProduct();
  const stopping = new AbortController();
  const interrupted = takePart(person, {
    ...sending,
    link,
    signal: stopping.signal,
    onSaved: (answer) => {
      saved.push(answer);
      if (answer.position >= 4) stopping.abort();
    },
  });
  await expect(interrupted).rejects.toThrow();
  const before = await readSitting(study.id);
  const renewed = await reissueInvitation(operator(), study.id, id);
  if (!renewed.ok) throw new Error(renewed.error);
  const took = await takePart(person, { ...sending, link: joinPath(renewed.value.code) });
  const after = await readSitting(study.id);
  expect([after.id, await db.sitting.count({ where: { studyId: study.id } })]).toEqual([before.id, 1]);
  expect(after.background).toEqual({ education: expect.stringMatching(/^(master|doctorate)$/) });
  expectWhole(after, took, saved);
});
