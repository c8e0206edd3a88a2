import "server-only";
import { createHash } from "node:crypto";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import { findProblem, type NewTemplate, type NewVersion } from "#lib/prompt-templates/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { promptFields } from "#lib/task-kinds/server-registry.ts";

type Admin = Viewer<"admin">;

/** A template with its first version. */
export async function addTemplate(
  viewer: Admin,
  { benchmark, name, text }: NewTemplate,
): Promise<Result<{ id: number }, "not_found" | "invalid">> {
  const problem = findProblem(text, promptFields);
  if (problem) return fail("invalid", problem);
  return db.$transaction(async (tx) => {
    await takeLock(tx, "prompt templates");
    const found = await tx.benchmark.findUnique({ where: { slug: benchmark }, select: { id: true } });
    if (!found) return fail("not_found");
    const named = { benchmarkId: found.id, name };
    if ((await tx.promptTemplate.count({ where: named })) > 0) return fail("invalid", { name: "taken" });
    const { id } = await tx.promptTemplate.create({ data: named, select: { id: true } });
    await storeVersion(tx, viewer, { id, number: 1, text });
    const details = { name, number: 1, sha256: digestOf(text).toString("hex") };
    await recordEvent(tx, viewer, "prompt_template.added", subject(found.id), details);
    return succeed({ id });
  });
}

/** One more version; those before it stay as they are. */
export async function addVersion(
  viewer: Admin,
  { id, after, text }: NewVersion,
): Promise<Result<{ number: number }, "not_found" | "newer" | "same" | "invalid">> {
  const problem = findProblem(text, promptFields);
  if (problem) return fail("invalid", problem);
  return db.$transaction(async (tx) => {
    // Of two that write on at once the second is told.
    await takeLock(tx, "prompt templates");
    const template = await tx.promptTemplate.findUnique({
      where: { id },
      select: { name: true, benchmarkId: true },
    });
    if (!template) return fail("not_found");
    const newest = await tx.promptTemplateVersion.findFirst({
      where: { templateId: id },
      select: { number: true, text: true },
      orderBy: { number: "desc" },
    });
    if (newest?.number !== after) return fail("newer");
    if (newest.text === text) return fail("same");
    const number = after + 1;
    await storeVersion(tx, viewer, { id, number, text });
    const details = { name: template.name, number, sha256: digestOf(text).toString("hex") };
    await recordEvent(tx, viewer, "prompt_template.changed", subject(template.benchmarkId), details);
    return succeed({ number });
  });
}

const subject = (benchmarkId: number) => ({ type: "benchmark", id: String(benchmarkId) }) as const;
const digestOf = (text: string) => createHash("sha256").update(text, "utf8").digest();

const storeVersion = (
  tx: Transaction,
  viewer: Admin,
  { id, number, text }: { id: number; number: number; text: string },
) =>
  tx.promptTemplateVersion.create({
    data: {
      templateId: id,
      number,
      text,
      createdById: viewer.actor.id,
      sha256: new Uint8Array(digestOf(text)),
    },
    select: { id: true },
  });
