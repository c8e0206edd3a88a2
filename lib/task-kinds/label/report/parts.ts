import type { Facts } from "#lib/reports/facts.ts";
import { nameRun, t, writeShare } from "#lib/reports/words.ts";
import type { LabelResults } from "#lib/task-kinds/label/shares/document.ts";

export type LabelledSet = LabelResults["sets"][number];
export type Side = LabelledSet["byAttribute"][number]["values"][number]["sides"][number];

export const listSets = ({ results }: Pick<Facts, "results">): LabelledSet[] => results.labels?.sets ?? [];

export const nameSide = ({ view }: Facts, side: Side): string =>
  side.runId === null ? t("labels.tables.people", { who: view.who }) : nameRun(side);

/** Each label's share with its interval; a count where there is too little for one. */
export const writeShares = ({ shares, isClaimable, n }: Side): string[] =>
  shares.map(({ count, mean, ...bounds }) =>
    isClaimable ? writeShare(mean, bounds) : t("labels.tables.count", { count, n: n.labels }),
  );

/** What people gave, in one line. */
export function tellSet({
  set,
  labels,
  overall,
}: Pick<LabelledSet, "set" | "labels"> & { overall: readonly Side[] }): string {
  const [people] = overall;
  if (!people?.isClaimable) return t("labels.points.none", { set });
  const shares = writeShares(people);
  const list = labels.map((label, at) => t("labels.points.one", { label, share: `${shares[at]}%` }));
  return t("labels.points.share", { set, list: list.join(", ") });
}
