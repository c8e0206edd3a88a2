import type { Facts } from "#lib/studies/findings/findings.ts";
import type { Manifest } from "#lib/studies/opening/manifest.ts";
import { strata, type Design } from "#lib/studies/schema.ts";

/** A plan as it is read: the same for a draft and for what an opening froze. */
export type PlanReading = {
  design: Design;
  benchmark: { slug: string; name: string } | null;
  eligible: Manifest["eligible"];
  /** As it was resolved when the study opened; null before, and where the plan wants none. */
  comparator: Manifest["comparator"] | null;
  /** Null where no sample could be drawn. */
  sample: {
    /** How many different cases the whole study asks about. */
    counts: Manifest["sampling"]["counts"];
    cells: { count: number; capacity: number | null };
    digest: string;
  } | null;
};

export function readDraft(design: Design, { benchmark, tracks, sample }: Facts): PlanReading {
  const plan = sample?.ok ? describe(sample.plan) : null;
  return { design, benchmark, eligible: [...tracks], comparator: null, sample: plan };
}

export function readManifest(manifest: Manifest): PlanReading {
  const { design, benchmark, eligible, comparator = null, sampling, cells } = manifest;
  const { counts, digest } = sampling;
  return { design, benchmark, eligible, comparator, sample: { counts, cells, digest } };
}

type Plan = Extract<NonNullable<Facts["sample"]>, { ok: true }>["plan"];

function describe({ cases, cells, digest }: Plan): NonNullable<PlanReading["sample"]> {
  const counts = strata.flatMap((stratum) => {
    const ofStratum = cases.filter((one) => one.stratum === stratum);
    return [...Map.groupBy(ofStratum, ({ track }) => track)].map(([track, ofTrack]) => ({
      stratum,
      track,
      cases: ofTrack.length,
    }));
  });
  return { counts, cells: { count: cells.length, capacity: cells[0]?.capacity ?? null }, digest };
}
