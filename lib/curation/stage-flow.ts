import type {
  ConfidenceStage,
  DistractorsStage,
  LengthStage,
  LineageStage,
  PoolStage,
  ReviewStage,
} from "#lib/benchmarks/lineage/schema.ts";
import { dropReasons, oddities } from "#lib/benchmarks/lineage/pool-schema.ts";
import { inCount } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";

export const funnelWords = (locale: Locale) => wordsIn(locale, "curation.funnel");
type Words = ReturnType<typeof funnelWords>;

/** What a stage counts: what comes out of a pool is an exchange until it has its distractors. */
export type Unit = "exchanges" | "cases";

/** How many went into a stage and came out, and why the others didn't: in words, and as lines of a table. */
export type Flow = {
  into: readonly [count: number, unit: Unit];
  out: readonly [count: number, unit: Unit];
  why: readonly string[];
  rows: readonly { what: string; count: number; unit: Unit; track?: string; run?: string }[];
};

export function flowOf(stage: LineageStage, t: Words): Flow {
  switch (stage.stage) {
    case "pool":
    case "length":
      return ofExchanges(stage, t);
    case "distractors":
      return ofDistractors(stage, t);
    case "confidence":
      return ofConfidence(stage, t);
    case "review":
      return ofReview(stage, t);
  }
}

const reasonsInTable = {
  no_profile: "whoever speaks last has no profile",
  too_short: "too few tokens",
  too_few_roles: "too few other roles",
} as const;
const odditiesInTable = {
  same_person: "with an option that may be somebody there under another name",
  first_speaker: "with somebody who spoke before among the options",
} as const;

/** What went out, by reason. */
function listReasons({ counts: { reasons } }: PoolStage | LengthStage | DistractorsStage) {
  return dropReasons.flatMap((reason) => {
    const count = reasons[reason] ?? 0;
    return count > 0 ? [{ what: reasonsInTable[reason], count, unit: "exchanges" as const }] : [];
  });
}

function ofExchanges(stage: PoolStage | LengthStage, t: Words): Flow {
  const { into, out } = stage.counts;
  const rule =
    stage.stage === "pool"
      ? t("pool.rule")
      : t("length.rule", { ...stage.settings, fewest: inCount(stage.settings.fewestTokens) });
  return {
    into: [into, "exchanges"],
    out: [out, "exchanges"],
    why: [rule],
    rows: listReasons(stage),
  };
}

function ofDistractors(stage: DistractorsStage, t: Words): Flow {
  const { settings, counts, models } = stage;
  const { way, among, distractors } = settings;
  const { odd, replaced } = counts;
  return {
    into: [counts.into, "exchanges"],
    out: [counts.out, "cases"],
    why: [
      t("distractors.rule", { way, among, count: distractors }),
      ...models.map(({ model, isFake }) => t("distractors.model", { model, fake: isFake ? "yes" : "no" })),
      ...listReasons(stage).map(({ count }) => t("distractors.too_few_roles", { n: inCount(count) })),
      ...(replaced > 0 ? [t("distractors.replaced", { n: inCount(replaced) })] : []),
      ...oddities
        .filter((oddity) => odd[oddity] > 0)
        .map((oddity) => t(`distractors.${oddity}`, { n: inCount(odd[oddity]) })),
    ],
    rows: [
      ...listReasons(stage),
      { what: "in which somebody odd was replaced by the next", count: replaced, unit: "cases" },
      ...oddities.map((oddity) => ({
        what: odditiesInTable[oddity],
        count: odd[oddity],
        unit: "cases" as const,
      })),
    ],
  };
}

function ofReview({ counts }: ReviewStage, t: Words): Flow {
  const { items, decided, accepted, acceptedInBatches } = counts;
  const left = [
    ["undecided", items - decided],
    ["unaccepted", decided - accepted],
    ["outside", accepted - acceptedInBatches],
  ] as const;
  return {
    into: [items, "cases"],
    out: [acceptedInBatches, "cases"],
    why: left.flatMap(([what, count]) => (count > 0 ? t(`review.${what}`, { n: inCount(count) }) : [])),
    rows: left.map(([what, count]) => ({ what, count, unit: "cases" })),
  };
}

const nameRun = ({ model, method, version }: ConfidenceStage["models"][number]) =>
  [model, method, version].filter(Boolean).join(" · ");

function ofConfidence({ settings, counts, models }: ConfidenceStage, t: Words): Flow {
  const { threshold, ...how } = settings;
  const lost = counts.tracks.filter(({ dropped }) => dropped > 0);
  return {
    into: [counts.cases, "cases"],
    out: [counts.kept, "cases"],
    why: [
      t("confidence.rule", { ...how, threshold: String(threshold) }),
      ...(lost.length > 1 ? lost.map(({ track, dropped }) => `${track}: ${inCount(dropped)}`) : []),
      ...models.map((run) => t("confidence.alone", { run: nameRun(run), n: inCount(run.dropped) })),
    ],
    rows: [
      ...counts.tracks.map(({ track, dropped }) => ({
        what: "dropped",
        track,
        count: dropped,
        unit: "cases" as const,
      })),
      ...models.map((run) => ({
        what: "dropped by this run by itself",
        run: nameRun(run),
        count: run.dropped,
        unit: "cases" as const,
      })),
    ],
  };
}
