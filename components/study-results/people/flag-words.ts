import type { useTranslations } from "next-intl";
import { nothing } from "#components/study-results/figure-cells.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inPercent } from "#lib/figures/written.ts";
import type { Flag } from "#lib/study-results/people/flags.ts";
import type { Exclusion } from "#lib/study-results/schema.ts";

export type PeopleWords = ReturnType<typeof useTranslations<"resultsPeople">>;

/** What is flagged, a line each. */
export function formatFlags(t: PeopleWords, flags: readonly Flag[]): Cell {
  if (flags.length === 0) return nothing;
  return flags.map((flag) => ({ line: { text: formatFlag(t, flag), tone: "warning" } }));
}

/** How many there are, and which when pointed at. */
export function countFlags(t: PeopleWords, flags: readonly Flag[]): Cell {
  if (flags.length === 0) return nothing;
  const said = flags.map((flag) => formatFlag(t, flag)).join(" · ");
  return {
    text: t("flags.count", { count: flags.length }),
    title: said,
    said,
    tone: "warning",
    isWhole: true,
  };
}

export function formatFlag(t: PeopleWords, flag: Flag): string {
  switch (flag.kind) {
    case "straight_line":
      return t("flags.straight_line", { run: flag.run });
    case "haste":
      return t("flags.haste", { fast: flag.fast, of: flag.of, seconds: flag.seconds });
    case "server_haste":
      return t("flags.server_haste", { fast: flag.fast, of: flag.of, seconds: flag.seconds });
    case "same_reason":
      return t("flags.same_reason", { count: flag.count, of: flag.of });
    case "outlier":
      return t("flags.outlier", { agreement: inPercent(flag.agreement), n: flag.n });
    case "unanswered":
      return t("flags.unanswered", { count: flag.count, of: flag.of });
  }
}

export const formatExclusion = (t: PeopleWords, { reason, note }: Exclusion): string =>
  reason === "by_hand" && note ? t("exclusions.by_handNote", { note }) : t(`exclusions.${reason}`);

/** Why somebody is excluded, a line each; nothing where they aren't. */
export const formatExclusions = (t: PeopleWords, exclusions: readonly Exclusion[]): Cell =>
  exclusions.map((exclusion) => ({ line: formatExclusion(t, exclusion) }));

/** That somebody is, and why when pointed at. */
export function formatExclusionLine(t: PeopleWords, exclusions: readonly Exclusion[]): Words {
  const said = exclusions.map((exclusion) => formatExclusion(t, exclusion)).join(" · ");
  return { text: t("list.excluded"), title: said, said, isWhole: true };
}
