import { encode } from "next-auth/jwt";
import { makeRecoveryCodes } from "#lib/auth/second-factor/factors.ts";
import { startHalf } from "#lib/auth/second-factor/half-sign-in.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { operator } from "#lib/auth/operator.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import {
  makeBenchmark,
  makeEndpoint,
  type SampleBenchmark,
  type SampleEndpoint,
} from "#e2e/access-matrix/sample-benchmark.ts";
import { giveParts, giveQueue, makeReview, type SampleReview } from "#e2e/access-matrix/sample-review.ts";
import {
  makeRunningStudy,
  makeStudyDraft,
  publishSample,
  type RunningStudy,
  type SampleCard,
  type StudyDraft,
} from "#e2e/access-matrix/sample-study.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";

/**
 * A stranger is a researcher too, but of no study; the researcher belongs to those of the sample. The half one is an
 * admin who has still to show a second factor: to everything but that, nobody.
 */
export const callers = ["nobody", "half", "participant", "researcher", "stranger", "admin"] as const;
export type Caller = (typeof callers)[number];
export const isUnknown = (caller: Caller): boolean => caller === "nobody" || caller === "half";

export type Sample = {
  /** Who asks; null for nobody. */
  self: Person | null;
  cookie: string | null;
  /** Another sign-in of the caller's own. */
  otherSignInId: string;
  /** Somebody else, with an open link and a password. */
  target: Person;
  token: string;
  secret: string;
  /** Shows the second factor of the half one, once. */
  recoveryCode: string;
  benchmark: SampleBenchmark;
  /** One that is open, and another that could be. */
  study: RunningStudy & { draft: StudyDraft };
  /** In which the participant has every part of a queue, and the researcher leads. */
  review: SampleReview;
  /** Where models are reached. */
  endpoint: SampleEndpoint;
  /** That everybody may read. */
  card: SampleCard;
};
type SampleParts = Pick<Sample, "target" | "benchmark" | "review" | "endpoint" | "card"> & {
  running: RunningStudy;
  draft: StudyDraft;
};

const roles = {
  half: "admin",
  participant: "participant",
  researcher: "researcher",
  stranger: "researcher",
  admin: "admin",
} as const;

// Made once: to make each takes as long as all else together.
const secret = `seven quiet herons ${crypto.randomUUID()}`;
let secretHash: Promise<string> | undefined;

async function makeTarget(): Promise<Person> {
  secretHash ??= hashSecret(secret);
  const target = await addPerson("researcher");
  await db.user.update({ where: { id: target.id }, data: { secretHash: await secretHash } });
  return target;
}

/** Everything a caller could put into a request, made for this one, but for what is given. */
async function makeSample(caller: Caller, given: Partial<SampleParts> = {}): Promise<Sample> {
  const self = caller === "nobody" ? null : await addPerson(roles[caller]);
  const target = given.target ?? (await makeTarget());
  const benchmark = given.benchmark ?? (await makeBenchmark());
  const sitterId = caller === "participant" ? self?.id : undefined;
  const running = given.running ?? (await makeRunningStudy(sitterId));
  const draft = given.draft ?? (await makeStudyDraft());
  if (self && caller === "researcher")
    for (const { id } of [running, draft]) await addMember(operator(), { studyId: id, userId: self.id });
  const endpoint = given.endpoint ?? (await makeEndpoint());
  const card = given.card ?? (await publishSample());
  const review = { ...(given.review ?? (await makeReview())) };
  if (self && caller === "participant") review.decided = String(await giveQueue(review.slug, self));
  if (self && caller === "researcher") await giveParts(review.slug, self.handle, ["lead"]);
  const token = target.linkPath.replace("/enter/", "");
  const recoveryCode = "never-made-for-anybody";
  const study = { ...running, draft };
  const made = { target, token, secret, recoveryCode, benchmark, study, review, endpoint, card, self };
  if (!self) return { ...made, cookie: null, otherSignInId: crypto.randomUUID() };
  if (caller === "half") return { ...made, ...(await comeHalfway(self)), otherSignInId: crypto.randomUUID() };
  const { cookie } = await signIn(self);
  await see([self.id]);
  const otherSignInId = await startSignIn(db, self.id, "link", "Safari, iOS");
  return { ...made, cookie: `${cookie.name}=${cookie.value}`, otherSignInId };
}

/** With a second factor, and after the first. */
async function comeHalfway(person: Person): Promise<Pick<Sample, "cookie" | "recoveryCode">> {
  const { id } = person;
  await db.codeApp.create({ data: { userId: id, secret: new Uint8Array(48), confirmedAt: new Date() } });
  const [recoveryCode = ""] = await db.$transaction((tx) =>
    makeRecoveryCodes(tx, viewerFor({ ...person, role: "admin", secretHash: null })),
  );
  const half = await startHalf(db, id, { method: "password", device: "?", isKept: false });
  const token = await encode({ token: { half }, secret: env.authSecret ?? "", maxAge: 60 * 60 });
  return { cookie: `benchside-half=${token}`, recoveryCode };
}

/** Seen a moment ago: otherwise the request itself would write that down. */
async function see(userIds: string[]): Promise<void> {
  const seen = { lastSeenAt: new Date() };
  await db.user.updateMany({ where: { id: { in: userIds } }, data: seen });
  await db.signIn.updateMany({ where: { userId: { in: userIds } }, data: seen });
}

export type Samples = Readonly<Record<Caller, Sample>>;
let lent: Samples | undefined;

const thingsOf = ({
  target,
  benchmark,
  review,
  endpoint,
  card,
  study: { draft, ...running },
}: Sample): SampleParts => ({
  target,
  benchmark,
  review,
  endpoint,
  card,
  running,
  draft,
});

/** One of each, who all have to do with the same things. */
async function makeSamples(): Promise<Samples> {
  const participant = await makeSample("participant");
  const make = (caller: Caller) => makeSample(caller, thingsOf(participant));
  return {
    nobody: await make("nobody"),
    half: await make("half"),
    participant,
    researcher: await make("researcher"),
    stranger: await make("stranger"),
    admin: await make("admin"),
  };
}

/** For who only looks, or is refused: those that were lent before, unless something has happened to them since. Making them takes a while. */
export async function borrowSamples(): Promise<Samples> {
  if (!lent || !(await areUntouched(lent))) lent = await makeSamples();
  else await see(selvesOf(lent).map(({ id }) => id));
  return lent;
}

export const borrowSample = async (caller: Caller): Promise<Sample> => (await borrowSamples())[caller];

/** What of a sample is looked at. */
function listRead(known: Sample, read: (sample: Sample) => unknown): ReadonlySet<string> {
  const wanted = new Set<string>();
  const watch = <Whole extends object>(whole: Whole, look: (part: string) => unknown): Whole =>
    new Proxy(whole, {
      get: (of, part) => look(String(part)) ?? (Reflect.get(of, part) as unknown),
    });
  const study = watch(known.study, (part) => void wanted.add(part === "draft" ? "draft" : "running"));
  const watched = watch(known, (part) => (part === "study" ? study : void wanted.add(part)));
  read(watched);
  return wanted;
}

/** For who does something: what is read for it is made anew, and what isn't may be lent. A study takes longest. */
export async function makeSampleFor(caller: Caller, read: (sample: Sample) => unknown): Promise<Sample> {
  const known = (lent ?? (await borrowSamples()))[caller];
  const wanted = listRead(known, read);
  const { target, benchmark, review, endpoint, card, running, draft } = thingsOf(known);
  return makeSample(caller, {
    ...(["target", "token", "secret"].some((part) => wanted.has(part)) ? {} : { target }),
    ...(wanted.has("benchmark") ? {} : { benchmark }),
    ...(wanted.has("review") ? {} : { review }),
    ...(wanted.has("endpoint") ? {} : { endpoint }),
    // No action of the sample's changes it.
    card,
    ...(wanted.has("running") ? {} : { running }),
    ...(wanted.has("draft") ? {} : { draft }),
  });
}

const selvesOf = (samples: Samples) => callers.flatMap((caller) => samples[caller].self ?? []);

async function areUntouched(samples: Samples): Promise<boolean> {
  const selves = selvesOf(samples);
  const { target, study } = samples.admin;
  const whoCameIn = selves.filter(({ id }) => id !== samples.half.self?.id).map(({ id }) => id);
  const [people, signIns, studies] = await Promise.all([
    db.user.count({
      where: { deactivatedAt: null, OR: [target, ...selves].map(({ id, role }) => ({ id, role })) },
    }),
    db.signIn.count({ where: { userId: { in: whoCameIn }, endedAt: null } }),
    db.study.count({
      where: {
        OR: [
          { id: study.id, state: "open" },
          { id: study.draft.id, state: "draft" },
        ],
      },
    }),
  ]);
  return people === selves.length + 1 && signIns === 2 * whoCameIn.length && studies === 2;
}
