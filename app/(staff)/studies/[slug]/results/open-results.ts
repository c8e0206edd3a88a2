import { notFound } from "next/navigation";
import { requireViewer } from "#lib/auth/request/request.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { chooseKind, getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { readView } from "#lib/study-results/schema.ts";

type ResultsPageProps = {
  /** The track of the case that a page is about. */
  params: Promise<{ slug: string; track?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** What every page of the results begins with: who looks, at which rows, in which view. */
export async function openResults({ params, searchParams }: ResultsPageProps) {
  const viewer = await requireViewer("researcher", "admin");
  const given = await params;
  const slug = readSegment(given.slug);
  const asked = await searchParams;
  const whole = slug === null ? null : await getWholeRows(viewer, slug, { mayLag: true });
  if (!whole) notFound();
  const rows = chooseKind(
    whole,
    given.track === undefined ? asked : { track: readSegment(given.track) ?? undefined },
  );
  const view = readView(asked, rows);
  return { viewer, rows, asked, view, frame: { rows, view, role: viewer.role } };
}
