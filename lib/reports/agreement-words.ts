import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { joinList, t, wordReason, writeDecimal, writeShare } from "#lib/reports/words.ts";
import {
  agreementNames,
  isTooSmall,
  type AgreementName,
  type AgreementPart,
} from "#lib/study-results/agreement/agreement.ts";

type Figure = AgreementPart["figures"][AgreementName];
const inPercents = new Set<AgreementName>(["pairwise", "unanimous"]);

export const nameTrack = (track: string | null): string => track ?? t("allTracks");

/** A figure of agreement with its interval, as tables print it. */
export const writeAgreement = (name: AgreementName, { value, low, high }: Figure): string =>
  inPercents.has(name) ? writeShare(value, { low, high }) : writeDecimal(value, 3, { low, high });

export type Undefined = {
  name: AgreementName;
  /** What isn't there: the figure itself, or its interval alone. */
  lacks: "figure" | "interval";
  reason: UndefinedReason | null;
  words: { name: string; tracks: string; reason: string };
};

/** What isn't there and why, the same of several tracks as one; a track that is too small anyway has no part in it. */
export function listUndefined(parts: readonly AgreementPart[]): Undefined[] {
  const told = parts.filter((part) => !isTooSmall(part));
  return agreementNames.flatMap((name) => {
    const lacking = told.filter(({ figures }) => figures[name].low === null);
    const kinds = Map.groupBy(
      lacking,
      ({ figures: { [name]: figure } }) => `${figure.value === null} ${figure.reason}`,
    );
    return [...kinds.values()].map((group): Undefined => {
      const figure = group[0]?.figures[name];
      const reason = figure?.reason ?? null;
      const counts = {
        least: Math.min(...group.map(({ least }) => least)),
        most: Math.max(...group.map(({ most }) => most)),
      };
      return {
        name,
        lacks: figure?.value === null ? "figure" : "interval",
        reason,
        words: {
          name: t(`agreementNames.${name}`),
          tracks: joinList(group.map(({ track }) => nameTrack(track))),
          reason: wordReason(reason, counts),
        },
      };
    });
  });
}
