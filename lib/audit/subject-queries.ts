import "server-only";
import type { NamedSubject } from "#lib/audit/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { JobKind } from "#lib/jobs/schema.ts";

/** What an event was about, as far as it still exists. */
export type Subject =
  | { type: "user"; id: string; name: string }
  | { type: "study" | "review" | "benchmark"; slug: string; name: string }
  | { type: "model_run"; id: number; slug: string; name: string }
  | { type: "endpoint"; id: number; name: string }
  | { type: "endpoint_run"; id: string; slug: string; name: string }
  | { type: "backup"; name: string }
  | { type: "job"; id: string; kind: JobKind; slug: string | null; name: string | null };

// The record keeps whatever it was given: what can't be the number of a row isn't asked for.
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const number = /^\d{1,9}$/;
const named = { select: { slug: true } } as const;

/** By subjectKey. */
export async function listSubjects(
  _admin: Viewer<"admin">,
  events: readonly NamedSubject[],
): Promise<ReadonlyMap<string, Subject>> {
  const idsOf = (type: string) => [
    ...new Set(events.filter((event) => event.subjectType === type).map((event) => event.subjectId)),
  ];
  const uuids = (type: string) => ({ id: { in: idsOf(type).filter((id) => uuid.test(id)) } });
  const numbers = (type: string) => ({
    id: {
      in: idsOf(type)
        .filter((id) => number.test(id))
        .map(Number),
    },
  });
  const [users, studies, reviews, benchmarks, runs, endpoints, asked, jobs] = await Promise.all([
    db.user.findMany({ where: uuids("user"), select: { id: true, name: true } }),
    db.study.findMany({ where: uuids("study"), select: { id: true, slug: true, title: true } }),
    db.review.findMany({ where: uuids("review"), select: { id: true, slug: true, title: true } }),
    db.benchmark.findMany({ where: numbers("benchmark"), select: { id: true, slug: true, name: true } }),
    db.modelRun.findMany({
      where: numbers("model_run"),
      select: { id: true, model: true, benchmark: named },
    }),
    db.modelEndpoint.findMany({ where: numbers("endpoint"), select: { id: true, name: true } }),
    db.endpointRun.findMany({
      where: uuids("endpoint_run"),
      select: { id: true, model: true, benchmark: named },
    }),
    db.job.findMany({
      where: uuids("job"),
      select: { id: true, kind: true, benchmark: { select: { slug: true, name: true } } },
    }),
  ]);
  const found = new Map<string, Subject>();
  // A file, which only its name is known of.
  for (const name of idsOf("backup")) found.set(`backup ${name}`, { type: "backup", name });
  for (const { id, name } of users) found.set(`user ${id}`, { type: "user", id, name });
  for (const { id, slug, title } of studies) found.set(`study ${id}`, { type: "study", slug, name: title });
  for (const { id, slug, title } of reviews) found.set(`review ${id}`, { type: "review", slug, name: title });
  for (const { id, slug, name } of benchmarks)
    found.set(`benchmark ${id}`, { type: "benchmark", slug, name });
  for (const { id, model, benchmark } of runs)
    found.set(`model_run ${id}`, { type: "model_run", id, slug: benchmark.slug, name: model });
  for (const { id, name } of endpoints) found.set(`endpoint ${id}`, { type: "endpoint", id, name });
  for (const { id, model, benchmark } of asked)
    found.set(`endpoint_run ${id}`, { type: "endpoint_run", id, slug: benchmark.slug, name: model });
  for (const { id, kind, benchmark } of jobs) {
    const where = { slug: benchmark?.slug ?? null, name: benchmark?.name ?? null };
    found.set(`job ${id}`, { type: "job", id, kind: kind as JobKind, ...where });
  }
  return found;
}
