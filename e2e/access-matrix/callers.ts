import { encode } from "next-auth/jwt";
import { makeRecoveryCodes } from "#lib/auth/second-factor/recovery-codes.ts";
import { startHalf } from "#lib/auth/second-factor/half-sign-in.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { makeBenchmark, type SampleBenchmark } from "#e2e/access-matrix/sample-benchmark.ts";
import { makeStudies, type SampleStudy } from "#e2e/access-matrix/sample-study.ts";
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
  study: SampleStudy;
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

/** Everything a caller could put into a request, made for this one, but for what is given. */
export async function makeSample(
  caller: Caller,
  given: Partial<Pick<Sample, "benchmark" | "study">> = {},
): Promise<Sample> {
  secretHash ??= hashSecret(secret);
  const target = await addPerson("researcher");
  const token = target.linkPath.replace("/enter/", "");
  const benchmark = given.benchmark ?? (await makeBenchmark());
  await db.user.update({ where: { id: target.id }, data: { secretHash: await secretHash } });
  const self = caller === "nobody" ? null : await addPerson(roles[caller]);
  const idOf = (one: Caller) => (self && caller === one ? self.id : null);
  const study = given.study ?? (await makeStudies(idOf("researcher"), idOf("participant")));
  const recoveryCode = "never-made-for-anybody";
  const made = { target, token, secret, recoveryCode, benchmark, study, self };
  if (!self) return { ...made, cookie: null, otherSignInId: crypto.randomUUID() };
  if (caller === "half") return { ...made, ...(await comeHalfway(self)), otherSignInId: crypto.randomUUID() };
  const { cookie } = await signIn(self);
  await see(self.id);
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
async function see(userId: string): Promise<void> {
  const seen = { lastSeenAt: new Date() };
  await db.user.update({ where: { id: userId }, data: seen });
  await db.signIn.updateMany({ where: { userId }, data: seen });
}

const lent = new Map<Caller, Promise<Sample>>();

/** For who only looks, or is refused: the one that was lent before, unless something has happened to it since. Making one takes a while. */
export async function borrowSample(caller: Caller): Promise<Sample> {
  const known = await lent.get(caller);
  if (known && (await isUntouched(known))) {
    if (known.self) await see(known.self.id);
    return known;
  }
  const made = makeSample(caller);
  lent.set(caller, made);
  return made;
}

/** For who does something: what is read for it is made anew, and what isn't may be lent. A study takes longest. */
export async function makeSampleFor(caller: Caller, read: (sample: Sample) => unknown): Promise<Sample> {
  const known = await borrowSample(caller);
  const wanted = new Set<PropertyKey>();
  const watched = new Proxy(known, {
    get: (sample, part) => {
      wanted.add(part);
      return Reflect.get(sample, part) as unknown;
    },
  });
  read(watched);
  const { benchmark, study } = known;
  return makeSample(caller, {
    ...(wanted.has("benchmark") ? {} : { benchmark }),
    ...(wanted.has("study") ? {} : { study }),
  });
}

async function isUntouched({ self, cookie, target, study }: Sample): Promise<boolean> {
  const active = { deactivatedAt: null };
  const [people, signIns, studies] = await Promise.all([
    db.user.count({ where: { ...active, id: { in: self ? [self.id, target.id] : [target.id] } } }),
    self && cookie?.startsWith("benchside=")
      ? db.signIn.count({ where: { userId: self.id, endedAt: null, user: { role: self.role } } })
      : 0,
    db.study.count({ where: { id: { in: [study.id, study.draft.id] }, state: { in: ["open", "draft"] } } }),
  ]);
  return people === (self ? 2 : 1) && (!cookie?.startsWith("benchside=") || signIns > 0) && studies === 2;
}
