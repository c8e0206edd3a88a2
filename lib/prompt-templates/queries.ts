import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { hexOf, nameOf, versionName, type VersionName } from "#lib/prompt-templates/schema.ts";

type Admin = Viewer<"admin">;

/** Versions come newest first, each with how many runs asked by it, of those that were begun here. */
export async function getTemplate(_admin: Admin, id: number) {
  const found = await db.promptTemplate.findUnique({
    where: { id },
    select: {
      id: true,
      name: true,
      benchmark: { select: { slug: true } },
      versions: {
        select: {
          id: true,
          number: true,
          text: true,
          sha256: true,
          createdAt: true,
          createdBy: { select: { name: true } },
          _count: { select: { runs: { where: { purpose: "run" } } } },
        },
        orderBy: { number: "desc" },
      },
    },
  });
  return (
    found && {
      ...found,
      versions: found.versions.map(({ createdBy, _count, sha256, ...version }) => ({
        ...version,
        sha256: hexOf(sha256),
        by: createdBy?.name ?? null,
        runs: _count.runs,
      })),
    }
  );
}

export type TemplateVersion = NonNullable<Awaited<ReturnType<typeof getTemplate>>>["versions"][number];

/** By name, each with the number of its newest version. */
export async function listTemplates(_admin: Admin, benchmarkId: number) {
  const found = await db.promptTemplate.findMany({
    where: { benchmarkId },
    select: { id: true, name: true, versions: { select: versionOf, orderBy: newest, take: 1 } },
    orderBy: { name: "asc" },
  });
  return found.flatMap(({ versions, ...template }) =>
    versions.map(({ number, createdAt }) => ({ ...template, newest: number, createdAt })),
  );
}

const newest = { number: "desc" } as const;
const versionOf = { number: true, createdAt: true } as const;

/** What a run may ask by: every version of every template, the newest of each first. */
export async function listVersions(_admin: Admin, benchmarkId: number): Promise<VersionName[]> {
  const found = await db.promptTemplateVersion.findMany({
    where: { template: { benchmarkId } },
    select: versionName,
    orderBy: [{ template: { name: "asc" } }, newest],
  });
  return found.map(nameOf);
}

export async function getVersionName(
  _admin: Admin,
  benchmarkId: number,
  id: number,
): Promise<(VersionName & { text: string }) | null> {
  const where = { id, template: { benchmarkId } };
  const select = { ...versionName, text: true };
  const found = await db.promptTemplateVersion.findFirst({ where, select });
  return found && nameOf(found);
}
