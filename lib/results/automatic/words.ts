import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { AutomaticColumn, AutomaticTable, AutomaticTables } from "#lib/results/automatic/automatic.ts";
import { formatRunName, isNotByModel } from "#lib/studies/run-names.ts";
import type { SeriesFigure } from "#lib/study-results/kinds/series.ts";
import type { Population } from "#lib/study-results/schema.ts";

export const automaticWords = (locale: Locale) => wordsIn(locale, "automatic");
export type Words = ReturnType<typeof automaticWords>;

/** What tables are called in addresses and files, in their order. */
export function nameTables(tables: readonly Pick<AutomaticTable, "detail">[]): string[] {
  const counts = new Map<string | null, number>();
  return tables.map(({ detail }) => {
    const count = (counts.get(detail) ?? 0) + 1;
    counts.set(detail, count);
    return ["automatic", ...(detail === null ? [] : [detail]), count].join("-");
  });
}

/** An attribute that no case states has no name of its own. */
export const nameAttribute = (
  t: Words,
  { attributes }: Pick<AutomaticTables, "attributes">,
  name: string,
): string => (attributes.some((one) => one.name === name && one.isLength) ? t("judgedLength") : name);

type Caption = {
  found: Pick<AutomaticTables, "attributes" | "by">;
  of: "benchmark" | "study";
  join: (items: readonly string[]) => string;
};

/** What a table, or the figure that is drawn of it, is about. */
export const nameTable = (
  t: Words,
  { detail, parts }: Pick<AutomaticTable, "detail" | "parts">,
  key: "means" | "intervals",
  { found, of, join }: Caption,
): string =>
  t(`captions.${key}`, {
    detail: detail ?? "none",
    of,
    by: found.by.length > 0 ? join(found.by.map((name) => nameAttribute(t, found, name))) : "none",
    tracks: join([...new Set(parts.map(({ track }) => track))]),
  });

/** As a table writes it: shares × 100. */
export const scaled = ({ isShare }: Pick<AutomaticColumn, "isShare">, value: number): number =>
  isShare ? value * 100 : value;
export const digitsOf = ({ isShare, figure }: Pick<AutomaticColumn, "isShare" | "figure">): number =>
  isShare ? 1 : figure.name === "reward" || figure.name === "rewardWith" ? 3 : 2;

export function nameReason(t: Words, reason: string): string {
  const key = `reasons.${reason}` as "reasons.other";
  return t(t.has(key) ? key : "reasons.other");
}

export function joinNames(locale: Locale): (items: readonly string[]) => string {
  const list = new Intl.ListFormat(locale === "en" ? "en-GB" : locale);
  return (items) => list.format(items);
}

/** Null for models, who are named by the rows. */
export function nameSource(
  t: Words,
  { source }: Pick<AutomaticColumn, "source">,
  who: Population,
): string | null {
  if (source.kind === "models") return null;
  if (source.kind !== "judge") return t(`sources.${source.kind}`, { who });
  const { run } = source;
  const name = formatRunName(run);
  return isNotByModel(run.apart) ? t("sources.made", { name, made: run.apart }) : name;
}

function nameFigure(t: Words, figure: SeriesFigure): string | null {
  switch (figure.name) {
    // Who gives points or a number is all there is to say.
    case "mean":
      return null;
    case "share":
      return figure.of ?? t("figures.noCode");
    case "chosen":
      return figure.type;
    case "place":
      return t("figures.place", { place: figure.place });
    case "accuracyWith":
    case "rewardWith":
      return t(`figures.${figure.name}`, {
        same: String(figure.from === figure.to),
        from: figure.from,
        to: figure.to,
      });
    default:
      return t(`figures.${figure.name}`);
  }
}

/** Of a column, without its track. */
export function nameColumn(t: Words, column: AutomaticColumn, who: Population): string {
  const name = [nameSource(t, column, who), nameFigure(t, column.figure)]
    .filter((part) => part !== null)
    .join(": ");
  if (!column.isShare) return name;
  return column.figure.name === "mean" ? `${name} × 100` : t("percent", { name });
}

/** What files call the figure, and what it is of: a label, a type, a place, a number of pairs. */
export function describeFigure(figure: SeriesFigure): { figure: string; of: string | number | null } {
  switch (figure.name) {
    case "share":
      return { figure: "share", of: figure.of };
    case "chosen":
      return { figure: "chosen", of: figure.type };
    case "place":
      return { figure: "accuracy_by_place", of: figure.place };
    case "accuracyWith":
    case "rewardWith":
      return {
        figure: figure.name === "accuracyWith" ? "accuracy_by_training" : "reward_by_training",
        of: `${figure.from}-${figure.to}`,
      };
    case "longest":
    case "notLongest":
      return { figure: "accuracy_by_length", of: figure.name === "longest" ? "longest" : "not_longest" };
    case "choosingLongest":
      return { figure: "choosing_longest", of: null };
    default:
      return { figure: figure.name, of: null };
  }
}
