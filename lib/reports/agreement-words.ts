import { joinList, t, formatReason, formatDecimal, formatShare } from "#lib/reports/words.ts";
import { isTooSmall, type AgreementPart } from "#lib/study-results/agreement/agreement.ts";
import { agreementMeasures, type AgreementMeasure } from "#lib/metrics/agreement/agreement-tally.ts";

export type UndefinedFigure = {
  /** What isn't there: the figure itself, or its interval alone. */
  lacks: "figure" | "interval";
  /** By the way the tracks and the study are made, which is no fault of the answers. */
  isByDesign: boolean;
  words: { name: string; tracks: string; reason: string };
};

const byDesign = new Set<Figure["reason"]>([
  "own_categories",
  "mixed_categories",
  "undeclared_category",
  "unequal_ratings",
]);

type Figure = AgreementPart["figures"][AgreementMeasure];
const inPercents = new Set<AgreementMeasure>(["pairwise", "unanimous"]);

export const formatTrackName = (track: string | null): string => track ?? t("allTracks");

/** A figure of agreement with its interval, as tables print it. */
export const formatAgreement = (name: AgreementMeasure, { value, low, high }: Figure): string =>
  inPercents.has(name) ? formatShare(value, { low, high }) : formatDecimal(value, 3, { low, high });

/** What isn't there and why, the same of several figures or tracks as one; a track that is too small anyway has no part in it. */
export function listUndefined(parts: readonly AgreementPart[]): UndefinedFigure[] {
  const told = parts.filter((part) => !isTooSmall(part));
  const lacking = agreementMeasures.flatMap((name) => {
    const kinds = Map.groupBy(
      told.filter(({ figures }) => figures[name].low === null),
      ({ figures: { [name]: figure } }) => `${figure.value === null} ${figure.reason}`,
    );
    return [...kinds].map(([kind, group]) => ({ name, kind, group, tracks: listTracks(group) }));
  });
  return [...Map.groupBy(lacking, ({ kind, tracks }) => `${kind} ${tracks}`).values()].flatMap((alike) => {
    const [first] = alike;
    const figure = first?.group[0]?.figures[first.name];
    if (!first || !figure) return [];
    const counts = {
      least: Math.min(...first.group.map(({ least }) => least)),
      most: Math.max(...first.group.map(({ most }) => most)),
    };
    return {
      lacks: figure.value === null ? "figure" : "interval",
      isByDesign: figure.value === null && byDesign.has(figure.reason),
      words: {
        name: joinList(alike.map(({ name }) => t(`agreementNames.${name}`))),
        tracks: first.tracks,
        reason: formatReason(figure.reason, counts),
      },
    };
  });
}

const listTracks = (parts: readonly AgreementPart[]): string =>
  joinList(parts.map(({ track }) => formatTrackName(track)));
