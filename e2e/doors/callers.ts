import { db } from "#lib/db.ts";
import { hashSecret } from "#lib/auth/secrets.ts";
import { startSignIn } from "#lib/auth/sign-ins.ts";
import { makeBenchmark, type SampleBenchmark } from "#e2e/doors/sample-benchmark.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";

/** A stranger is a researcher too, but of no study; the researcher belongs to one. */
export const callers = ["nobody", "participant", "researcher", "stranger", "admin"] as const;
export type Caller = (typeof callers)[number];

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
  benchmark: SampleBenchmark;
};

const roles = {
  participant: "participant",
  researcher: "researcher",
  stranger: "researcher",
  admin: "admin",
} as const;

// Made once: to make each takes as long as all else together.
const secret = `seven quiet herons ${crypto.randomUUID()}`;
let secretHash: Promise<string> | undefined;

/** Everything a caller could put into a request, made for this one. */
export async function makeSample(caller: Caller): Promise<Sample> {
  secretHash ??= hashSecret(secret);
  const target = await addPerson("researcher");
  const token = target.linkPath.replace("/enter/", "");
  const benchmark = await makeBenchmark();
  const other = {
    target,
    token,
    secret,
    benchmark,
    self: null,
    cookie: null,
    otherSignInId: crypto.randomUUID(),
  };
  await db.user.update({ where: { id: target.id }, data: { secretHash: await secretHash } });
  if (caller === "nobody") return other;
  const self = await addPerson(roles[caller]);
  if (caller === "researcher") await joinStudy(self);
  const { cookie, signInId } = await signIn(self);
  // Seen a moment ago: otherwise the request itself would write that down.
  await db.user.update({ where: { id: self.id }, data: { lastSeenAt: new Date() } });
  await db.signIn.update({ where: { id: signInId }, data: { lastSeenAt: new Date() } });
  const otherSignInId = await startSignIn(db, self.id, "link", "Safari, iOS");
  return { ...other, self, cookie: `${cookie.name}=${cookie.value}`, otherSignInId };
}

async function joinStudy(person: Person): Promise<void> {
  const slug = person.handle;
  const { id: benchmarkId } = await db.benchmark.create({ data: { slug, name: slug } });
  const members = { create: { userId: person.id } };
  await db.study.create({
    data: { slug, title: slug, benchmarkId, draft: {}, createdById: person.id, members },
  });
}
