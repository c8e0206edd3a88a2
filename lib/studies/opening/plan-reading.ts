import type { Facts } from "#lib/studies/findings/problems.ts";
import { designAsRead, wordsAsRead, type KnownCases } from "#lib/studies/texts/field-values.ts";
import { listFilters, type Filter } from "#lib/studies/selectors/schema.ts";
import { taskOf, type PlannedTask } from "#lib/studies/frame/planned-task.ts";
import type { Manifest } from "#lib/studies/opening/manifest.ts";
import {
  strata,
  studyLanguages,
  type Design,
  type FrozenWords,
  type StudyLanguage,
} from "#lib/studies/schema.ts";

/** A plan as it is read: the same for a draft and for what an opening froze. */
export type PlanReading = {
  design: Design;
  /** Of each language, as participants read them. */
  texts: Readonly<Record<StudyLanguage, FrozenWords>>;
  benchmark: { slug: string; name: string } | null;
  /** Those that it was filtered by, as far as it is known now: an opening freezes none. */
  filters: readonly Filter[];
  eligible: Manifest["eligible"];
  task: PlannedTask;
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

export function readDraft(design: Design, facts: Facts): PlanReading {
  const { benchmark, tracks, sample } = facts;
  return {
    design: designAsRead(design, facts),
    texts: readTexts(design, [], facts),
    benchmark,
    filters: listFilters(benchmark),
    eligible: [...tracks],
    task: taskOf(tracks),
    comparator: null,
    sample: sample?.ok ? describe(sample.plan, design.assignment.arms?.arms.length ?? 1) : null,
  };
}

export function readManifest(manifest: Manifest, known: KnownCases["benchmark"]): PlanReading {
  const { design, benchmark, eligible, comparator = null, sampling, cells } = manifest;
  return {
    design,
    texts: readTexts(design, manifest.texts, { reading: null, benchmark: null }),
    benchmark,
    filters: listFilters(known),
    eligible,
    task: taskOf(eligible),
    comparator,
    sample: { counts: sampling.counts, cells, digest: sampling.digest },
  };
}

type FrozenText = { language: string; words: FrozenWords };

/** Of each language what was frozen last, or what the plan's fields would become now. */
export function readTexts(
  design: Design,
  frozen: readonly FrozenText[],
  known: KnownCases,
): PlanReading["texts"] {
  const each = studyLanguages.map((language) => {
    const there = frozen.findLast((text) => text.language === language);
    return [language, there?.words ?? wordsAsRead(design, language, known)] as const;
  });
  return Object.fromEntries(each) as PlanReading["texts"];
}

type Plan = Extract<NonNullable<Facts["sample"]>, { ok: true }>["plan"];

/** Each set of cases comes once under each arm. */
function describe({ cases, cells, digest }: Plan, arms: number): NonNullable<PlanReading["sample"]> {
  const counts = strata.flatMap((stratum) => {
    const ofStratum = cases.filter((one) => one.stratum === stratum);
    return [...Map.groupBy(ofStratum, ({ track }) => track)].map(([track, ofTrack]) => ({
      stratum,
      track,
      cases: ofTrack.length,
    }));
  });
  return { counts, cells: { count: cells.length * arms, capacity: cells[0]?.capacity ?? null }, digest };
}
