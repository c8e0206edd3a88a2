import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { inviteSimulated, reissueInvitation } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { makePeople, type SimulatedPerson } from "#lib/simulation/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { simulationKey } from "#lib/simulation/schema.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { projectRoot } from "#scripts/project.ts";
import { startWorker } from "#e2e/imports/worker-process.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

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

for (const mayGoBack of [true, false])
  test(`one goes the whole way as a browser does, ${mayGoBack ? "and back" : "never back"}`, async ({
    product,
  }) => {
    const study = await studyWithEverything();
    const everything = mayGoBack
      ? study
      : await studyWithEverything({ questions: { mayGoBack: false, reason: "required", flag: "off" } });
    const { link } = await invite(everything);
    const saved: { id: string; position: number; revision: number }[] = [];
    const took = await takePart(attentive(), {
      baseUrl: product.url,
      link,
      pace: "at_once",
      knows: (sittingId) => listRights(operator(), sittingId),
      onSaved: (answer) => saved.push(answer),
    });
    const sitting = await readSitting(everything.id);
    expect(sitting).toMatchObject({
      id: took.sittingId,
      state: "submitted",
      completionCode: need(took.completionCode),
      isSimulated: true,
      user: { isSimulated: true },
      study: { hasSimulated: true },
    });
    if (mayGoBack)
      expect(sitting.background).toEqual({ education: expect.stringMatching(/^(master|doctorate)$/) });
    const counted = sitting.served.filter(({ studyCase }) => studyCase.stratum !== "practice");
    expect(counted).toHaveLength(6);
    // Every answer that was acknowledged is there, once.
    const stored = counted.flatMap(({ revisions }) => revisions.map(({ id }) => id));
    expect(stored.sort()).toEqual(saved.map(({ id }) => id).sort());
    for (const { answer, revisions } of counted) {
      expect(answer).toMatchObject({ decision: expect.any(String), reason: expect.stringMatching(/\S/) });
      expect(answer?.revision).toBe(revisions.length);
    }
    const times = counted.map(({ answer }) => answer?.activeMs ?? 0);
    expect(sitting.activeMs).toBe(times.reduce((sum, one) => sum + one, 0));
  });

test("one who was interrupted goes on by a new link of their own, and nothing is given twice", async ({
  product,
}) => {
  const study = await studyWithEverything();
  const person = attentive();
  const { id, link } = await invite(study);
  const stopping = new AbortController();
  const taking = {
    baseUrl: product.url,
    pace: "at_once" as const,
    knows: (sittingId: string) => listRights(operator(), sittingId),
  };
  const interrupted = takePart(person, {
    ...taking,
    link,
    signal: stopping.signal,
    onSaved: ({ position }) => position >= 4 && stopping.abort(),
  });
  await expect(interrupted).rejects.toThrow();
  const before = await readSitting(study.id);
  const renewed = await reissueInvitation(operator(), study.id, id);
  if (!renewed.ok) throw new Error(renewed.error);
  const took = await takePart(person, { ...taking, link: joinPath(renewed.value.code) });
  expect(took.sittingId).toBe(before.id);
  const after = await readSitting(study.id);
  expect([after.state, await db.sitting.count({ where: { studyId: study.id } })]).toEqual(["submitted", 1]);
  const ids = (sitting: typeof after) =>
    sitting.served.flatMap(({ revisions }) => revisions.map((revision) => revision.id));
  expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
  for (const { answer, revisions } of after.served) {
    expect(revisions.map(({ revision }) => revision).sort()).toEqual(revisions.map((_, i) => i + 1));
    expect(answer?.revision).toBe(revisions.length);
  }
});

test("a job fills a study and closes it; a worker that is killed leaves nobody doubled", async ({
  product,
  page,
  signInAs,
}) => {
  // Two workers start from nothing, and eight people go the whole way.
  test.setTimeout(120_000);
  const study = await openedStudy();
  const [people, seed, exclusiveKey] = [8, 11, simulationKey(study.id)];
  const left = makePeople(seed, people).filter(({ leavesAfter }) => leavesAfter !== null).length;
  expect(left).toBeGreaterThan(0);
  const payload = { slug: study.slug, seed, people };
  const request = {
    kind: "simulate_people",
    payload,
    benchmarkId: null,
    exclusiveKey,
    unit: "people",
  } as const;
  const job = await requestJob(operator(), request);
  const read = () => db.job.findUniqueOrThrow({ where: { id: job } });
  const first = startWorker(product);
  try {
    await expect.poll(async () => (await read()).done, { timeout: 45_000 }).toBeGreaterThan(0n);
  } finally {
    await first.end("SIGKILL");
  }
  await signInAs("researcher").then(({ person }) =>
    db.studyMember.create({ data: { studyId: study.id, userId: person.id } }),
  );
  await page.goto(`/studies/${study.slug}`);
  await expect(page.getByText(t("live.simulation.title"))).toBeVisible();
  const second = startWorker(product);
  try {
    await expect.poll(async () => (await read()).state, { timeout: 45_000 }).toBe("done");
  } finally {
    await second.end("SIGTERM");
  }
  const { attempts, result } = await read();
  expect([attempts, result]).toEqual([2, { finished: people - left, left }]);
  const sittings = await db.sitting.groupBy({
    by: ["state", "isSimulated"],
    where: { studyId: study.id },
    _count: true,
    orderBy: { state: "asc" },
  });
  expect(sittings).toEqual([
    { state: "started", isSimulated: true, _count: left },
    { state: "submitted", isSimulated: true, _count: people - left },
  ]);
  const { state, hasSimulated } = await db.study.findUniqueOrThrow({ where: { id: study.id } });
  expect([state, hasSimulated]).toEqual(["closed", true]);
  await expect(page.getByText(t("live.totals.andSimulated", { count: String(people - left) }))).toBeVisible();
  await expect(page.getByText(t("live.simulation.title"))).toBeHidden();
});

test("the command sends people through, tells what came of it, and the same seed sends the same", async ({
  product,
}) => {
  const run = promisify(execFile);
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const simulate = async ({ slug }: OpenStudy) => {
    const script = path.join(projectRoot, "scripts/benchside.ts");
    // The study has a link for people, which nobody uses here.
    const people = ["--people", "3", "--seed", "9", "--beside-people"];
    const args = ["simulate", slug, ...people, "--url", product.url, "--json"];
    const { stdout } = await run(process.execPath, ["--conditions=react-server", script, ...args], {
      cwd: projectRoot,
      env: {
        ...inherited,
        DATABASE_URL: product.databaseUrl,
        DATABASE_OWNER_URL: product.ownerUrl,
        DATA_DIR: product.dir,
      },
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const { benchmark, ...one } = await openedStudy();
  const other = await openedStudy({ benchmark });
  const told = await Promise.all([simulate({ benchmark, ...one }), simulate(other)]);
  for (const summary of told)
    expect(summary).toMatchObject({ people: 3, seed: 9, failed: [], stopped: false });
  const choices = async (studyId: string) =>
    (
      await db.answer.findMany({
        where: { served: { sitting: { studyId } } },
        select: {
          decision: true,
          activeMs: true,
          served: { select: { studyCase: { select: { caseVersionId: true } } } },
        },
      })
    )
      .map(({ decision, activeMs, served }) => `${served.studyCase.caseVersionId} ${decision} ${activeMs}`)
      .sort();
  expect((await choices(one.id)).length).toBeGreaterThan(3);
  expect(await choices(one.id)).toEqual(await choices(other.id));
});
