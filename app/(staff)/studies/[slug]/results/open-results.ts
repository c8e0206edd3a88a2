import { notFound } from "next/navigation";
import { requireViewer } from "#lib/auth/request/request.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { readView } from "#lib/study-results/schema.ts";

type Asked = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** What every page of the results begins with: who looks, at which rows, in which view. */
export async function openResults({ params, searchParams }: Asked) {
  const viewer = await requireViewer("researcher", "admin");
  const slug = readSegment((await params).slug);
  const asked = await searchParams;
  const rows = slug === null ? null : await getRows(viewer, slug, { mayLag: true, kind: asked["kind"] });
  if (!rows) notFound();
  return { viewer, rows, asked, view: readView(asked, rows) };
}
