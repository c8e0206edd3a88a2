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
