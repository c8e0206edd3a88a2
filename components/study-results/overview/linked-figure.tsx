import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

export type Rich = (chunks: ReactNode) => ReactNode;

export function wayTo({ study }: StudyRows, view: View, page: ResultsPage, more?: [string, string]): Rich {
  const asked = writeView(view);
  if (more) asked.set(...more);
  const WayTo = (chunks: ReactNode) => (
    <Link href={resultsPath(study.slug, page, asked)} className="text-accent underline">
      {chunks}
    </Link>
  );
  return WayTo;
}

/** Rounded for the eye, and a way to what it is made of; unrounded in the title. */
export function exactly(value: number | null, way: Rich = (chunks) => chunks): Rich {
  const Exactly = (chunks: ReactNode) => (
    <strong title={String(value)} className="whitespace-nowrap">
      {way(chunks)}
    </strong>
  );
  return Exactly;
}
