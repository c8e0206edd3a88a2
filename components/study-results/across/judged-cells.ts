import type { useTranslations } from "next-intl";
import { decimal, ends, nothing, percent } from "#components/study-results/figure-cells.ts";
import { withheld } from "#components/study-results/ranges.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { resultsPath } from "#lib/paths.ts";
import type { JudgedRow } from "#lib/study-results/across/judged.ts";
import { namePart } from "#lib/study-results/figures/across.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";

type Said = { t: ReturnType<typeof useTranslations<"resultsAcross.judged">>; locale: Locale };

/** A row of what was judged: of one origin, in one study. */
export function judgedCells({ part, figure }: JudgedRow, { t, locale }: Said): Record<string, Cell> {
  const { origin, of, track, n, measure } = figure;
  return {
    origin: { text: nameOrigin(origin, locale), isName: true },
    of: of === null ? { text: t("noneFits"), isMuted: true } : { text: of, isName: true },
    study: {
      text: namePart(part, locale),
      isName: true,
      href: resultsPath(part.rows.study.slug, "overview", writeView(part.view)),
    },
    track: track === null ? nothing : { text: track, isName: true },
    ...n,
    [measure]: tellValue(figure, t),
    interval: tellInterval(figure, t),
  };
}

type Figure = JudgedRow["figure"];

const digitsOf = { mean: 2, similarity: 3 } as const;

function tellValue({ measure, n, isClaimable, mean, reason }: Figure, t: Said["t"]): Words {
  if (!isClaimable) return withheld(t("tooFew", { n: n.answers }));
  if (mean === null) return withheld("–", wordReason(reason, t));
  return measure === "share" ? percent(mean) : decimal(mean, digitsOf[measure]);
}

function tellInterval({ measure, isClaimable, mean, low, high, reason }: Figure, t: Said["t"]): Words {
  if (!isClaimable || mean === null) return nothing;
  if (low === null || high === null) return withheld(t("noInterval", { reason: wordReason(reason, t) }));
  if (measure === "share") return ends(low, high);
  const write = (end: number) => inDigits(end, digitsOf[measure]);
  return ends(low, high, (from, to) => t("range", { low: write(from), high: write(to) }));
}

const worded = ["no_items", "too_few_groups", "no_variation", "interim"] as const;

const wordReason = (reason: string | null, t: Said["t"]): string =>
  t(`reasons.${worded.find((one) => one === reason) ?? "other"}`);
