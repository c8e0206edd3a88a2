import "server-only";
import type { Transaction } from "#lib/db.ts";

/** Who saved a draft last, and when; the name is empty where it was the command line. */
export async function findLastSave(
  client: Pick<Transaction, "auditEvent">,
  studyId: string,
): Promise<{ name: string; at: Date } | null> {
  const saved = await client.auditEvent.findFirst({
    where: { subjectType: "study", subjectId: studyId, action: { in: ["study.saved", "study.renamed"] } },
    select: { at: true, actor: { select: { name: true } } },
    orderBy: { id: "desc" },
  });
  return saved && { name: saved.actor?.name ?? "", at: saved.at };
}

/** The same as a part of a question about the table `seen`. */
export const lastSave = `SELECT e.at, coalesce(a.name, '') AS name FROM audit_events e LEFT JOIN users a ON a.id = e.actor_id
  WHERE e.subject_type = 'study' AND e.subject_id = seen.id::text AND e.action IN ('study.saved', 'study.renamed')
  ORDER BY e.id DESC LIMIT 1`;
