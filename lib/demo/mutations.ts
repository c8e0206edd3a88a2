import "server-only";
import type { Role } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { DemoCase } from "#lib/demo/baselines.ts";
import { listDemoCases, seedBenchmark } from "#lib/demo/benchmark.ts";
import { simulatedPeople, simulatedTitle, simulationSeed } from "#lib/demo/schema.ts";
import { listEasiest } from "#lib/demo/synthetic.ts";
import { createUser, renewLink } from "#lib/users/mutations.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { type Study, getStudy } from "#lib/studies/queries.ts";
import { designSchema, isRunning, type Design } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";
import consent from "#prisma/demo/consent.json" with { type: "json" };
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { listWrongConfidences } from "#lib/studies/frame/queries.ts";
import { createStudyFrom } from "#lib/studies/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";

type Admin = Viewer<"admin">;

type SeedReport = {
  created: number;
  /** The researcher signs in by theirs; a participant takes part in the study by theirs. */
  links: { role: Role; path: string }[];
  benchmark: { slug: string; cases: number; isNew: boolean };
  study: SeededStudy;
  simulation: SeededSimulation;
};

/** Adds what is missing of the demo, so that it can be run again; the researcher who is there gets a new link. */
export async function seedDemo(viewer: Admin): Promise<SeedReport> {
  const { id, ...benchmark } = await seedBenchmark(viewer);
  const researcher = await seedResearcher(viewer);
  const about = { id, slug: benchmark.slug };
  const study = await seedStudy(viewer, about, researcher.id);
  const simulation = await seedSimulatedStudy(viewer, about, researcher.id);
  const links: SeedReport["links"] = [{ role: "researcher", path: researcher.path }];
  if (study.path) links.push({ role: "participant", path: study.path });
  return { created: researcher.isNew ? 1 : 0, links, benchmark, study, simulation };
}

async function seedResearcher(viewer: Admin): Promise<{ id: string; path: string; isNew: boolean }> {
  const role = "researcher";
  const there = await db.user.findFirst({
    where: { isDemo: true, role, deactivatedAt: null },
    select: { id: true },
  });
  const link = there && (await renewLink(viewer, there.id));
  // One who was deactivated in between is like one who isn't there.
  if (there && link?.ok) return { id: there.id, path: link.value, isNew: false };
  const { id, linkPath } = await createUser(viewer, { name: "Demo researcher", role, isDemo: true });
  return { id, path: linkPath, isNew: true };
}

type SeededStudy = { slug: string; isNew: boolean; path: string | null };

const title = "Who is speaking? Demo study";
const [seed, cap] = [2025, 1000];

/**
 * As the template has it, with the lines of a consent that somebody else would write for their own house. Who only looks around is
 * not tested. Real people answer here, so that no run that was made up is their comparator.
 */
function planned(): Design {
  const template = withoutChecks(newDesign("personaeval", seed));
  return designSchema.parse({
    ...template,
    rules: {},
    words: { ...template.words, ...consent },
    claims: { ...template.claims, comparator: { by: "name", run: { model: "Uniform", method: "baseline" } } },
  });
}

/**
 * An open study by the template, sampled from the lexical baseline's confident errors, and a link to take part.
 * One that is there is left as it is; one that an admin has closed gets no link.
 */
async function seedStudy(
  viewer: Admin,
  benchmark: DemoBenchmark,
  researcherId: string,
): Promise<SeededStudy> {
  const { study, isNew } = await openDemoStudy(viewer, benchmark, title, () =>
    withErrors(viewer, benchmark.id, planned()),
  );
  await addMember(viewer, { studyId: study.id, userId: researcherId });
  return { slug: study.slug, isNew, path: await findLink(viewer, study) };
}

/** The link is meant to be passed on, so it can be shown again. */
async function findLink(viewer: Admin, { id, state }: Study): Promise<string | null> {
  if (!isRunning(state)) return null;
  const link = await db.invitation.findFirst({
    where: {
      studyId: id,
      recruitment: "open_link",
      publicCode: { not: null },
      revokedAt: null,
      replacedById: null,
      uses: { lt: db.invitation.fields.maxUses },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { publicCode: true },
    orderBy: { number: "asc" },
  });
  if (link?.publicCode) return joinPath(link.publicCode);
  const made = await createOpenLink(viewer, id, { cap, cohort: null, expiresAt: null });
  if (!made.ok) throw new Error(`no link into the demo's study: ${made.error}`);
  return joinPath(made.value.code);
}

type DemoBenchmark = { id: number; slug: string };

const reference = { model: "Lexical overlap", method: "baseline", version: "" };

/** The demo's study of that name, planned and made where it isn't there and opened where it never was. */
export async function openDemoStudy(
  viewer: Admin,
  benchmark: DemoBenchmark,
  title: string,
  plan: () => Promise<Design>,
): Promise<{ study: Study; isNew: boolean }> {
  const where = { isDemo: true, benchmarkId: benchmark.id, title };
  const there = await db.study.findFirst({
    where,
    select: { slug: true },
    orderBy: { createdAt: "asc" },
  });
  const slug = there?.slug ?? (await makeDraft(viewer, benchmark, title, await plan()));
  return { study: await openOnce(viewer, slug), isNew: there === null };
}

async function makeDraft(
  viewer: Admin,
  benchmark: DemoBenchmark,
  title: string,
  design: Design,
): Promise<string> {
  const file = { ...design, title, benchmark: benchmark.slug };
  const made = await createStudyFrom(viewer, file, { isDemo: true });
  if (!made.ok) throw new Error(`the demo's study is not what it should be: ${JSON.stringify(made.fields)}`);
  return made.value.slug;
}

/** Its cases are those that the lexical baseline got wrong, as sure as leaves enough of them. */
async function withErrors(viewer: Admin, benchmarkId: number, design: Design): Promise<Design> {
  const threshold = await findThreshold(viewer, benchmarkId, design);
  return { ...design, frame: { ...design.frame, reference: { ...reference, threshold } } };
}

/** The highest one, in hundredths, with which every track still has as many cases as the template asks for. */
async function findThreshold(viewer: Admin, benchmarkId: number, { frame, sample }: Design): Promise<number> {
  const whole = { ...frame, reference: { ...reference, threshold: 0 } };
  const curves = await listWrongConfidences(viewer, benchmarkId, whole);
  const isEnough = (hundredths: number) =>
    Object.entries(sample.quota).every(([track, quota]) => {
      const curve = curves.find((one) => one.track === track);
      return (curve?.selectedAt[hundredths] ?? 0) >= quota;
    });
  for (let hundredths = 100; hundredths >= 0; hundredths--) if (isEnough(hundredths)) return hundredths / 100;
  throw new Error("the lexical baseline is not wrong often enough for the demo's study");
}

async function openOnce(viewer: Admin, slug: string): Promise<Study> {
  const study = await requireStudy(viewer, slug);
  if (study.state !== "draft") return study;
  const { facts, problems } = await getPlan(viewer, study);
  if (!facts.sample?.ok) throw new Error(`the demo's study can't open: ${JSON.stringify(problems)}`);
  const seen = { revision: study.revision, digest: facts.sample.plan.digest };
  const opened = await openStudy(viewer, slug, seen);
  if (!opened.ok) throw new Error(`the demo's study can't open: ${JSON.stringify(opened)}`);
  return requireStudy(viewer, slug);
}

async function requireStudy(viewer: Admin, slug: string): Promise<Study> {
  const study = await getStudy(viewer, slug);
  if (!study) throw new Error(`the demo's study ${slug} is gone`);
  return study;
}

export type SeededSimulation = {
  slug: string;
  isNew: boolean;
  /** closed: everybody has been there. waiting: they come when somebody opens its answers for the first time. */
  state: "waiting" | "closed";
};

/**
 * Fifty cases for everybody from all three strata, so that figures reach the whole benchmark, with what later figures live on: how
 * sure people were, whether they knew the work. Checks are named, since no case is easy for every run.
 */
function planSimulated(cases: readonly DemoCase[]): Design {
  const template = newDesign("controls", simulationSeed);
  const easy = listEasiest(cases, "Literary", 3).map(({ track, id }) => ({ track, key: id }));
  return designSchema.parse({
    ...template,
    sample: {
      ...template.sample,
      quota: { Literary: 17, Drama: 3, Expertise: 2 },
      unsure: { Literary: 11, Drama: 1, Expertise: 1 },
      controls: { Literary: 9, Drama: 4, Expertise: 2 },
      attention: { count: 2, cases: easy.slice(1) },
      practice: { count: 1, cases: easy.slice(0, 1) },
    },
    assignment: { ...template.assignment, design: "same", people: simulatedPeople },
    questions: {
      ...template.questions,
      confidence: { ask: "required", form: "slider" },
      knowsWork: "optional",
    },
    rules: { ...template.rules, failedChecks: 0, haste: { seconds: 4, share: 0.5 } },
  });
}

/** A study for simulated people; what is there isn't made twice. */
async function seedSimulatedStudy(
  viewer: Admin,
  benchmark: DemoBenchmark,
  researcherId: string,
): Promise<SeededSimulation> {
  const { study, isNew } = await openDemoStudy(viewer, benchmark, simulatedTitle, async () =>
    withErrors(viewer, benchmark.id, planSimulated(await listDemoCases())),
  );
  await addMember(viewer, { studyId: study.id, userId: researcherId });
  return { slug: study.slug, isNew, state: study.state === "open" ? "waiting" : "closed" };
}
