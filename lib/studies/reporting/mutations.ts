import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { addRevision, revisionFields } from "#lib/revisions.ts";
import { problemsOf } from "#lib/studies/opening/study-file.ts";
import { reportingSchema, type Reporting, type ReportingField } from "#lib/studies/reporting/schema.ts";
import { isSame, listChanged } from "#lib/studies/reporting/stated.ts";
import { parsePlan } from "#lib/studies/schema.ts";

type ReportingChange = { slug: string; revision: number; value: unknown };

/**
 * Beside the frozen plan, by whoever sees the study: only what differs from the plan is kept, so that a field taken
 * back is again what the plan said. Whoever read an older revision is told who stated something since.
 */
export async function stateDetails(
  viewer: Staff,
  { slug, revision, value }: ReportingChange,
): Promise<Result<{ revision: number }, "not_found" | "conflict" | "invalid">> {
  const parsed = reportingSchema.safeParse(value);
  if (!parsed.success) return fail("invalid", problemsOf(parsed.error));
  return db.$transaction(async (tx) => {
    const study = await tx.study.findFirst({
      where: { slug, state: { not: "draft" }, ...studiesOf(viewer) },
      select: { id: true, draft: true },
    });
    if (!study) return fail("not_found");
    const last = await findLast(tx, study.id);
    const before = last ? reportingSchema.parse(last.content) : {};
    const content = keepOther(parsed.data, parsePlan(study.draft).recruitment.reporting ?? {});
    const fields = listChanged(before, content);
    if (last && last.revision === revision && fields.length === 0) return succeed({ revision });
    const added = await addRevision({
      seen: revision,
      findLast: () => findLast(tx, study.id),
      add: (next) =>
        tx.studyDetails.createMany({
          data: [{ studyId: study.id, revision: next, content, writtenById: viewer.actor.id }],
          skipDuplicates: true,
        }),
    });
    if (!added.ok) return added;
    const subject = { type: "study" as const, id: study.id };
    await recordEvent(tx, viewer, "study.details_stated", subject, { fields, ...added.value });
    return added;
  });
}

const findLast = (tx: Transaction, studyId: string) =>
  tx.studyDetails.findFirst({
    where: { studyId },
    select: { ...revisionFields, content: true },
    orderBy: { revision: "desc" },
  });

const keepOther = (stated: Reporting, planned: Reporting): Reporting =>
  Object.fromEntries(
    Object.entries(stated).filter(([field, value]) => !isSame(value, planned[field as ReportingField])),
  );
